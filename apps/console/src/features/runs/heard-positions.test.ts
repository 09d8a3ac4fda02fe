import { afterEach, expect, it } from 'vitest';
import type { DataOf } from '#/live/hub-event.ts';
import { forgetPosition, hearPosition, readPosition, useHeardPositions } from './heard-positions.ts';

const UPDATE: DataOf<'ReceivePigRunUpdate'> = {
  runId: 41,
  messagegName: 'UpdateLocationV2',
  lat: 36.1,
  lon: -97,
  serverTime: '2026-03-18 08:00:00.250',
  nextETA: '60',
  completeETA: '3600',
  speed: 2.5,
};

afterEach(() => useHeardPositions.setState(useHeardPositions.getInitialState(), true));

it('reads place, time, speed and both ETAs of a position', () => {
  expect(readPosition(UPDATE)).toEqual({
    at: Date.UTC(2026, 2, 18, 8, 0, 0, 250),
    place: { lat: 36.1, lon: -97 },
    speed: 2.5,
    isPaused: false,
    nextS: 60,
    endS: 3600,
  });
});

it.each(['lat', 'lon', 'serverTime', 'nextETA', 'completeETA'] as const)('is no position without %s', (field) => {
  const { [field]: _left, ...rest } = UPDATE;
  expect(readPosition(rest)).toBeNull();
});

it('takes a position without a speed as one of a pig that stands', () => {
  const { speed: _left, ...rest } = UPDATE;
  expect(readPosition(rest)?.speed).toBe(0);
});

it('stores one position per run, the last one, and forgets only that of the given run', () => {
  const position = readPosition(UPDATE);
  if (!position) throw new Error('no position');
  hearPosition(41, position);
  hearPosition(42, position);
  hearPosition(41, { ...position, speed: 9 });
  expect(useHeardPositions.getState().byRun.get(41)?.speed).toBe(9);
  forgetPosition(41);
  expect([...useHeardPositions.getState().byRun.keys()]).toEqual([42]);
});
