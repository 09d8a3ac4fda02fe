import type { NoticeLine } from './tally.ts';

export type SystemNoticePermission = NotificationPermission | 'unavailable';

/** Browsers have them on secure pages only. */
export function readPermission(): SystemNoticePermission {
  return 'Notification' in window ? Notification.permission : 'unavailable';
}

/** The browser asks the user; it allows that only after a click. */
export function askPermission(): Promise<SystemNoticePermission> {
  return Notification.requestPermission();
}

/** A newer notice of an event replaces the older one. The console plays its own sound. */
export function showSystemNotice({ event, message, detail }: NoticeLine): void {
  if (readPermission() !== 'granted') return;
  try {
    const notice = new Notification(message, {
      body: detail,
      tag: `waymark ${event}`,
      silent: true,
      icon: '/favicon.svg',
    });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
    });
  } catch {
    // Phones show them only for installed applications.
  }
}
