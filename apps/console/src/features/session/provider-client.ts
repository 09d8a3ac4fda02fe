import type * as contract from '@waymark/contract/routes/session';

// The console's client data for the identity provider. Copied from the contract and checked by type, because importing
// them would load the schemas.
export const CONSOLE_CLIENT_ID: typeof contract.CONSOLE_CLIENT_ID = 'waymark-console';
export const API_AUDIENCE: typeof contract.API_AUDIENCE = 'waymark-api';
export const PASSWORD_CONNECTION: typeof contract.PASSWORD_CONNECTION = 'Username-Password-Authentication';
