import { describe, expect, test } from 'vitest';
import { correctTimes } from './finished.ts';
import { minute, straightRun } from '../testing/straight-run.ts';

const NOW = minute(600);
const [LAUNCH, RECEIVE, OTHER] = [minute(0), minute(500), minute(490)];
const run = { ...straightRun(), launchAt: LAUNCH, completedAt: RECEIVE };
const read = { launchAt: LAUNCH, completedAt: RECEIVE };
const correct = (base: typeof read, posted: typeof read, current = run) =>
  correctTimes({ current, base, posted, now: NOW });

describe('correctTimes', () => {
  test('applies changed times, and returns the same run when there are none', () => {
    expect(correct(read, { ...read, completedAt: OTHER })).toEqual({ ok: true, value: { ...run, completedAt: OTHER } });
    const same = correct(read, read);
    expect(same.ok && same.value).toBe(run);
  });

  test('keeps what others have changed meanwhile', () => {
    const launched = { ...run, launchAt: minute(-5) };
    expect(correct(read, { ...read, completedAt: OTHER }, launched)).toEqual({
      ok: true,
      value: { ...launched, completedAt: OTHER },
    });
  });

  test('two corrections of one time are a conflict, unless they agree', () => {
    const received = { ...run, completedAt: OTHER };
    expect(correct(read, { ...read, completedAt: minute(480) }, received)).toEqual({
      ok: false,
      failure: { kind: 'conflict' },
    });
    expect(correct(read, { ...read, completedAt: OTHER }, received)).toEqual({ ok: true, value: received });
  });

  test('checks the rules with the time that another user has changed', () => {
    const received = { ...run, completedAt: minute(10) };
    expect(correct(read, { ...read, launchAt: minute(11) }, received)).toEqual({
      ok: false,
      failure: {
        kind: 'refused',
        refusal: { code: 'times-refused', fault: { of: 'receive', code: 'receive-before-launch' } },
      },
    });
  });
});
