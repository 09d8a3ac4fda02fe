import type { NotificationEvent } from '../preferences.ts';

/** An event that users want to be notified about. */
export interface Notification {
  readonly event: NotificationEvent;
  readonly uid: number;
  /** Further text; may be empty. */
  readonly detail: string;
  /** A key shared by the hub events of one occurrence, so that it is announced once. */
  readonly happening?: string;
}
