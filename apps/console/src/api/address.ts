import type { RouteCall, RouteReply } from '@waymark/contract/route';
import type { Routes } from '@waymark/contract/routes/index';

// A call is named by its method and path as the contract writes them ('GET /admin/user/:groupId'). The compiler holds
// the name to the contract, so that the browser needs neither a table of routes nor their schemas.

type AnyRoute = { [F in keyof Routes]: Routes[F][keyof Routes[F]] }[keyof Routes];
/** Calls under /api; those at the root are not the console's. */
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

/** The argument may be left out where a call has no parts. */
export type CallArguments<Call, Options> = object extends Call ? [call?: Call & Options] : [call: Call & Options];
