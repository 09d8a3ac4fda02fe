import { REFRESH_MS } from '@waymark/domain/stream/spans';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RefreshLoop } from './session-refresh.ts';

const UNSEEN_MS = 1000;

/** A loop whose frames come when the test says so. */
function makeLoop() {
  const frames: (() => void)[] = [];
  const step = vi.fn<() => void>();
  const requestFrame = (run: () => void) => {
    frames.push(run);
    return () => frames.splice(frames.indexOf(run), 1);
  };
  const loop = new RefreshLoop({ now: Date.now, requestFrame }, step);
  /** Time passes, then the browser draws. */
  const pass = (ms: number) => {
    vi.advanceTimersByTime(ms);
    for (const run of frames.splice(0)) run();
  };
  return { loop, step, frames, pass };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('a visible window is refreshed at its pace, with the frames of the browser', () => {
  const { loop, step, frames } = makeLoop();
  loop.start(true);
  vi.advanceTimersByTime(REFRESH_MS - 1);
  expect(frames).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect([frames.length, step.mock.calls.length]).toEqual([1, 0]);
  frames.splice(0)[0]?.();
  expect(step).toHaveBeenCalledOnce();
});

it('a window that is not visible is refreshed once a second, without frames', () => {
  const { loop, step, frames } = makeLoop();
  loop.start(false);
  vi.advanceTimersByTime(3 * UNSEEN_MS);
  expect([step.mock.calls.length, frames.length]).toEqual([3, 0]);
});

it('a late frame does not delay the refreshes after it', () => {
  const { loop, step, pass } = makeLoop();
  loop.start(true);
  pass(REFRESH_MS + 100);
  expect(step).toHaveBeenCalledTimes(1);
  pass(REFRESH_MS - 100);
  expect(step).toHaveBeenCalledTimes(2);
});

it('refreshes that a busy page has missed are not made up for', () => {
  const { loop, step, pass } = makeLoop();
  loop.start(true);
  vi.advanceTimersByTime(REFRESH_MS);
  vi.setSystemTime(Date.now() + 10 * REFRESH_MS);
  pass(0);
  expect(step).toHaveBeenCalledTimes(1);
  for (let at = 0; at < 10; at++) pass(0);
  expect(step).toHaveBeenCalledTimes(2);
});

it('a window that becomes visible changes its pace at once', () => {
  const { loop, step, pass } = makeLoop();
  loop.start(false);
  vi.advanceTimersByTime(UNSEEN_MS - 500);
  loop.setSeen(true);
  for (let at = 0; at < 3; at++) pass(REFRESH_MS);
  expect(step).toHaveBeenCalledTimes(3);
  // The slow refresh that was due now does not come.
  pass(500 - 3 * REFRESH_MS);
  expect(step).toHaveBeenCalledTimes(3);
});

it('the same pace again does not delay the next refresh', () => {
  const { loop, step } = makeLoop();
  loop.start(false);
  for (let at = 0; at < 4; at++) {
    vi.advanceTimersByTime(UNSEEN_MS / 4);
    loop.setSeen(false);
  }
  expect(step).toHaveBeenCalledOnce();
});

it('a stopped loop neither steps nor asks for a frame, also one that was asked for', () => {
  const { loop, step, frames, pass } = makeLoop();
  loop.start(true);
  vi.advanceTimersByTime(REFRESH_MS);
  loop.stop();
  expect(frames).toHaveLength(0);
  pass(10 * REFRESH_MS);
  expect(step).not.toHaveBeenCalled();
});
