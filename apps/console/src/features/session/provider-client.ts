import type * as contract from '@waymark/contract/routes/session';

// What the console says of itself to the identity provider. The values are the contract's, held to it by their types:
// taking them from there would bring the schemas along.
export const CONSOLE_CLIENT_ID: typeof contract.CONSOLE_CLIENT_ID = 'waymark-console';
export const API_AUDIENCE: typeof contract.API_AUDIENCE = 'waymark-api';
export const PASSWORD_CONNECTION: typeof contract.PASSWORD_CONNECTION = 'Username-Password-Authentication';
