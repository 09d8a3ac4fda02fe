import { expect, test } from 'vitest';
import { createLatestClock } from './latest-clock.ts';

test('[W-094] the clock continues when the system clock is set back, and follows it when it is set forward', () => {
  const HOUR = 3_600_000;
  let [wall, elapsed] = [10 * HOUR, 0];
  const clock = createLatestClock(
    () => wall,
    () => elapsed,
  );
  const pass = (ms: number) => [(wall += ms), (elapsed += ms)];
  pass(1000);
  expect(clock()).toBe(10 * HOUR + 1000);
  wall -= HOUR;
  pass(1000);
  expect(clock()).toBe(10 * HOUR + 2000);
  wall += 3 * HOUR;
  expect(clock()).toBe(12 * HOUR + 2000);
});
