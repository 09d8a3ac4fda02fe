import type { StyleSpecification } from 'maplibre-gl';

// Layers are added and removed at any time. Each is inserted before the end of its slot, so that a late one is in the
// right order.

/** The built-in base map, below the map files of the installation. */
export const BUILT_IN_END = 'built-in-end';
/** The base map, built-in or of tiles. */
export const GROUND_END = 'ground-end';
/** Overlays below the console's own layers: the radar. */
export const OVERLAY_END = 'overlay-end';
/** Active runs: their lines and markers. */
export const RUNS_END = 'runs-end';
/** Devices; above them only layers without a slot: pigs, and the path being edited. */
export const DEVICES_END = 'devices-end';

const makeMark = (id: string) => ({ id, type: 'background', layout: { visibility: 'none' } }) as const;

/** Transparent: the page's background is visible. */
export const SLOT_STYLE: StyleSpecification = {
  version: 8,
  sources: {},
  layers: [BUILT_IN_END, GROUND_END, OVERLAY_END, RUNS_END, DEVICES_END].map(makeMark),
};
