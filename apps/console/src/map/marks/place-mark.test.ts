import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markPlace, usePlaceMark } from './place-mark.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const words = () => usePlaceMark.getState().place?.words ?? null;
const mark = (text: string) => markPlace({ lat: 36.1, lon: -96, words: text });

it('[P-018] a place is marked for seven seconds', () => {
  mark('Passage');
  vi.advanceTimersByTime(6999);
  expect(words()).toBe('Passage');
  vi.advanceTimersByTime(1);
  expect(words()).toBeNull();
});

it('another place is marked for its own seven seconds', () => {
  mark('first');
  vi.advanceTimersByTime(6000);
  mark('second');
  vi.advanceTimersByTime(6999);
  expect(words()).toBe('second');
  vi.advanceTimersByTime(1);
  expect(words()).toBeNull();
});

it('the same place again causes another flight', () => {
  mark('Passage');
  const before = usePlaceMark.getState().place;
  mark('Passage');
  expect(usePlaceMark.getState().place).not.toBe(before);
});
