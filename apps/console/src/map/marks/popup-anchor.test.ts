import { expect, it } from 'vitest';
import { chooseAnchor } from './popup-anchor.ts';

const POPUP = { width: 300, height: 226 };
/** The part of the map that run cards and table leave at 1280 × 800. */
const room = { left: 12, top: 180, right: 1268, bottom: 475 };

const anchorAt = (x: number, y: number, box = room) => chooseAnchor({ x, y }, POPUP, box, 24);

it('[W-147] the popup of a device is beside it if there is no space above or below', () => {
  expect(anchorAt(640, 327)).toBe('left');
  expect(anchorAt(1100, 327)).toBe('right');
});

it('[W-147] the popup of a device is above it, or below it, if there is space', () => {
  expect(anchorAt(640, 460)).toBe('bottom');
  expect(anchorAt(640, 190)).toBe('top');
});

it('[W-147] the popup of a device at a corner of the map points to the middle', () => {
  const large = { left: 12, top: 12, right: 1268, bottom: 475 };
  expect(anchorAt(40, 30, large)).toBe('top-left');
  expect(anchorAt(1240, 460, large)).toBe('bottom-right');
});

it('[W-147] the popup of a device out of view has no preferred side', () => {
  expect(anchorAt(640, 2000)).toBeUndefined();
});
