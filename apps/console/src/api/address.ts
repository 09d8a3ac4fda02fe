import type { AddressOf, ApiAddress, ApiRoute } from '@waymark/contract/address';

export type { ApiAddress, CallAt, ReplyAt, RouteAt } from '@waymark/contract/address';

type PublicRoute = Extract<ApiRoute, { readonly access: 'public' }>;
type SignedInRoute = Exclude<ApiRoute, PublicRoute>;

export type PublicAddress = AddressOf<PublicRoute>;
export type SignedInAddress = Exclude<ApiAddress, PublicAddress>;
export type GetAddress = AddressOf<Extract<SignedInRoute, { readonly method: 'GET' }>>;
export type PublicGetAddress = AddressOf<Extract<PublicRoute, { readonly method: 'GET' }>>;

/** The argument is optional for a call without parameters. */
export type CallArguments<Call, Options> = object extends Call ? [call?: Call & Options] : [call: Call & Options];
