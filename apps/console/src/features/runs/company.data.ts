import { queryApi } from '#/api/query.ts';

/** The companies by name, for a superadmin. */
export const companiesQuery = { ...queryApi('GET /admin/group'), meta: { isShownInPlace: true } };

/** Not cached: another user may have changed them. */
export const flagsQuery = (pathId: number) => ({
  ...queryApi('GET /pigpath/GetBroadcastCommandData/:pathId', { params: { pathId } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});
