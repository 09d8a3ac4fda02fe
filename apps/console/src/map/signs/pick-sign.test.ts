import type { Map as MapEngine } from 'maplibre-gl';
import { afterEach, expect, it } from 'vitest';
import { pickSign } from './pick-sign.ts';
import { signBoard } from './sign-board.ts';

afterEach(() => signBoard.resetDevices([]));

const device = (uid: number, lat: number, lon: number) => ({ uid, lat, lon, isAlarmed: false, hasCount: false });

/** A map on which every click is at this place. */
const clickAt = (lat: number, lng: number, zoom: number) => {
  const map = { unproject: () => ({ lat, lng }), getZoom: () => zoom };
  signBoard.setZoom(zoom);
  return pickSign(map as unknown as MapEngine, { x: 0, y: 0 });
};

it('a click on a device selects it, and one beside it does nothing', () => {
  signBoard.resetDevices([device(7, 36, -97)]);
  expect(clickAt(36, -97, 12)).toEqual({ kind: 'device', uid: 7 });
  expect(clickAt(36.5, -97, 12)).toEqual({ kind: 'nothing' });
});

it('a click on a cluster zooms to where it comes apart', () => {
  signBoard.resetDevices([device(7, 36, -97), device(8, 36.002, -97)]);
  const pick = clickAt(36.001, -97, 8);
  expect(pick).toMatchObject({ kind: 'zoom', members: [{ device: { uid: 7 } }, { device: { uid: 8 } }] });
  expect(pick.kind === 'zoom' && pick.zoom).toBeGreaterThan(8);
});

it('a click on devices at the same spot offers them as a list', () => {
  signBoard.resetDevices([device(7, 36, -97), device(8, 36, -97)]);
  expect(clickAt(36, -97, 12)).toMatchObject({ kind: 'list', members: [{}, {}] });
});
