// The scopes of API keys. A route, a hub event or a hub method is open to keys only if it names a scope.
export const KEY_SCOPES = ['devices:read', 'runs:read', 'history:read', 'passages:verify', 'commands:send'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The only scope of a wallboard's token; no API key has it (docs/decisions/0068). */
export const WALLBOARD = 'wallboard';
export type Wallboard = typeof WALLBOARD;

/** The keys that may use something: those with this scope, or all API keys. */
export type KeyUse = KeyScope | Wallboard | 'any';

/** Every API key starts with this. */
export const KEY_PREFIX = 'wmk_';
/** Every token of a wallboard starts with this. */
export const WALLBOARD_PREFIX = 'wmw_';
