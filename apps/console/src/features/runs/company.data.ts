import { queryApi } from '#/api/query.ts';

/** The editing user: drafts are stored per user, and a superadmin sees the devices of every company. */
export const currentUserQuery = { ...queryApi('GET /pigrun/user/get-user'), meta: { isShownInPlace: true } };

/** The companies by name, for a superadmin. */
export const companiesQuery = { ...queryApi('GET /admin/group'), meta: { isShownInPlace: true } };

/** Not cached: another user may have changed them. */
export const flagsQuery = (pathId: number) => ({
  ...queryApi('GET /pigpath/GetBroadcastCommandData/:pathId', { params: { pathId } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});
