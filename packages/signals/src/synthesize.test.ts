import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISTURBANCE_KINDS, type Disturbance } from './disturbance.ts';
import { drawPassageScene } from './passage-scene.ts';
import { Random } from './random.ts';
import { CHANNELS, RECORD_SAMPLES } from './sampling.ts';
import { drawSite } from './site.ts';
import { synthesizeElf, synthesizeFalse, synthesizeGeo, synthesizeMag } from './synthesize.ts';
import { QUIET_SCENE } from './testing/quiet-scene.ts';

const SYNTHESIZERS = { elf: synthesizeElf, geo: synthesizeGeo, mag: synthesizeMag };
const DISTURBANCES = CHANNELS.flatMap((channel) =>
  DISTURBANCE_KINDS[channel].map((kind) => ({ channel, kind }) as Disturbance),
);

describe.each(CHANNELS)('passage on %s', (channel) => {
  const synthesize = SYNTHESIZERS[channel];

  it('the same seed gives the same record, another seed another', () => {
    const record = (seed: string) => synthesize(drawPassageScene({}, new Random(seed)), new Random(seed));
    expect(record('a')).toEqual(record('a'));
    expect(record('a')).not.toEqual(record('b'));
  });

  it('repeated calls with one generator give different records', () => {
    const random = new Random('dice');
    const scene = drawPassageScene({}, random);
    expect(synthesize(scene, random)).not.toEqual(synthesize(scene, random));
  });

  it('a record has 500 non-silent samples for any scene', () => {
    const random = new Random('any scene');
    for (let round = 0; round < 20; round++) {
      const record = synthesize(drawPassageScene({}, random), random);
      expect(record).toHaveLength(RECORD_SAMPLES);
      expect(record.some((sample) => sample !== 0)).toBe(true);
    }
  });

  it('the amplitude doubles with every step of sensitivity up to full scale', () => {
    const peaks = [0, 1, 2, 3, 4, 5, 6].map((level) => {
      const scene = { ...QUIET_SCENE, sensitivity: { elf: level, geo: level, mag: level } };
      return Math.max(...Array.from(synthesize(scene, new Random(1)), Math.abs));
    });
    const free = peaks.filter((peak) => peak < 32_767);
    expect(free.length).toBeGreaterThanOrEqual(5);
    free.slice(1).forEach((peak, at) => expect(peak / (free[at] ?? 0)).toBeCloseTo(2, 1.5));
  });
});

describe('false trigger', () => {
  it.each(DISTURBANCES)(
    'a false trigger by $kind on $channel has 500 samples for any seed and level',
    (disturbance) => {
      fc.assert(
        fc.property(fc.string(), fc.integer({ min: 0, max: 6 }), (seed, level) => {
          const random = new Random(seed);
          const scene = { site: drawSite(random), sensitivity: { elf: level, geo: level, mag: level } };
          const record = synthesizeFalse(disturbance, scene, random);
          const again = new Random(seed);
          drawSite(again);
          expect(record).toHaveLength(RECORD_SAMPLES);
          expect(synthesizeFalse(disturbance, scene, again)).toEqual(record);
        }),
        { numRuns: 8 },
      );
    },
  );

  it.each(DISTURBANCES.filter(({ kind }) => kind !== 'bg'))(
    "a false trigger by $kind on $channel adds to the site's own noise",
    (disturbance) => {
      const scene = { site: QUIET_SCENE.site, sensitivity: QUIET_SCENE.sensitivity };
      expect(synthesizeFalse(disturbance, scene, new Random(1)).some((sample) => sample !== 0)).toBe(true);
    },
  );
});
