import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { forgetRuns, putAll } from '#/features/runs/runs-store.ts';
import { trackPlain } from '../testing/track-plain.ts';
import { followWatchers } from './follow-watchers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  forgetRuns();
  deviceStore.clear();
});

it('[M-032] badges are drawn a second after runs or devices have changed, once for all that changed meanwhile', () => {
  const draw = vi.fn<() => void>();
  const stop = followWatchers(draw);
  vi.advanceTimersByTime(1000);
  expect(draw).toHaveBeenCalledTimes(1);
  putAll([trackPlain()]);
  vi.advanceTimersByTime(600);
  deviceStore.replaceAll([]);
  vi.advanceTimersByTime(399);
  expect(draw).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(draw).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(draw).toHaveBeenCalledTimes(2);
  stop();
  putAll([]);
  vi.advanceTimersByTime(60_000);
  expect(draw).toHaveBeenCalledTimes(2);
});
