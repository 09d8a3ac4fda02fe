import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkPolicy,
  chooseRecipients,
  findNextStep,
  type Escalatable,
  type EscalationPolicy,
  type EscalationStep,
  type Reachable,
  type TakenStep,
} from './escalation.ts';
import type { Silence } from './silence.ts';

const T0 = Date.UTC(2026, 2, 18, 12);
const MINUTE = 60_000;
const [ANN, BOB, ADA] = [1, 2, 9];
const step = (afterMinutes: number, other: Partial<EscalationStep> = {}): EscalationStep => ({
  afterMinutes,
  onCall: true,
  userIds: [],
  media: ['email'],
  ...other,
});
const policy: EscalationPolicy = [step(5), step(15), step(45)];
const alert: Escalatable = {
  groupId: 3,
  pathId: 5,
  markerName: null,
  uid: null,
  kind: 'pig-stopped',
  lastRaisedAt: T0,
  acknowledged: null,
  endedAt: null,
  closedAt: null,
};
const took = (at: number, minutes: number, hasFailed = false): TakenStep => ({
  step: at,
  takenAt: T0 + minutes * MINUTE,
  hasFailed,
});
const silence = (from: number, until: number, other: Partial<Silence> = {}): Silence => ({
  groupId: 3,
  pathId: null,
  markerName: null,
  uid: null,
  kind: null,
  fromAt: T0 + from * MINUTE,
  untilAt: T0 + until * MINUTE,
  ...other,
});
/** Number and minute of the next step. */
function next(taken: readonly TakenStep[], now: number, silences: readonly Silence[] = [], of = alert) {
  const found = findNextStep(policy, of, taken, silences, T0 + now * MINUTE);
  return found && [found.step, (found.at - T0) / MINUTE];
}

describe('the next step', () => {
  test('[W-351] each step is due at its minutes after the alert was raised', () => {
    expect(next([], 0)).toEqual([0, 5]);
    expect(next([took(0, 5)], 5)).toEqual([1, 15]);
    expect(next([took(0, 5), took(1, 15)], 15)).toEqual([2, 45]);
    expect(next([took(0, 5), took(1, 15), took(2, 45)], 99)).toBeNull();
  });

  test('[W-351] after a late step the next one keeps its distance', () => {
    expect(next([took(0, 60)], 60)).toEqual([1, 70]);
  });

  test.each([
    ['acknowledged', { acknowledged: { userId: ANN, name: 'Ann', at: T0, note: '' } }],
    ['over', { endedAt: T0 }],
    ['closed', { endedAt: T0, closedAt: T0 }],
    ['a fact', { kind: 'arriving-15' }],
    ['a fact of a pig that moves again', { kind: 'pig-resumed' }],
  ] as const)('[W-353] an alert that is %s has no further step', (_what, change) => {
    expect(next([], 60, [], { ...alert, ...change })).toBeNull();
  });

  test('[W-353] an alert that was raised in a silence counts its minutes from the end of the silence', () => {
    expect(next([], 1, [silence(-10, 30)])).toEqual([0, 35]);
    expect(next([], 1, [silence(-10, 30), silence(20, 40)])).toEqual([0, 45]);
  });

  test('[W-353] a silence that begins later holds the step until its end', () => {
    expect(next([took(0, 5)], 12, [silence(12, 30)])).toEqual([1, 30]);
    expect(next([], 8, [silence(7, 30)])).toEqual([0, 30]);
    expect(next([], 8, [silence(7, 30, { kind: 'pig-late' })])).toEqual([0, 5]);
  });

  test('[W-355] a step that could not be delivered makes the next one due at once', () => {
    expect(next([took(0, 5, true)], 6)).toEqual([1, 5]);
    expect(next([took(0, 5, true), took(1, 6)], 7)).toEqual([2, 45]);
  });
});

test.each([
  [[step(5, { onCall: false })], 'no-recipient'],
  [[step(5, { media: [] })], 'no-medium'],
  [[step(5), step(5)], 'steps-out-of-order'],
  [[step(0)], 'steps-out-of-order'],
] as const)('a policy is refused: %j', (refused, failure) => {
  expect(checkPolicy(refused)).toEqual({ ok: false, failure });
});

describe('the recipients of a step', () => {
  const people: Reachable[] = [
    { userId: ANN, isAdmin: false, media: ['email', 'sms'] },
    { userId: BOB, isAdmin: false, media: ['email'] },
    { userId: ADA, isAdmin: true, media: ['email'] },
  ];

  test('[W-351] the person on call and the named users, each by the media that reach them', () => {
    expect(chooseRecipients(step(5, { userIds: [BOB], media: ['email', 'sms'] }), ANN, people)).toEqual({
      to: [
        { userId: ANN, media: ['email', 'sms'] },
        { userId: BOB, media: ['email'] },
      ],
      reason: null,
    });
  });

  test.each<[string, EscalationStep, number | null, string]>([
    ['no one is on call', step(5), null, 'gap'],
    ['the person on call is no longer in the company', step(5), 77, 'unreachable'],
    ['the person on call has no phone for a text message', step(5, { media: ['sms'] }), BOB, 'unreachable'],
    ['no named user is left', step(5, { onCall: false, userIds: [77] }), ANN, 'unreachable'],
  ])('[W-354] administrators get the step if %s', (_what, of, onCall, reason) => {
    expect(chooseRecipients(of, onCall, people)).toEqual({ to: [{ userId: ADA, media: ['email'] }], reason });
  });

  test('[W-354] in a gap named users get the step beside the administrators', () => {
    const { to } = chooseRecipients(step(5, { userIds: [BOB] }), null, people);
    expect(to.map(({ userId }) => userId)).toEqual([BOB, ADA]);
  });
});

/** What a server does that looks now and then, in silences and with failures. */
const looks = fc.array(fc.record({ minutes: fc.integer({ min: 0, max: 20 }), fails: fc.boolean() }), { maxLength: 60 });
const silencesOf = fc.array(
  fc
    .tuple(fc.integer({ min: -30, max: 200 }), fc.integer({ min: 1, max: 60 }))
    .map(([from, minutes]) => silence(from, from + minutes)),
  { maxLength: 4 },
);

test('[W-351, W-353, W-355] steps are taken once and in order, never before their time unless one failed, never in a silence', () => {
  fc.assert(
    fc.property(looks, silencesOf, (all, silences) => {
      const taken: TakenStep[] = [];
      let now = T0;
      for (const { minutes, fails } of all) {
        now += minutes * MINUTE;
        const found = findNextStep(policy, alert, taken, silences, now);
        if (!found || found.at > now) continue;
        expect(found.step).toBe(taken.length);
        expect(silences.some(({ fromAt, untilAt }) => fromAt <= now && now < untilAt)).toBe(false);
        const least = taken.at(-1)?.hasFailed ? 0 : (policy[found.step]?.afterMinutes ?? 0);
        expect(now - T0).toBeGreaterThanOrEqual(least * MINUTE);
        taken.push({ step: found.step, takenAt: now, hasFailed: fails });
      }
      const end = Math.max(now, ...silences.map(({ untilAt }) => untilAt)) + 60 * MINUTE;
      const rest = findNextStep(policy, alert, taken, silences, end);
      expect(rest === null).toBe(taken.length === policy.length);
      expect(rest?.at ?? end).toBeLessThanOrEqual(end);
    }),
  );
});
