import { describe, expect, it } from 'vitest';
import { findAutoThresholds } from './auto-thresholds.ts';
import { POINTS } from './spans.ts';
import { DEFAULT_THRESHOLDS } from './thresholds.ts';

const ENDS_AT = 1_000_000;
const PEAK_INDEX = POINTS - 1 - Math.round(20_000 / 60);
const makeWindow = (valueAt: (index: number) => number) => ({
  endsAt: ENDS_AT,
  stepMs: 60,
  values: Float32Array.from({ length: POINTS }, (_, index) => valueAt(index)),
});

/** A single value stands out of silence, 20 s before the end. */
function hear({ mag = 0, rssi = -80, low = 0, high = 0 }, detections: readonly number[] = []) {
  const peak = (value: number, floor: number) => makeWindow((index) => (index === PEAK_INDEX ? value : floor));
  const silence = (floor: number, value: number) => (value === floor ? makeWindow(() => floor) : peak(value, floor));
  return findAutoThresholds(
    { mag: silence(0, mag), rssi: makeWindow(() => rssi), geo: { low: silence(0, low), high: silence(0, high) } },
    detections,
    DEFAULT_THRESHOLDS,
  );
}

describe('findAutoThresholds', () => {
  it("[S-082] sets MAG to three times the noise's peak, at most 0.8 and at least 0.001", () => {
    expect(hear({ mag: -0.1 }).mag).toBeCloseTo(0.3, 6);
    expect(hear({ mag: 0.5 }).mag).toBeCloseTo(0.8, 6);
    expect(hear({ mag: 0 }).mag).toBe(0.001);
  });

  it('[S-083] sets welds to one and a half times the peak, at most 0.6', () => {
    expect(hear({ low: -0.2, high: 0.1 }).weld).toBeCloseTo(0.3, 6);
    expect(hear({ high: 0.5 }).weld).toBe(0.6);
  });

  it('[S-084] sets the geophone to six times the peak, at most 0.6', () => {
    expect(hear({ low: -0.01, high: 0.05 }).geo).toBeCloseTo(0.3, 6);
    expect(hear({ high: 0.2 }).geo).toBe(0.6);
    expect(hear({}).geo).toBe(0.01);
  });

  it('sets ELF to 6 dB above the 99th percentile of the RSSI, between −80 and −20', () => {
    expect([-70, -90, -10].map((rssi) => hear({ rssi }).elf)).toEqual([-64, -80, -20]);
  });

  it('ignores detections, unless there is nothing else', () => {
    const detectedAt = ENDS_AT - 20_000;
    expect(hear({ mag: 0.2, high: 0.05 }, [detectedAt])).toMatchObject({ mag: 0.001, geo: 0.01 });
    expect(hear({ mag: 0.2 }, [detectedAt, ENDS_AT - 50_000, ENDS_AT - 5000]).mag).toBeCloseTo(0.6, 6);
  });

  it('keeps a threshold while its signal is unknown', () => {
    const unknown = makeWindow(() => Number.NaN);
    expect(
      findAutoThresholds({ mag: unknown, rssi: unknown, geo: { low: unknown, high: unknown } }, [], DEFAULT_THRESHOLDS),
    ).toEqual(DEFAULT_THRESHOLDS);
  });
});
