import { describe, expect, it } from 'vitest';
import { measureRecord } from './measure.ts';
import { Random } from './random.ts';
import { CHANNELS } from './sampling.ts';
import { synthesizeElf, synthesizeFalse, synthesizeMag } from './synthesize.ts';
import { ORDINARY_SITE, QUIET_SCENE } from './testing/quiet-scene.ts';

const NOISY = { ...QUIET_SCENE, site: ORDINARY_SITE };

describe('measureRecord', () => {
  it('the width halves when the pig is twice as fast', () => {
    for (const synthesize of [synthesizeElf, synthesizeMag]) {
      const channel = synthesize === synthesizeElf ? 'elf' : 'mag';
      const [slow, fast] = [0.5, 1].map(
        (speedMps) => measureRecord(channel, synthesize({ ...QUIET_SCENE, speedMps }, new Random(1))).widthS,
      );
      expect((slow ?? 0) / (fast ?? 1)).toBeGreaterThan(1.7);
      expect((slow ?? 0) / (fast ?? 1)).toBeLessThan(2.3);
    }
  });

  it('twice the signal gives 6 dB more', () => {
    const [weak, strong] = [1, 2].map((factor) => {
      const magnets = { momentAm2: 2 * factor, second: null };
      const scene = {
        ...NOISY,
        speedMps: 6,
        sensitivity: { elf: 2, geo: 2, mag: 2 },
        tool: { ...NOISY.tool, magnets },
      };
      return measureRecord('mag', synthesizeMag(scene, new Random(3))).snrDb;
    });
    expect((strong ?? 0) - (weak ?? 0)).toBeGreaterThan(4);
    expect((strong ?? 0) - (weak ?? 0)).toBeLessThan(6.5);
  });

  it.each(CHANNELS)('noise on %s has a low signal-to-noise ratio', (channel) => {
    const record = synthesizeFalse({ channel, kind: 'bg' }, NOISY, new Random(4));
    expect(measureRecord(channel, record).snrDb).toBeLessThan(12);
  });

  it.each(CHANNELS)('silence and clipping on %s give finite values', (channel) => {
    expect(measureRecord(channel, new Int16Array(500)).snrDb).toBe(0);
    const full = measureRecord(channel, new Int16Array(500).fill(-32_768));
    expect(Number.isFinite(full.snrDb) && full.widthS > 0).toBe(true);
  });
});
