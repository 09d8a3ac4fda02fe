import { expect, it } from 'vitest';
import { placeToasts } from './toast-place.ts';

const screen = { width: 1280, height: 800 };
const toast = { width: 400, height: 40 };
const corner = { right: 16, bottom: 16 };

it('[W-148] toasts are at the lower right if there is no control', () => {
  expect(placeToasts(toast, screen, [], corner)).toEqual(corner);
});

it('[W-148] toasts are above the bar of a closed table', () => {
  const arrow = { x: 1246, y: 766, width: 24, height: 24 };
  expect(placeToasts(toast, screen, [arrow], corner)).toEqual({ right: 16, bottom: 40 });
});

it('[W-148] toasts use another column if the right one is full of controls', () => {
  const column = { x: 1000, y: 0, width: 200, height: 800 };
  expect(placeToasts(toast, screen, [column], corner)).toEqual({ right: 440, bottom: 16 });
});

it('[W-148] toasts keep their place while they cover no control', () => {
  expect(placeToasts(toast, screen, [], { right: 16, bottom: 240 })).toEqual({ right: 16, bottom: 240 });
});

it('[W-148] toasts cover the fewest controls if every place has some', () => {
  const everywhere = { x: 0, y: 0, width: 1280, height: 800 };
  const bar = { x: 0, y: 740, width: 1280, height: 60 };
  expect(placeToasts(toast, screen, [everywhere, bar], corner)).toEqual({ right: 16, bottom: 72 });
});
