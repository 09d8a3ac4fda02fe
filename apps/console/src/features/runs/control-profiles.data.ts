import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';

export type ControlProfile = ReplyAt<'GET /company/control-profiles'>[number];

/** Loaded each time a dialog opens: there is no event for profiles. */
export const controlProfilesQuery = {
  ...queryApi('GET /company/control-profiles'),
  staleTime: 0,
  meta: { isShownInPlace: true },
};
