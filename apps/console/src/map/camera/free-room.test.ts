import { expect, it } from 'vitest';
import { findRoom, offsetTo, toArea, toBox } from './free-room.ts';

const size = { width: 1440, height: 850 };
const area = toArea({ top: 48, right: 0, bottom: 236, left: 380 }, size);

it('findRoom returns the whole uncovered area without windows', () => {
  expect(findRoom(area, [])).toEqual({ left: 380, top: 48, right: 1440, bottom: 614 });
  expect(offsetTo(area, size)).toEqual([190, -94]);
});

it('findRoom returns the largest area beside a window', () => {
  expect(findRoom(area, [toBox({ x: 400, y: 60, width: 500, height: 560 })])).toEqual({ ...area, left: 900 });
  expect(findRoom(area, [toBox({ x: 900, y: 60, width: 540, height: 560 })])).toEqual({ ...area, right: 900 });
  expect(findRoom(area, [toBox({ x: 380, y: 300, width: 1060, height: 400 })])).toEqual({ ...area, bottom: 300 });
});

it('findRoom avoids several windows together', () => {
  const windows = [
    toBox({ x: 380, y: 48, width: 300, height: 300 }),
    toBox({ x: 700, y: 200, width: 300, height: 300 }),
  ];
  expect(findRoom(area, windows)).toEqual({ ...area, left: 1000 });
});

it('findRoom is null if no side has enough space', () => {
  expect(findRoom(area, [toBox({ x: 0, y: 0, ...size })])).toBeNull();
  expect(findRoom(area, [toBox({ x: 400, y: 60, width: 1000, height: 540 })])).toBeNull();
});
