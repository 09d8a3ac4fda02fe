import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';

/** The signed-in user from the server: phone and text-message opt-in. */
export const currentUserQuery = queryApi('GET /pigrun/user/get-user');
export type CurrentUser = ReplyAt<'GET /pigrun/user/get-user'>;
