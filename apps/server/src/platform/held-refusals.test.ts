import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HeldRefusals } from './held-refusals.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const fill = (held: HeldRefusals, client: string, times: number) => {
  const [refuse, end] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const releases = Array.from({ length: times }, () => held.hold(client, { refuse, end }));
  return { refuse, end, releases };
};

it('[W-178] a refusal waits for the delay, and those above the limit of a client end at once', () => {
  const held = new HeldRefusals(1000, 2);
  const one = fill(held, 'one', 3);
  const other = fill(held, 'other', 1);
  expect([one.refuse, one.end, other.end].map((each) => each.mock.calls.length)).toEqual([0, 1, 0]);
  vi.advanceTimersByTime(1000);
  expect([one.refuse, one.end, other.refuse].map((each) => each.mock.calls.length)).toEqual([2, 1, 1]);
  expect(fill(held, 'one', 2).end).not.toHaveBeenCalled();
});

it('[W-178] a connection that has closed frees its place once, and is not refused any more', () => {
  const held = new HeldRefusals(1000, 2);
  const { refuse, releases } = fill(held, 'one', 2);
  for (const release of [releases[0], releases[0]]) release?.();
  expect(fill(held, 'one', 2).end).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(refuse).toHaveBeenCalledTimes(1);
});
