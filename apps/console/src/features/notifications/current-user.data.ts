import { ADMINS } from '@waymark/contract/roles';
import { useQuery } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';

/** The signed-in user from the server: role, company, phone and text-message opt-in. */
export const currentUserQuery = queryApi('GET /pigrun/user/get-user');

/** The same for a screen that shows the failure itself. */
export const shownUserQuery = { ...currentUserQuery, meta: { isShownInPlace: true } };

export type CurrentUser = ReplyAt<'GET /pigrun/user/get-user'>;

/** Whether the user may change runs; false until the user is known. */
export function useIsAdmin(): boolean {
  const { data } = useQuery(shownUserQuery);
  return data !== undefined && ADMINS.includes(data.role);
}
