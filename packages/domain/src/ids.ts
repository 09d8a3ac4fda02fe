/**
 * A number that is no id of another kind: the compiler refuses a `RunId` where a `CompanyId` is expected. A plain
 * number is accepted, so that literals and sums need no casts; no value has the property `idKind`.
 */
type Id<Kind extends string> = number & { readonly idKind?: Kind };

/** The number of a device. */
export type Uid = Id<'device'>;
/** The tables, the wire and the documents say group. */
export type CompanyId = Id<'company'>;
export type UserId = Id<'user'>;
export type RunId = Id<'run'>;
export type PathId = Id<'path'>;
