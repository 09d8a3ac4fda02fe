import type { StyleSpecification } from 'maplibre-gl';

// Layers come and go while others stay. Each is put before the end of its slot, so what is late still lies where it should.

/** The base map, built-in or of tiles. */
export const GROUND_END = 'ground-end';
/** What lies on the ground and below everything of ours: the radar. */
export const OVERLAY_END = 'overlay-end';

const makeMark = (id: string) => ({ id, type: 'background', layout: { visibility: 'none' } }) as const;

/** Its ground shows through from the page. */
export const SLOT_STYLE: StyleSpecification = {
  version: 8,
  sources: {},
  layers: [makeMark(GROUND_END), makeMark(OVERLAY_END)],
};
