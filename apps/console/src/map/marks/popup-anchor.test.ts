import { expect, it } from 'vitest';
import { chooseAnchor } from './popup-anchor.ts';

const POPUP = { width: 300, height: 226 };
/** What run cards and table leave of the map at 1280 × 800. */
const room = { left: 12, top: 180, right: 1268, bottom: 475 };

const anchorAt = (x: number, y: number, box = room) => chooseAnchor({ x, y }, POPUP, box, 24);

it('[W-147] the popup of a device stands beside it where there is no room above or below', () => {
  expect(anchorAt(640, 327)).toBe('left');
  expect(anchorAt(1100, 327)).toBe('right');
});

it('[W-147] the popup of a device stands above it, or below it, where there is room', () => {
  expect(anchorAt(640, 460)).toBe('bottom');
  expect(anchorAt(640, 190)).toBe('top');
});

it('[W-147] the popup of a device at a corner of the map stands toward the middle', () => {
  const large = { left: 12, top: 12, right: 1268, bottom: 475 };
  expect(anchorAt(40, 30, large)).toBe('top-left');
  expect(anchorAt(1240, 460, large)).toBe('bottom-right');
});

it('[W-147] no side is chosen for a place that is out of sight', () => {
  expect(anchorAt(640, 2000)).toBeUndefined();
});
