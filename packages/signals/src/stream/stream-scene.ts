import type { Disturbance } from '../disturbance.ts';
import type { Motion } from '../passage-scene.ts';
import { GEO_BLOCK } from '../sampling.ts';
import type { Sensitivity } from '../sensitivity.ts';
import type { Site } from '../site.ts';
import type { Tool } from '../tool.ts';

/** A frame is 0.96 s: 16 electromagnetic samples and the 960 sounds between them. */
export const FRAME_ROWS = 16;
export const FRAME_SOUNDS = FRAME_ROWS * GEO_BLOCK;
export const FRAME_CHANNELS = 12;
export const RSSI_COUNT = 41;
export const FRAME_S = 0.96;

/** Times are seconds after the first sample of the stream. */
export interface StreamScene {
  readonly site: Site;
  readonly sensitivity: Sensitivity;
  /** Frequencies of the detectors in order, at most three; the first one's signal is channel 1. */
  readonly detectorsHz: readonly number[];
  readonly pig: (Motion & { readonly tool: Tool; readonly passesAtS: number }) | null;
  readonly disturbances: readonly (Disturbance & { readonly atS: number })[];
}

export interface StreamContent {
  /** 960 sounds, full scale 32768. */
  readonly geo: Int16Array;
  /**
   * 16 rows of 12: plotted MAG and ELF, raw MAG and ELF, MAG x, y, z, the strengths of three ELF detectors, peak and
   * rms of the row's sounds.
   */
  readonly em: Int16Array;
  /** dB of full scale at 10.0, 10.5 … 30.0 Hz. */
  readonly rssi: Int8Array;
  /** Since the start of the stream. */
  readonly triggers: { readonly elf: number; readonly geo: number; readonly mag: number };
}
