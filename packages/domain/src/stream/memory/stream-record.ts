import { pickExtreme } from './em-rings.ts';
import { CHANNEL } from '../frame.ts';
import { HIGH, LOW } from './geo-rings.ts';
import type { DetectorName } from '../engine-types.ts';
import type { StreamMemory } from './stream-memory.ts';

const RECORD_SAMPLES = 500;
/** The span whose step is one row. */
const NATIVE_SPAN = 60;
const EM_FULL_SCALE = 1.5;
const GEO_FULL_SCALE = 1;
const MOST = 32_767;

/** Converts to 16 bits; a missing value is 0. */
function quantize(value: number, fullScale: number): number {
  if (Number.isNaN(value)) return 0;
  return Math.max(-MOST - 1, Math.min(MOST, Math.round((MOST * value) / fullScale)));
}

/**
 * The 500 rows that end at `lastRow`: the plotted signal of MAG and ELF, the loudest sound per row with its sign of
 * GEO.
 */
export function buildSamples(detector: DetectorName, lastRow: number, memory: StreamMemory): Int16Array {
  const firstRow = lastRow - RECORD_SAMPLES + 1;
  if (detector === 'geo') {
    const ring = memory.geo.of(NATIVE_SPAN);
    return Int16Array.from({ length: RECORD_SAMPLES }, (_, at) =>
      quantize(pickExtreme(ring.read(LOW, firstRow + at), ring.read(HIGH, firstRow + at)), GEO_FULL_SCALE),
    );
  }
  const ring = memory.em.of(NATIVE_SPAN);
  return Int16Array.from({ length: RECORD_SAMPLES }, (_, at) =>
    quantize(ring.read(CHANNEL[detector], firstRow + at), EM_FULL_SCALE),
  );
}
