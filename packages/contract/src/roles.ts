// The three roles of the product and the token scopes that grant them.
export const ROLES = ['viewer', 'admin', 'superadmin'] as const;
export type Role = (typeof ROLES)[number];

export const EVERYONE: readonly Role[] = [...ROLES];
export const ADMINS: readonly Role[] = ['admin', 'superadmin'];
/** All users of a company. */
export const COMPANY: readonly Role[] = ['viewer', 'admin'];
export const COMPANY_ADMIN: readonly Role[] = ['admin'];
export const SUPERADMIN: readonly Role[] = ['superadmin'];

export const SCOPE_OF_ROLE: Readonly<Record<Role, string>> = {
  viewer: 'user:company',
  admin: 'admin:company',
  superadmin: 'admin:propipe',
};

/** Scopes that a client requests at sign-in; the answer contains only the scope of the user's role. */
export const REQUESTED_SCOPES = `openid profile email ${SCOPE_OF_ROLE.superadmin} ${SCOPE_OF_ROLE.admin} ${SCOPE_OF_ROLE.viewer}`;

/** The highest role among space-separated scopes; null: none. */
export function roleOfScopes(scopes: string): Role | null {
  const given = new Set(scopes.split(' '));
  return ROLES.toReversed().find((role) => given.has(SCOPE_OF_ROLE[role])) ?? null;
}
