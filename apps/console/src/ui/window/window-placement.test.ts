import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findFixedSize,
  keepClear,
  keepInside,
  minWindow,
  moveWindow,
  placeBeside,
  placeFirst,
  resizeEdges,
  resizeWindow,
  stepAside,
  type Placement,
  type Size,
} from './window-placement.ts';

const layer: Size = { width: 1440, height: 852 };
const stream: Placement = { x: 560, y: 68, width: 840, height: 610 };

const anyPlacement = fc.record({
  x: fc.integer({ min: -3000, max: 5000 }),
  y: fc.integer({ min: -3000, max: 5000 }),
  width: fc.integer({ min: 0, max: 4000 }),
  height: fc.integer({ min: 0, max: 4000 }),
});
const anyLayer = fc.record({ width: fc.integer({ min: 200, max: 4000 }), height: fc.integer({ min: 200, max: 2500 }) });
const anyStep = fc.integer({ min: -5000, max: 5000 });

function expectInside(placed: Placement, within: Size) {
  expect(placed.x).toBeGreaterThanOrEqual(0);
  expect(placed.y).toBeGreaterThanOrEqual(0);
  expect(placed.x + placed.width).toBeLessThanOrEqual(within.width);
  expect(placed.y + placed.height).toBeLessThanOrEqual(within.height);
  expect(placed.width).toBeGreaterThanOrEqual(Math.min(minWindow.width, within.width));
  expect(placed.height).toBeGreaterThanOrEqual(Math.min(minWindow.height, within.height));
}

describe('a floating window stays inside its layer and above its minimum size', () => {
  it('a window stays inside its layer at any place', () => {
    fc.assert(
      fc.property(anyPlacement, anyLayer, (wanted, within) => expectInside(keepInside(wanted, within), within)),
    );
  });

  it('a window stays inside its layer after any move', () => {
    fc.assert(
      fc.property(anyPlacement, anyLayer, anyStep, anyStep, (wanted, within, dx, dy) => {
        expectInside(moveWindow(keepInside(wanted, within), dx, dy, within), within);
      }),
    );
  });

  it('a window stays inside its layer and above its minimum size after any resize', () => {
    fc.assert(
      fc.property(
        anyPlacement,
        anyLayer,
        fc.constantFrom(...resizeEdges),
        anyStep,
        anyStep,
        (wanted, within, edge, dx, dy) => {
          expectInside(resizeWindow(keepInside(wanted, within), edge, dx, dy, within), within);
        },
      ),
    );
  });

  it('a window fills a layer smaller than its minimum size', () => {
    expect(keepInside(stream, { width: 390, height: 280 })).toEqual({ x: 0, y: 0, width: 390, height: 280 });
  });

  it('a window keeps its size and place if both fit', () => {
    expect(keepInside(stream, layer)).toEqual(stream);
  });
});

describe('moving and resizing', () => {
  it('a move follows the pointer', () => {
    expect(moveWindow(stream, -100, 20, layer)).toEqual({ ...stream, x: 460, y: 88 });
  });

  it.each([
    ['e', 30, 99, { ...stream, width: 870 }],
    ['s', 99, 30, { ...stream, height: 640 }],
    ['se', -40, -10, { ...stream, width: 800, height: 600 }],
    ['w', -60, 99, { ...stream, x: 500, width: 900 }],
    ['n', 99, -28, { ...stream, y: 40, height: 638 }],
    ['nw', 10, 10, { x: 570, y: 78, width: 830, height: 600 }],
  ] as const)('a resize at %s moves only its own edges', (edge, dx, dy, expected) => {
    expect(resizeWindow(stream, edge, dx, dy, layer)).toEqual(expected);
  });

  it('a resize keeps the far edge when the near one is pushed past the minimum size or the layer', () => {
    const narrow = resizeWindow(stream, 'w', 5000, 0, layer);
    expect(narrow).toEqual({ ...stream, x: 980, width: 420 });
    const wide = resizeWindow(stream, 'nw', -5000, -5000, layer);
    expect(wide).toEqual({ x: 0, y: 0, width: 1400, height: 678 });
  });
});

