import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../camera/free-room.ts';
import { overlap } from '../signs/box-grid.ts';
import { placeLabels, signBox, type LabelWish } from './place-labels.ts';

const area: Box = { left: 0, top: 0, right: 1000, bottom: 600 };
const wish = (id: number, x: number, y: number): LabelWish => ({ id, at: { x, y }, width: 120, height: 22 });

const anyWishes = fc
  .array(fc.record({ x: fc.integer({ min: 0, max: 1000 }), y: fc.integer({ min: 0, max: 600 }) }), { maxLength: 60 })
  .map((places) => places.map(({ x, y }, id) => wish(id, x, y)));
const anyTaken = fc
  .array(fc.record({ x: fc.integer({ min: 0, max: 1000 }), y: fc.integer({ min: 0, max: 600 }) }), { maxLength: 60 })
  .map((places) => places.map(signBox));

describe('labels on the map', () => {
  it('[W-285] no label covers another label, a sign that has a label, or anything that is taken', () => {
    fc.assert(
      fc.property(anyWishes, anyTaken, (wishes, taken) => {
        const labels = placeLabels(wishes, taken, area);
        const obstacles = [...taken, ...wishes.map(({ at }) => signBox(at))];
        for (const [index, { box }] of labels.entries()) {
          expect([box.left >= 0, box.top >= 0, box.right <= 1000, box.bottom <= 600]).toEqual([true, true, true, true]);
          for (const other of [...obstacles, ...labels.slice(index + 1).map((label) => label.box)])
            expect(overlap(box, other)).toBe(false);
        }
      }),
    );
  });

  it('[W-285] a label farther away has a line from its sign to its edge', () => {
    const around = [-1, 0, 1].flatMap((across) =>
      [-1, 0, 1].map((down) => signBox({ x: 500 + across * 34, y: 300 + down * 34 })),
    );
    const [near] = placeLabels([wish(1, 500, 300)], [], area);
    expect(near).toMatchObject({ leader: null, box: { bottom: 281 } });
    const [far] = placeLabels([wish(1, 500, 300)], around, area);
    if (!far?.leader) throw new Error('there is no line');
    const [from, to] = far.leader;
    expect(Math.hypot(from.x - 500, from.y - 300)).toBeCloseTo(16, 6);
    expect([to.x >= far.box.left && to.x <= far.box.right, to.y >= far.box.top && to.y <= far.box.bottom]).toEqual([
      true,
      true,
    ]);
  });

  it('[W-285] those that come first have room first', () => {
    const crowd = Array.from({ length: 60 }, (_, id) => wish(id, 500, 300));
    const placed = placeLabels(crowd, [], area).map(({ id }) => id);
    expect(placed.length).toBeGreaterThan(10);
    expect(placed.length).toBeLessThan(60);
    expect(placed[0]).toBe(0);
  });

  it('a label keeps its side while there is room', () => {
    const [first] = placeLabels([wish(1, 500, 300)], [signBox({ x: 500, y: 270 })], area);
    if (!first) throw new Error('there is no label');
    const again = placeLabels([wish(1, 501, 300)], [], area, new Map([[1, first.candidate]]));
    expect(again[0]?.candidate).toBe(first.candidate);
    expect(placeLabels([wish(1, 501, 300)], [], area)[0]?.candidate).not.toBe(first.candidate);
  });
});
