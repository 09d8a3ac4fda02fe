import type { RouteCall, RouteReply } from '@waymark/contract/route';
import type { Routes } from '@waymark/contract/routes/index';

// A call is named by its method and path as in the contract ('GET /admin/user/:groupId'). The compiler checks the name
// against the contract, so that the browser needs neither a table of routes nor their schemas.

type AnyRoute = { [F in keyof Routes]: Routes[F][keyof Routes[F]] }[keyof Routes];
/** Only calls under /api: the console does not use those at the root. */
type ApiRoute = Exclude<AnyRoute, { readonly atRoot: true }>;
type PublicRoute = Extract<ApiRoute, { readonly access: 'public' }>;
type SignedInRoute = Exclude<ApiRoute, PublicRoute>;

type AddressOf<R> = R extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? `${M} ${P}`
  : never;
type RouteByAddress = { [R in ApiRoute as AddressOf<R>]: R };

export type ApiAddress = AddressOf<ApiRoute>;
export type PublicAddress = AddressOf<PublicRoute>;
export type SignedInAddress = AddressOf<SignedInRoute>;
export type GetAddress = AddressOf<Extract<SignedInRoute, { readonly method: 'GET' }>>;
export type PublicGetAddress = AddressOf<Extract<PublicRoute, { readonly method: 'GET' }>>;

export type RouteAt<A extends ApiAddress> = RouteByAddress[A];
export type CallAt<A extends ApiAddress> = RouteCall<RouteByAddress[A]>;
export type ReplyAt<A extends ApiAddress> = RouteReply<RouteByAddress[A]>;

/** The argument is optional for a call without parameters. */
export type CallArguments<Call, Options> = object extends Call ? [call?: Call & Options] : [call: Call & Options];
