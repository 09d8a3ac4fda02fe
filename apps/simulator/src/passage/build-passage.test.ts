import { Random } from '@waymark/signals/random';
import { drawTool } from '@waymark/signals/tool';
import { describe, expect, it } from 'vitest';
import { drawSiteOf } from '../fleet/pig-traffic.ts';
import { buildOnlineDevice, NOON, PROFILE } from '../testing/device-profiles.ts';
import { buildFalsePassage, buildPigPassage } from './build-passage.ts';

const site = drawSiteOf(1, PROFILE.uid);
const tool = drawTool('mfl-combo', new Random(2));
const passing = { at: NOON, speedMps: 1.5, tool };
const buildMany = (count: number, profile: Partial<typeof PROFILE>, chosen = passing) =>
  Array.from({ length: count }, (_, seed) =>
    buildPigPassage(buildOnlineDevice({ profile: { ...PROFILE, ...profile } }), site, chosen, new Random(seed)),
  );
const deviation = (events: ReturnType<typeof buildMany>) => {
  const late = events.flatMap((event) => (event ? [(event.at - NOON) / 1000] : []));
  return Math.sqrt(late.reduce((sum, value) => sum + value ** 2, 0) / late.length);
};

describe('passing pig', () => {
  it('a transmitter and magnets time a pig within some tenths of a second', () => {
    const spread = deviation(buildMany(150, { hasGeophone: false }));
    expect(spread).toBeGreaterThan(0.2);
    expect(spread).toBeLessThan(0.4);
  });

  it('sound alone times a pig less precisely', () => {
    const silent = { ...passing, tool: drawTool('foam', new Random(3)) };
    const spread = deviation(buildMany(60, {}, silent));
    expect(spread).toBeGreaterThan(0.5);
    expect(spread).toBeLessThan(1.1);
  });

  it('a pig is heard on the channels that both the pig and the device support', () => {
    const [whole] = buildMany(1, {});
    expect(Object.keys(whole?.record.waveforms ?? {}).toSorted()).toEqual(['elf', 'geo', 'mag']);
    const [mute] = buildMany(1, { hasGeophone: false });
    expect(Object.keys(mute?.record.waveforms ?? {}).toSorted()).toEqual(['elf', 'mag']);
    const [foam] = buildMany(1, {}, { ...passing, tool: drawTool('foam', new Random(3)) });
    expect(Object.keys(foam?.record.waveforms ?? {})).toEqual(['geo']);
  });

  it("a pig is missed with the device's probability", () => {
    const missed = buildMany(200, { hasGeophone: false, missProbability: 0.25 }).filter(
      (event) => event === null,
    ).length;
    expect(missed).toBeGreaterThan(30);
    expect(missed).toBeLessThan(75);
  });

  it('the same seed gives the same passages', () => {
    expect(buildMany(2, {})).toEqual(buildMany(2, {}));
  });
});

describe('false trigger', () => {
  it('a false trigger has the record of one channel', () => {
    for (let seed = 0; seed < 12; seed++) {
      const event = buildFalsePassage(buildOnlineDevice(), site, NOON, new Random(seed));
      expect(event.at).toBe(NOON);
      expect(Object.values(event.record.waveforms).filter((samples) => samples.length === 500)).toHaveLength(1);
    }
  });
});
