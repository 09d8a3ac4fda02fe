import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  acknowledge,
  beginLife,
  close,
  end,
  markNotified,
  raise,
  RECURS_WITHIN_MS,
  settle,
  stateOf,
  UNANSWERED_CLOSES_AFTER_MS,
  type AlertLife,
} from './alert-life.ts';

const T0 = Date.UTC(2026, 2, 18);
const MINUTE = 60_000;
const ann = { userId: 1, name: 'Ann', at: T0 + MINUTE, note: 'on my way' };
const bob = { ...ann, userId: 2, name: 'Bob' };

function must<Value>(result: { readonly ok: boolean; readonly value?: Value }): Value {
  if (!result.ok || result.value === undefined) throw new Error('refused');
  return result.value;
}
const answered = (life: AlertLife, by = ann) => must(acknowledge(life, by));

test('[W-320] an alert is raised, notified, acknowledged, ended and closed', () => {
  const raised = beginLife('pig-stopped', T0);
  const notified = markNotified(raised, T0 + 1);
  const acknowledged = answered(notified);
  const ended = end(acknowledged, T0 + 2 * MINUTE);
  const closed = settle(ended, T0 + 2 * MINUTE + RECURS_WITHIN_MS);
  expect([raised, notified, acknowledged, ended, closed].map(stateOf)).toEqual([
    'raised',
    'notified',
    'acknowledged',
    'ended',
    'closed',
  ]);
});

test('[W-322] the first acknowledgement counts, and the second user is told who was first', () => {
  const first = answered(beginLife('pig-late', T0));
  expect(acknowledge(first, bob)).toEqual({ ok: false, failure: { code: 'acknowledged', by: ann } });
});

test('[W-321] a cause that recurs within an hour keeps its alert and the acknowledgement, and is counted', () => {
  const ended = end(answered(beginLife('agm-offline', T0)), T0 + 10 * MINUTE);
  const again = raise(ended, 'agm-offline', T0 + 10 * MINUTE + RECURS_WITHIN_MS - 1);
  expect(again).toMatchObject({ count: 2, raisedAt: T0, endedAt: null, acknowledged: ann });
});

test('[W-321] a cause that recurs later asks for another acknowledgement', () => {
  const ended = end(answered(markNotified(beginLife('agm-offline', T0), T0)), T0 + 10 * MINUTE);
  const again = raise(ended, 'agm-offline', T0 + 10 * MINUTE + RECURS_WITHIN_MS);
  expect(again).toMatchObject({ count: 2, acknowledged: null });
  expect(stateOf(again)).toBe('raised');
});

test('an alert whose cause holds cannot be closed', () => {
  expect(close(beginLife('pig-late', T0), T0 + 1)).toEqual({ ok: false, failure: 'holds' });
});

test('the alert of a plain fact closes when it ends', () => {
  expect(stateOf(end(beginLife('arriving-15', T0), T0 + MINUTE))).toBe('closed');
});

test('an alert without acknowledgement closes a day after its cause', () => {
  const ended = end(beginLife('pig-late', T0), T0);
  expect(stateOf(settle(ended, T0 + UNANSWERED_CLOSES_AFTER_MS - 1))).toBe('ended');
  expect(stateOf(settle(ended, T0 + UNANSWERED_CLOSES_AFTER_MS))).toBe('closed');
});

const step = fc.record({
  act: fc.constantFrom('begin', 'end', 'notify', 'ann', 'bob', 'close', 'settle'),
  minutes: fc.nat({ max: 90 }),
});

interface World {
  readonly lives: readonly AlertLife[];
  readonly holds: boolean;
  readonly now: number;
}

/** One cause with all its alerts; the last one may be open. */
function take({ lives, holds, now: before }: World, { act, minutes }: { act: string; minutes: number }): World {
  const now = before + minutes * MINUTE;
  const last = lives.at(-1) ?? null;
  const put = (life: AlertLife) => ({ lives: [...lives.slice(0, -1), life], holds, now });
  const isOpen = last !== null && last.closedAt === null;
  if (act === 'begin') {
    const life = raise(last, 'pig-late', now);
    return { lives: isOpen ? [...lives.slice(0, -1), life] : [...lives, life], holds: true, now };
  }
  if (!last) return { lives, holds, now };
  if (act === 'end') return { ...put(end(last, now)), holds: false };
  if (act === 'notify') return put(markNotified(last, now));
  if (act === 'settle') return put(settle(last, now));
  const result = act === 'close' ? close(last, now) : acknowledge(last, { ...(act === 'ann' ? ann : bob), at: now });
  return result.ok ? put(result.value) : { lives, holds, now };
}

const worlds = fc
  .array(step, { maxLength: 60 })
  .map((steps) =>
    steps.reduce<World[]>((all, each) => [...all, take(all.at(-1) ?? { lives: [], holds: false, now: T0 }, each)], []),
  );

test('[W-320] a cause that holds has exactly one alert that is neither ended nor closed, and never two open ones', () => {
  fc.assert(
    fc.property(worlds, (history) => {
      for (const { lives, holds } of history) {
        expect(lives.filter(({ endedAt, closedAt }) => endedAt === null && closedAt === null)).toHaveLength(
          holds ? 1 : 0,
        );
        expect(lives.filter(({ closedAt }) => closedAt === null).length).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('[W-322] an acknowledgement is never replaced by that of another user while the alert is the same', () => {
  fc.assert(
    fc.property(worlds, (history) => {
      const pairs = history.flatMap(({ lives }, at) => {
        const [before, after] = [history[at - 1]?.lives.at(-1), lives.at(-1)];
        const isSame = before && before.raisedAt === after?.raisedAt && before.count === after.count;
        return isSame && before.acknowledged ? [[before.acknowledged, after.acknowledged]] : [];
      });
      for (const [before, after] of pairs) expect(after).toEqual(before);
    }),
  );
});
