import type { Map as MapEngine } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setWindowLayer, useWindowStore } from '#/ui/window/window-store.ts';
import type { OpenWindow } from '#/ui/window/window-stack.ts';
import { listCovers, readFreePart } from './free-part.ts';

const NOTHING = { top: 0, right: 0, bottom: 0, left: 0 };
const MAP = { x: 100, y: 50, width: 1000, height: 600 };
const WHOLE = { left: 0, top: 0, right: 1000, bottom: 600 };

let places: HTMLElement[];

function put({ x, y, width, height }: typeof MAP, attribute?: string): HTMLElement {
  const place = document.createElement('div');
  Object.assign(place.style, {
    position: 'fixed',
    left: `${x}px`,
    top: `${y}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  if (attribute !== undefined) place.setAttribute(attribute, '');
  document.body.append(place);
  places.push(place);
  return place;
}

const cover = (x: number, y: number, width: number, height: number) =>
  put({ x: MAP.x + x, y: MAP.y + y, width, height }, 'data-covers-map');

function openWindows(...windows: readonly Partial<OpenWindow>[]): void {
  const place = { x: 0, y: 0, width: 400, height: 300 };
  useWindowStore.setState({
    stack: windows.map((each, index) => ({
      id: `window-${index}`,
      mode: 'normal',
      modeBefore: 'normal',
      placement: place,
      ...each,
    })),
  });
}

let map: MapEngine;

beforeEach(() => {
  places = [];
  const container = put(MAP);
  map = { getContainer: () => container } as unknown as MapEngine;
  setWindowLayer(put(MAP), { width: MAP.width, height: MAP.height });
});

afterEach(() => {
  for (const place of places) place.remove();
});

it('readFreePart is the whole map while nothing covers it', () => {
  expect(readFreePart(map, NOTHING)).toEqual({
    besideWindows: WHOLE,
    part: WHOLE,
    windows: [],
    container: { width: 1000, height: 600 },
  });
});

it('readFreePart leaves out covered edges, but of the top only what the search covers', () => {
  const covered = { top: 200, right: 0, bottom: 100, left: 300, search: 60 };
  expect(readFreePart(map, covered).part).toEqual({ left: 300, top: 60, right: 1000, bottom: 500 });
});

it('readFreePart is beside a card over the map', () => {
  cover(0, 0, 400, 600);
  expect(readFreePart(map, NOTHING).part).toEqual({ ...WHOLE, left: 400 });
});

it('readFreePart is the whole map if cards leave too little', () => {
  cover(0, 0, 1000, 550);
  expect(readFreePart(map, NOTHING)).toMatchObject({ besideWindows: null, part: WHOLE });
});

it('readFreePart is beside a window too, and knows which windows are open', () => {
  openWindows({ id: 'audit', placement: { x: 500, y: 0, width: 500, height: 600 } });
  const { besideWindows, part, windows } = readFreePart(map, NOTHING);
  expect(besideWindows).toEqual({ ...WHOLE, right: 500 });
  expect(part).toEqual(WHOLE);
  expect(windows).toEqual([{ id: 'audit', box: { left: 500, top: 0, right: 1000, bottom: 600 } }]);
});

it('readFreePart ignores minimised windows, and finds no room beside a maximised one', () => {
  openWindows({ mode: 'minimised' });
  expect(readFreePart(map, NOTHING).besideWindows).toEqual(WHOLE);
  openWindows({ mode: 'maximised' });
  expect(readFreePart(map, NOTHING)).toMatchObject({ besideWindows: null, part: WHOLE });
});

it('readFreePart finds no room beside a window on a phone, which it fills', () => {
  setWindowLayer(useWindowStore.getState().layer, { width: 400, height: 600 });
  openWindows({ placement: { x: 0, y: 0, width: 300, height: 200 } });
  expect(readFreePart(map, NOTHING).windows[0]?.box).toMatchObject({ right: 400, bottom: 600 });
});

it('readFreePart knows that a window outside the screen is moved back into it', () => {
  openWindows({ placement: { x: 2000, y: 0, width: 400, height: 600 } });
  const [window] = readFreePart(map, NOTHING).windows;
  expect(window?.box.left).toBeLessThan(1000);
});

it('readFreePart takes the part in which the shape can be largest', () => {
  cover(300, 200, 700, 400);
  expect(readFreePart(map, NOTHING, { width: 4, height: 1 }).part).toEqual({ ...WHOLE, bottom: 200 });
  expect(readFreePart(map, NOTHING, { width: 1, height: 4 }).part).toEqual({ ...WHOLE, right: 300 });
});

it('listCovers leaves out hidden cards', () => {
  cover(0, 0, 400, 100);
  cover(0, 100, 400, 100).hidden = true;
  const map1 = new DOMRect(MAP.x, MAP.y, MAP.width, MAP.height);
  expect(listCovers(map1)).toEqual([{ left: 0, top: 0, right: 400, bottom: 100 }]);
});
