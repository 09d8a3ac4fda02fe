import type { CurrentUser } from '#/features/notifications/current-user.data.ts';

/** Shown until the user has opted in or closed it; hidden until their opt-in is known. */
export function isSmsBannerShown(
  user: Pick<CurrentUser, 'a2PMessagingOptInState'> | undefined,
  isClosed: boolean,
): boolean {
  return user !== undefined && !user.a2PMessagingOptInState && !isClosed;
}
