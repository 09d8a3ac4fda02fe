import { describe, expect, it } from 'vitest';
import { computeDistanceM, moveFrom } from '@waymark/domain/geo/great-circle';
import { layLine, locate, projectToLine, type LinePlan } from './line.ts';

const PLANS: readonly (LinePlan & { readonly km: number })[] = [
  {
    name: 'A',
    fluid: 'liquid',
    diameterIn: 16,
    from: { lat: 35.985, lon: -96.767 },
    to: { lat: 36.13, lon: -96.03 },
    seed: 11,
    km: 70,
  },
  {
    name: 'B',
    fluid: 'gas',
    diameterIn: 24,
    from: { lat: 31.997, lon: -102.078 },
    to: { lat: 32.388, lon: -100.865 },
    seed: 12,
    km: 122,
  },
  {
    name: 'C',
    fluid: 'liquid',
    diameterIn: 8,
    from: { lat: 37.817, lon: -96.862 },
    to: { lat: 38.616, lon: -95.268 },
    seed: 13,
    km: 166,
  },
];

describe.each(PLANS)('line $name', (plan) => {
  const line = layLine(plan);

  it('the same seed gives the same line, another seed another', () => {
    expect(layLine(plan)).toEqual(line);
    expect(layLine({ ...plan, seed: plan.seed + 1 }).points).not.toEqual(line.points);
  });

  it('leads from town to town, slightly longer than the direct way', () => {
    expect(line.points[0]).toEqual(plan.from);
    expect(line.points.at(-1)).toEqual(plan.to);
    const straightM = computeDistanceM(plan.from, plan.to);
    expect(Math.abs(line.lengthM / 1000 - plan.km)).toBeLessThan(4);
    expect(line.lengthM).toBeGreaterThan(straightM);
    expect(line.lengthM).toBeLessThan(1.1 * straightM);
  });

  it('places AGM markers every 3 to 8 km, one valve and one tap, in order', () => {
    const agms = line.markers.filter(({ kind }) => kind === 'AGM').map(({ distanceM }) => distanceM);
    for (const [at, distanceM] of agms.entries()) {
      const gapM = distanceM - (agms[at - 1] ?? 0);
      expect(gapM).toBeGreaterThanOrEqual(3000);
      expect(gapM).toBeLessThanOrEqual(8000);
    }
    const distances = line.markers.map(({ distanceM }) => distanceM);
    expect(distances).toEqual(distances.toSorted((left, right) => left - right));
    expect(line.markers.filter(({ kind }) => kind === 'VALVE' || kind === 'TAP')).toHaveLength(2);
  });

  it('projects places on or beside the line', () => {
    for (const share of [0, 0.13, 0.5, 0.77, 1]) {
      const distanceM = share * line.lengthM;
      const on = projectToLine(line, locate(line, distanceM));
      expect(Math.abs(on.distanceM - distanceM)).toBeLessThan(60);
      expect(on.offsetM).toBeLessThan(20);
    }
    const aside = projectToLine(line, moveFrom(locate(line, line.lengthM / 2), 0, 5000));
    expect(aside.offsetM).toBeGreaterThan(1000);
  });
});

describe('great circles', () => {
  it('a great circle reaches the given distance, and leads back', () => {
    const from = { lat: 36, lon: -96 };
    for (const bearing of [0, 77, 180, 301]) {
      const to = moveFrom(from, bearing, 25_000);
      expect(computeDistanceM(from, to)).toBeCloseTo(25_000, 3);
    }
  });
});
