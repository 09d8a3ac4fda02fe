import { describe, expect, it } from 'vitest';
import { recordFalseTrigger, recordPassage } from './device-record.ts';
import { drawDisturbance, SITE_CLASSES } from './disturbance.ts';
import { Random } from './random.ts';
import { CHANNELS } from './sampling.ts';
import { ORDINARY_SITE, PLAIN_TOOL, QUIET_SCENE } from './testing/quiet-scene.ts';

const SCENE = { ...QUIET_SCENE, site: ORDINARY_SITE };

describe('DeviceRecord', () => {
  it('a passage is recorded on the channels that the tool can trigger', () => {
    const channelsOf = (tool: typeof PLAIN_TOOL) =>
      Object.keys(recordPassage({ ...SCENE, tool }, new Random(1)).waveforms);
    expect(channelsOf(PLAIN_TOOL)).toEqual(['elf', 'geo', 'mag']);
    expect(channelsOf({ ...PLAIN_TOOL, transmitter: null })).toEqual(['geo', 'mag']);
    expect(channelsOf({ ...PLAIN_TOOL, magnets: null })).toEqual(['elf', 'geo']);
  });

  it('GEO needs a geophone; the other channels do not change without one', () => {
    const [with3, without] = [CHANNELS, ['elf', 'mag'] as const].map((channels) =>
      recordPassage({ ...SCENE, channels }, new Random(1)),
    );
    expect(without?.waveforms).toEqual({ elf: with3?.waveforms.elf, mag: with3?.waveforms.mag });
    expect(without?.features.audioBands).toEqual([0, 0, 0, 0, 0, 0]);
    expect(without?.features.weldSpeedMps).toBeNull();
  });

  it('the weld speed of a loud pig is close to its speed', () => {
    const loud = { ...SCENE, speedMps: 2, tool: { ...PLAIN_TOOL, cups: { ...PLAIN_TOOL.cups, strike: 0.9 } } };
    const speeds = Array.from({ length: 10 }, (_, seed) => recordPassage(loud, new Random(seed)).features.weldSpeedMps);
    const heard = speeds.filter((speed) => speed !== null);
    expect(heard.length).toBeGreaterThan(5);
    expect(heard.every((speed) => Math.abs(speed - 2) < 0.2)).toBe(true);
  });

  it.each(SITE_CLASSES)('a false trigger at a %s is recorded on one channel', (siteClass) => {
    const random = new Random(siteClass);
    for (let round = 0; round < 10; round++) {
      const disturbance = drawDisturbance(siteClass, random);
      const { waveforms, features } = recordFalseTrigger(disturbance, SCENE, random);
      expect(Object.keys(waveforms)).toEqual([disturbance.channel]);
      expect(features.audioBands.some((share) => share > 0)).toBe(disturbance.channel === 'geo');
    }
  });
});
