import type { UserId } from '../ids.ts';
import { fail, succeed, type Result } from '../result.ts';
import { severityOf } from './alert-kind.ts';
import type { AlertLife } from './alert-life.ts';
import { findSilence, type Silence, type Silenceable } from './silence.ts';

// Escalation: an alert that no user acknowledges is sent to further people, step by step (docs/decisions/0060). Instants
// are UTC milliseconds.

export const ESCALATION_MEDIA = ['email', 'sms', 'push'] as const;
export type EscalationMedium = (typeof ESCALATION_MEDIA)[number];

export interface EscalationStep {
  /** Minutes since the alert was raised. */
  readonly afterMinutes: number;
  /** Whether the person on call gets a message. */
  readonly onCall: boolean;
  readonly userIds: readonly UserId[];
  readonly media: readonly EscalationMedium[];
}

/** In the order of their minutes; none: alerts are not escalated. */
export type EscalationPolicy = readonly EscalationStep[];

const MINUTE_MS = 60_000;
export const MOST_STEPS = 10;
export const MOST_ESCALATION_MINUTES = 7 * 24 * 60;

export type PolicyFault = 'no-recipient' | 'no-medium' | 'steps-out-of-order';

export function checkPolicy(policy: EscalationPolicy): Result<null, PolicyFault> {
  if (policy.some(({ onCall, userIds }) => !onCall && userIds.length === 0)) return fail('no-recipient');
  if (policy.some(({ media }) => media.length === 0)) return fail('no-medium');
  const isInOrder = policy.every(({ afterMinutes }, at) => afterMinutes > (policy[at - 1]?.afterMinutes ?? 0));
  return isInOrder ? succeed(null) : fail('steps-out-of-order');
}

/** A step that was taken since the alert was raised last. */
export interface TakenStep {
  readonly step: number;
  readonly takenAt: number;
  /** A message of it could not be delivered. */
  readonly hasFailed: boolean;
}

/** An alert, as far as escalation looks at it. */
export type Escalatable = Silenceable & Pick<AlertLife, 'lastRaisedAt' | 'acknowledged' | 'endedAt' | 'closedAt'>;

/** The first instant from `at` on at which no silence covers the alert. */
function passSilences(at: number, silences: readonly Silence[], alert: Escalatable): number {
  const silence = findSilence(silences, alert, at);
  return silence ? passSilences(silence.untilAt, silences, alert) : at;
}

export interface NextStep {
  readonly step: number;
  /** In the past: it is due. */
  readonly at: number;
}

/**
 * The step that comes next. The minutes count from the time the alert was raised, or from the end of the silence in
 * which it was. After a late step, such as one that waited for a silence or a server, the next one keeps its distance;
 * after a step that could not be delivered it comes at once.
 */
export function findNextStep(
  policy: EscalationPolicy,
  alert: Escalatable,
  taken: readonly TakenStep[],
  silences: readonly Silence[],
  now: number,
): NextStep | null {
  const isOver = alert.acknowledged !== null || alert.endedAt !== null || alert.closedAt !== null;
  if (isOver || severityOf(alert.kind) === 'notice') return null;
  const last = taken.reduce<TakenStep | null>((one, other) => (one && one.step > other.step ? one : other), null);
  const step = last ? last.step + 1 : 0;
  const next = policy[step];
  if (!next) return null;
  const planned = passSilences(alert.lastRaisedAt, silences, alert) + next.afterMinutes * MINUTE_MS;
  const gapMinutes = next.afterMinutes - (policy[step - 1]?.afterMinutes ?? 0);
  const earliest = last ? last.takenAt + gapMinutes * MINUTE_MS : planned;
  const due = last?.hasFailed ? last.takenAt : Math.max(planned, earliest);
  const at = passSilences(due, silences, alert);
  return { step, at: at > now ? at : Math.max(at, findSilence(silences, alert, now)?.untilAt ?? at) };
}

/** A user of the company, with the media by which messages reach them. */
export interface Reachable {
  readonly userId: UserId;
  readonly isAdmin: boolean;
  readonly media: readonly EscalationMedium[];
}

export interface EscalationTo {
  readonly userId: UserId;
  readonly media: readonly EscalationMedium[];
}

/** Why a step goes to the administrators: no one is on call, or a person is gone or has no address for these media. */
export type AdminsReason = 'gap' | 'unreachable';

export interface Recipients {
  readonly to: readonly EscalationTo[];
  readonly reason: AdminsReason | null;
}

/** Who gets the messages of a step. `people` are the users of the company, `onCall` the person on call, null in a gap. */
export function chooseRecipients(
  { onCall: isToOnCall, userIds, media }: EscalationStep,
  onCall: UserId | null,
  people: readonly Reachable[],
): Recipients {
  const reach = (userId: UserId): EscalationTo[] => {
    const usable = people.find((person) => person.userId === userId)?.media.filter((one) => media.includes(one)) ?? [];
    return usable.length > 0 ? [{ userId, media: usable }] : [];
  };
  const wanted = [...new Set([...(isToOnCall && onCall !== null ? [onCall] : []), ...userIds])];
  const named = wanted.flatMap(reach);
  const isGap = isToOnCall && onCall === null;
  const isOnCallReached = !isToOnCall || named.some(({ userId }) => userId === onCall);
  if (named.length > 0 && isOnCallReached) return { to: named, reason: null };
  const admins = people
    .filter(({ userId, isAdmin }) => isAdmin && !named.some((each) => each.userId === userId))
    .flatMap((admin) => {
      const [one] = reach(admin.userId);
      return one ?? (admin.media.length > 0 ? { userId: admin.userId, media: admin.media } : []);
    });
  return { to: [...named, ...admins], reason: isGap ? 'gap' : 'unreachable' };
}
