// The scopes of API keys. A route, a hub event or a hub method is open to keys only if it names a scope.
export const KEY_SCOPES = ['devices:read', 'runs:read', 'history:read', 'passages:verify', 'commands:send'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The keys that may use something: those with this scope, or all of them. */
export type KeyUse = KeyScope | 'any';

/** Every API key starts with this. */
export const KEY_PREFIX = 'wmk_';
