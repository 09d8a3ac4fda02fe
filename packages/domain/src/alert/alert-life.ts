import type { UserId } from '../ids.ts';
import { fail, succeed, type Result } from '../result.ts';
import { severityOf, type AlertKind } from './alert-kind.ts';

// The life of an alert: raised, notified, acknowledged, ended, closed. A cause has at most one alert that is not
// closed, and has one as long as it holds (docs/decisions/0063). Instants are UTC milliseconds.

export const ALERT_STATES = ['raised', 'notified', 'acknowledged', 'ended', 'closed'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

export interface Acknowledgement {
  readonly userId: UserId;
  readonly name: string;
  readonly at: number;
  readonly note: string;
}

export interface AlertLife {
  readonly kind: AlertKind;
  readonly raisedAt: number;
  /** The latest time that the cause began. */
  readonly lastRaisedAt: number;
  /** How often the cause began. */
  readonly count: number;
  readonly notifiedAt: number | null;
  readonly acknowledged: Acknowledgement | null;
  /** null: the cause holds. */
  readonly endedAt: number | null;
  readonly closedAt: number | null;
}

const HOUR_MS = 3_600_000;
/** A cause that recurs within this time keeps its acknowledgement; an acknowledged alert closes after it. */
export const RECURS_WITHIN_MS = HOUR_MS;
/** An alert without acknowledgement closes this long after the end of its cause. */
export const UNANSWERED_CLOSES_AFTER_MS = 24 * HOUR_MS;

export function stateOf({ notifiedAt, acknowledged, endedAt, closedAt }: Omit<AlertLife, 'kind'>): AlertState {
  if (closedAt !== null) return 'closed';
  if (endedAt !== null) return 'ended';
  if (acknowledged) return 'acknowledged';
  return notifiedAt === null ? 'raised' : 'notified';
}

export function beginLife(kind: AlertKind, at: number): AlertLife {
  return {
    kind,
    raisedAt: at,
    lastRaisedAt: at,
    count: 1,
    notifiedAt: null,
    acknowledged: null,
    endedAt: null,
    closedAt: null,
  };
}

/**
 * The cause begins. `open` is its alert that is not closed: the same alert is raised again. An acknowledgement counts
 * for an hour after the end of the cause; then users are asked again.
 */
export function raise(open: AlertLife | null, kind: AlertKind, at: number): AlertLife {
  if (!open || open.closedAt !== null) return beginLife(kind, at);
  if (open.endedAt === null) return open;
  const isSoon = at - open.endedAt < RECURS_WITHIN_MS;
  return {
    ...open,
    lastRaisedAt: at,
    count: open.count + 1,
    endedAt: null,
    notifiedAt: isSoon ? open.notifiedAt : null,
    acknowledged: isSoon ? open.acknowledged : null,
  };
}

/** The first message about it was queued. */
export function markNotified(life: AlertLife, at: number): AlertLife {
  return life.notifiedAt !== null || life.closedAt !== null ? life : { ...life, notifiedAt: at };
}

/** The cause ends. The alert of a plain fact closes at once. */
export function end(life: AlertLife, at: number): AlertLife {
  if (life.endedAt !== null || life.closedAt !== null) return life;
  return { ...life, endedAt: at, closedAt: severityOf(life.kind) === 'notice' ? at : null };
}

export type AcknowledgeFailure =
  | { readonly code: 'closed' }
  | { readonly code: 'acknowledged'; readonly by: Acknowledgement };

/** The first one counts; the second user is told who was first. */
export function acknowledge(life: AlertLife, by: Acknowledgement): Result<AlertLife, AcknowledgeFailure> {
  if (life.acknowledged) return fail({ code: 'acknowledged', by: life.acknowledged });
  if (life.closedAt !== null) return fail({ code: 'closed' });
  return succeed({ ...life, acknowledged: by });
}

/** A user closes an alert whose cause has ended; one that holds is acknowledged or silenced instead. */
export function close(life: AlertLife, at: number): Result<AlertLife, 'closed' | 'holds'> {
  if (life.closedAt !== null) return fail('closed');
  return life.endedAt === null ? fail('holds') : succeed({ ...life, closedAt: at });
}

/** Closes an alert whose cause has not returned. */
export function settle(life: AlertLife, now: number): AlertLife {
  if (life.endedAt === null || life.closedAt !== null) return life;
  const waitMs = life.acknowledged ? RECURS_WITHIN_MS : UNANSWERED_CLOSES_AFTER_MS;
  return now - life.endedAt >= waitMs ? { ...life, closedAt: now } : life;
}
