import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LateReload } from './late-reload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('reloads once for the events within a rest, and again for a later one', () => {
  const reload = vi.fn<() => void>();
  const late = new LateReload(reload, 500);
  late.soon();
  vi.advanceTimersByTime(499);
  late.soon();
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);
  late.soon();
  vi.advanceTimersByTime(500);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('reloads neither after a stop nor for an event after it', () => {
  const reload = vi.fn<() => void>();
  const late = new LateReload(reload, 500);
  late.soon();
  late.stop();
  late.soon();
  vi.advanceTimersByTime(5000);
  expect(reload).not.toHaveBeenCalled();
});
