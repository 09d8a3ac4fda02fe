import type { StyleSpecification } from 'maplibre-gl';

// Layers come and go while others stay. Each is put before the end of its slot, so what is late still lies where it should.

/** The base map, built-in or of tiles. */
export const GROUND_END = 'ground-end';
/** What lies on the ground and below everything of ours: the radar. */
export const OVERLAY_END = 'overlay-end';
/** Active runs: their lines, and what stands along them. */
export const RUNS_END = 'runs-end';
/** Devices; above them only what has no slot: pigs, and what is being edited. */
export const DEVICES_END = 'devices-end';

const makeMark = (id: string) => ({ id, type: 'background', layout: { visibility: 'none' } }) as const;

/** Its ground shows through from the page. */
export const SLOT_STYLE: StyleSpecification = {
  version: 8,
  sources: {},
  layers: [GROUND_END, OVERLAY_END, RUNS_END, DEVICES_END].map(makeMark),
};
