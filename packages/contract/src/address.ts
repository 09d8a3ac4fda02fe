import type { RouteCall, RouteReply } from './route.ts';
import type { Routes } from './routes/index.ts';

// A call is named by its method and path as in the contract ('GET /admin/user/:groupId'). The compiler checks the name,
// so that a program needs neither a table of routes nor their schemas.

type AnyRoute = { [F in keyof Routes]: Routes[F][keyof Routes[F]] }[keyof Routes];
/** The calls under /api; those at the root are for tools. */
export type ApiRoute = Exclude<AnyRoute, { readonly atRoot: true }>;

export type AddressOf<R> = R extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? `${M} ${P}`
  : never;
type RouteByAddress = { [R in ApiRoute as AddressOf<R>]: R };

export type ApiAddress = AddressOf<ApiRoute>;
export type RouteAt<A extends ApiAddress> = RouteByAddress[A];
export type CallAt<A extends ApiAddress> = RouteCall<RouteByAddress[A]>;
export type ReplyAt<A extends ApiAddress> = RouteReply<RouteByAddress[A]>;
