import type { CurrentUser } from '#/features/notifications/current-user.data.ts';

/** Until the user has opted in or has closed it; not before it is known whether he has. */
export function isSmsBannerShown(
  user: Pick<CurrentUser, 'a2PMessagingOptInState'> | undefined,
  isClosed: boolean,
): boolean {
  return user !== undefined && !user.a2PMessagingOptInState && !isClosed;
}
