import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { InputWatch } from './input-watch.ts';

const watches: InputWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.close();
});

/** An input whose oldest message has the age that the test sets; a reconnection makes its messages arrive again. */
function watchInput(state: { oldestMs: number; doorMs?: number; isAway?: boolean }, pauseMs = 60_000) {
  const lines: string[] = [];
  let reconnections = 0;
  const watch = new InputWatch({
    inputs: () => [
      {
        name: 'mqtt',
        oldestMs: () => state.oldestMs,
        reconnect: () => {
          reconnections += 1;
          return 1;
        },
      },
    ],
    doorMs: () => state.doorMs ?? 0,
    isDatabaseAway: () => state.isAway ?? false,
    log: pino({ base: null }, { write: (line) => lines.push(line) }),
    checkMs: 3_600_000,
    pauseMs,
  });
  watches.push(watch);
  return { watch, lines, count: () => reconnections };
}

test('[W-087] InputWatch reconnects an input without acknowledgements for 10 s, at most once a minute', () => {
  const state = { oldestMs: 9_000 };
  const { watch, lines, count } = watchInput(state);
  watch.check();
  expect([count(), lines]).toEqual([0, []]);
  state.oldestMs = 10_000;
  watch.check();
  watch.check();
  expect([count(), watch.reconnections]).toEqual([1, { mqtt: 1 }]);
  expect(lines.join()).toContain('no longer acknowledges');
  state.oldestMs = 0;
  watch.check();
  expect(lines.at(-1)).toContain('acknowledges messages again');
});

test('[W-087] InputWatch reconnects again after the pause', () => {
  const { watch, count } = watchInput({ oldestMs: 11_000 }, 0);
  watch.check();
  watch.check();
  expect(count()).toBe(2);
});

test('[W-087] InputWatch does not reconnect while the database is away, but reports and logs the age', () => {
  const { watch, lines, count } = watchInput({ oldestMs: 30_000, isAway: true });
  watch.check();
  expect([count(), watch.oldestSeconds]).toEqual([0, { mqtt: 30 }]);
  expect(lines).toHaveLength(1);
});

test('[W-087] InputWatch does not reconnect while the message still waits to be stored', () => {
  const { watch, count } = watchInput({ oldestMs: 30_000, doorMs: 29_990 });
  watch.check();
  expect(count()).toBe(0);
});
