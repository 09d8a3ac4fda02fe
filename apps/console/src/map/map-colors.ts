import type { SignState } from './signs/cluster-signs.ts';

/** The theme's colours for WebGL, which cannot read CSS variables. */
export interface MapColors extends Readonly<Record<SignState, string>> {
  readonly land: string;
  readonly water: string;
  readonly road: string;
  readonly boundary: string;
  readonly label: string;
  readonly halo: string;
  readonly chip: string;
  readonly chipEdge: string;
  readonly chipText: string;
  /** The ring around a device that has just sent a heartbeat. */
  readonly heartbeat: string;
}
