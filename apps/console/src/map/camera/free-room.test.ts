import fc from 'fast-check';
import { expect, it } from 'vitest';
import { overlap } from '../signs/box-grid.ts';
import { findRoom, offsetTo, padPart, toArea, toBox } from './free-room.ts';

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

it('[W-290] findRoom returns a part of the area that nothing covers, and none is larger', () => {
  const anyCover = fc
    .record({
      x: fc.integer({ min: -200, max: 1400 }),
      y: fc.integer({ min: -200, max: 800 }),
      width: fc.integer({ min: 20, max: 700 }),
      height: fc.integer({ min: 20, max: 500 }),
    })
    .map(toBox);
  fc.assert(
    fc.property(fc.array(anyCover, { maxLength: 6 }), (covers) => {
      const room = findRoom(area, covers);
      const free = (box: typeof area) => covers.every((cover) => !overlap(cover, box));
      const sizeOf = (box: typeof area) => (box.right - box.left) * (box.bottom - box.top);
      const isInside = ({ left, top, right, bottom }: typeof area) =>
        left >= area.left && right <= area.right && top >= area.top && bottom <= area.bottom;
      expect(room === null || (free(room) && isInside(room))).toBe(true);
      const most = room ? sizeOf(room) : 0;
      const edges = [area, ...covers];
      const larger = edges
        .flatMap(({ top }) => edges.map(({ left }) => ({ left, top, right: area.right, bottom: area.bottom })))
        .filter((box) => isInside(box) && box.right - box.left >= 140 && box.bottom - box.top >= 140 && free(box))
        .filter((box) => sizeOf(box) > most);
      expect(larger).toEqual([]);
    }),
  );
});

it('[W-290] findRoom prefers the part in which the shape is largest', () => {
  const cards = [toBox({ x: 700, y: 60, width: 740, height: 300 })];
  expect(findRoom(area, cards, { width: 1, height: 3 })).toEqual({ ...area, right: 700 });
  expect(findRoom(area, cards, { width: 5, height: 1 })).toEqual({ ...area, top: 360 });
});

it('[W-290] a fitted view has a margin for the markers at its edges, and on the left for the controls', () => {
  expect(padPart(area, size)).toEqual({ top: 88, right: 40, bottom: 276, left: 452 });
  expect(padPart(area, size, 60)).toEqual({ top: 148, right: 100, bottom: 336, left: 512 });
});

it('[W-290] the margins leave half of a narrow part free', () => {
  const narrow = { left: 0, top: 200, right: 390, bottom: 360 };
  const { top, right, bottom, left } = padPart(narrow, { width: 390, height: 800 }, 60);
  expect([top, bottom]).toEqual([240, 480]);
  expect(390 - left - right).toBeGreaterThanOrEqual(195);
});
