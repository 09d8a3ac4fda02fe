import { t } from '#/language/t.ts';
import { EVENT_LABELS, type NotificationEvent } from '../preferences.ts';
import type { Notification } from './notification.ts';

interface Entry {
  count: number;
  readonly uids: Set<number>;
  lastDetail: string;
}

export interface NoticeLine {
  readonly event: NotificationEvent;
  readonly message: string;
  readonly detail: string;
  /** null: several devices. */
  readonly uid: number | null;
}

const MAX_NAMED = 4;

function describe(event: NotificationEvent, { count, uids, lastDetail }: Entry): NoticeLine {
  const [first] = uids;
  const label = EVENT_LABELS[event];
  if (uids.size === 1) {
    const values = { event: label, uid: String(first) };
    const message =
      count > 1
        ? t('{event}: AGM {uid}, {number} times', { ...values, number: count })
        : t('{event}: AGM {uid}', values);
    return { event, message, detail: lastDetail, uid: first ?? null };
  }
  const named = [...uids].slice(0, MAX_NAMED).join(', ');
  const rest = uids.size - MAX_NAMED;
  const detail = rest > 0 ? t('{names} and {number} more', { names: named, number: rest }) : named;
  return { event, message: t('{event}: {number} AGMs', { event: label, number: uids.size }), detail, uid: null };
}

/** Merges alerts into one line per event, whatever the number of devices. */
export class Tally {
  readonly #entries = new Map<NotificationEvent, Entry>();
  #count = 0;

  add({ event, uid, detail }: Notification): void {
    const entry = this.#entries.get(event) ?? { count: 0, uids: new Set(), lastDetail: '' };
    entry.count++;
    entry.uids.add(uid);
    entry.lastDetail = detail;
    this.#entries.set(event, entry);
    this.#count++;
  }

  get count(): number {
    return this.#count;
  }

  /** In the order of the first alert of each event. */
  take(): readonly NoticeLine[] {
    const lines = [...this.#entries].map(([event, entry]) => describe(event, entry));
    this.#entries.clear();
    this.#count = 0;
    return lines;
  }
}
