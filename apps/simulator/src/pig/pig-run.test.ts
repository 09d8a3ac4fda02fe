import { describe, expect, it } from 'vitest';
import { layLine, locate } from '../line/line.ts';
import { moveFrom } from '@waymark/domain/geo/great-circle';
import { buildRun, findPassing, listLaunches, type PigService } from './pig-run.ts';

const HOUR_MS = 3_600_000;
const line = layLine({
  name: 'A',
  fluid: 'liquid',
  diameterIn: 16,
  from: { lat: 35.985, lon: -96.767 },
  to: { lat: 36.13, lon: -96.03 },
  seed: 11,
});
const service: PigService = {
  line,
  tool: 'mfl-combo',
  expectedMps: 2.4,
  everyMs: 12 * HOUR_MS,
  offsetMs: HOUR_MS,
  keepEvery: 4,
};
const NOW = Date.UTC(2026, 2, 15, 9);

describe('timetable of a line', () => {
  it('gives the same launches for any range', () => {
    const launches = listLaunches(service, NOW - 48 * HOUR_MS, NOW, 0);
    expect(launches).toEqual(
      [49, 37, 25, 13, 1].map((hours) => NOW - hours * HOUR_MS + (launches.at(-1) ?? 0) - (NOW - HOUR_MS)),
    );
    expect(listLaunches(service, NOW - 24 * HOUR_MS, NOW, 0)).toEqual(launches.slice(-3));
  });

  it('keeps only some of the pigs before a given time', () => {
    const all = listLaunches(service, NOW - 14 * 24 * HOUR_MS, NOW, 0);
    const kept = listLaunches(service, NOW - 14 * 24 * HOUR_MS, NOW, NOW - 12 * HOUR_MS);
    expect(all).toHaveLength(29);
    expect(kept.length).toBeGreaterThan(6);
    expect(kept.length).toBeLessThan(10);
    expect(kept.at(-1)).toBe(all.at(-1));
  });
});

describe('simulated run', () => {
  const run = buildRun(service, NOW, 20);

  it('passes the markers of the line in order, between launch and receive', () => {
    const times = line.markers.map((marker) => findPassing(run, marker)?.at ?? 0);
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(times[0]).toBeGreaterThanOrEqual(NOW);
    expect(times.at(-1)).toBeLessThanOrEqual(run.receiveAt);
  });

  it('stays unheard far from the line', () => {
    const on = locate(line, 20_000);
    expect(findPassing(run, moveFrom(on, 0, 20))).not.toBeNull();
    expect(findPassing(run, moveFrom(on, 0, 800))).toBeNull();
  });

  it('moves the same for the same launch and seed', () => {
    expect(buildRun(service, NOW, 20)).toEqual(run);
    expect(buildRun(service, NOW, 21).motion).not.toEqual(run.motion);
  });
});
