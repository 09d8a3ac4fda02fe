import type { ReplyAt } from '../../api/address.ts';
import { queryApi } from '../../api/query.ts';

const meta = { isShownInPlace: true };

export const groupsQuery = { ...queryApi('GET /admin/group'), meta };
export const companyUsersQuery = { ...queryApi('GET /user'), meta };
export const groupUsersQuery = (groupId: number) => ({
  ...queryApi('GET /admin/user/:groupId', { params: { groupId } }),
  meta,
});

export type ListedUser = ReplyAt<'GET /user'>[number];