describe('a window with fixed sizes', () => {
  const sizes = { maximisedHeight: 880, phone: { width: 420, height: 305, maximisedHeight: 400 } };
  const phone: Size = { width: 430, height: 932 };

  it('a fixed size on a phone is 420 x 305 over the map, maximised 400 high', () => {
    expect(findFixedSize(sizes, false, true, phone)).toEqual({ width: 420, height: 305 });
    expect(findFixedSize(sizes, true, true, phone)).toEqual({ width: 420, height: 400 });
  });

  it('a fixed size is as wide as a narrower phone', () => {
    expect(findFixedSize(sizes, false, true, { width: 390, height: 844 })).toEqual({ width: 390, height: 305 });
  });

  it('a fixed size is 880 px high when maximised on a desktop, or as high as the desktop', () => {
    expect(findFixedSize(sizes, true, false, { width: 1920, height: 1032 })).toEqual({ width: 1920, height: 880 });
    expect(findFixedSize(sizes, true, false, layer)).toEqual({ width: 1440, height: 852 });
  });

  it('a window without a fixed size uses its placement', () => {
    expect(findFixedSize(sizes, false, false, layer)).toBeUndefined();
    expect(findFixedSize({}, true, false, layer)).toBeUndefined();
    expect(findFixedSize({}, false, true, phone)).toBeUndefined();
  });
});

describe('the place of a new window', () => {
  it('a new window opens at the right of the layer', () => {
    expect(placeFirst({ width: 840, height: 610 }, layer)).toEqual({ x: 568, y: 32, width: 840, height: 610 });
  });

  it('a new window opens beside its parent window: left first, below last, if there is space', () => {
    const size = { width: 420, height: 560 };
    expect(placeBeside(size, stream, layer)).toEqual({ ...size, x: 124, y: 68 });
    expect(placeBeside(size, { ...stream, x: 40 }, layer)).toEqual({ ...size, x: 896, y: 68 });
    expect(placeBeside(size, { ...stream, x: 300, height: 200 }, layer)).toEqual({ ...size, x: 720, y: 284 });
  });

  it('a new window leaves the bar and the first rows of its parent visible if there is no space beside it', () => {
    const report = { x: 380, y: 32, width: 1028, height: 590 };
    expect(placeBeside({ width: 760, height: 480 }, report, layer)).toEqual({
      x: 380,
      y: 356,
      width: 760,
      height: 480,
    });
  });

  it('a new window avoids existing windows', () => {
    const first = { x: 100, y: 100, width: 500, height: 400 };
    const second = stepAside(first, [first], layer);
    expect(second).toMatchObject({ x: 128, y: 128 });
    expect(stepAside(first, [first, second], layer)).toMatchObject({ x: 156, y: 156 });
  });

  it('a new window starts again at the top left when the layer ends', () => {
    const last = { x: 930, y: 440, width: 500, height: 400 };
    expect(stepAside(last, [last], layer)).toMatchObject({ x: 16, y: 16 });
  });

  it('a new window keeps its default place if nothing is in the way', () => {
    expect(stepAside(stream, [{ ...stream, x: 0 }], layer)).toEqual(stream);
  });
});

describe('a floating window that opens', () => {
  const card: Placement = { x: 900, y: 16, width: 352, height: 152 };
  const wide: Size = { width: 1280, height: 752 };
  const place = (width: number, height: number, clear = [card]) =>
    keepClear(placeFirst({ width, height }, wide), clear, wide);

  it('[W-152] a new window opens below the run cards if there is space', () => {
    expect(place(700, 480)).toEqual({ x: 548, y: 184, width: 700, height: 480 });
  });

  it('[W-152] a new window opens left of the run cards if it is too high for the space below', () => {
    expect(place(700, 640)).toEqual({ x: 184, y: 32, width: 700, height: 640 });
  });

  it('[W-152] a new window opens lower than usual if it is too wide as well', () => {
    expect(place(1028, 640)).toEqual({ x: 220, y: 184, width: 1028, height: 552 });
  });

  it('[W-152] a new window opens at its usual place if no run card is in the way', () => {
    expect(place(700, 640, [])).toEqual(placeFirst({ width: 700, height: 640 }, wide));
    expect(place(700, 640, [{ x: 0, y: 700, width: 100, height: 40 }])).toEqual(
      placeFirst({ width: 700, height: 640 }, wide),
    );
  });

  it('[W-152] a new window stays inside its layer, whatever must stay visible', () => {
    fc.assert(
      fc.property(anyPlacement, fc.array(anyPlacement, { maxLength: 4 }), anyLayer, (wanted, clear, within) =>
        expectInside(keepClear(wanted, clear, within), within),
      ),
    );
  });
});
