import type { NotificationEvent } from '../preferences.ts';

/** Something that has happened, as far as people want to be told of it. */
export interface Notification {
  readonly event: NotificationEvent;
  readonly uid: number;
  /** More words for who reads it; may be empty. */
  readonly detail: string;
  /** What several hub events tell of together, so that it is told once. */
  readonly happening?: string;
}
