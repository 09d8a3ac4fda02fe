import type { MapMouseEvent } from 'maplibre-gl';
import { expect, it, vi } from 'vitest';
import { isClickTaken, takeMapClicks } from './map-clicks.ts';

const click = {} as MapMouseEvent;
const takes = (result: boolean) => vi.fn<(event: MapMouseEvent) => boolean>(() => result);

it('a click is offered to the handler that was registered last, and to the others only if that one leaves it', () => {
  const [first, second] = [takes(true), takes(false)];
  const stops = [takeMapClicks(first), takeMapClicks(second)];
  expect(isClickTaken(click)).toBe(true);
  expect([first, second].map(({ mock }) => mock.calls)).toEqual([[[click]], [[click]]]);
  second.mockReturnValue(true);
  isClickTaken(click);
  expect(first).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});

it('a click that no handler takes is left to the devices', () => {
  const stop = takeMapClicks(takes(false));
  expect(isClickTaken(click)).toBe(false);
  stop();
});

it('a handler gets no clicks after it was unregistered, and the others still do', () => {
  const [first, second] = [takes(true), takes(true)];
  const stopFirst = takeMapClicks(first);
  const stopSecond = takeMapClicks(second);
  stopFirst();
  expect(isClickTaken(click)).toBe(true);
  stopSecond();
  expect(isClickTaken(click)).toBe(false);
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});
