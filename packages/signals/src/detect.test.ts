import { describe, expect, it } from 'vitest';
import { detectAll, findThreshold, Trigger } from './detect.ts';
import { Random } from './random.ts';
import { CHANNELS, EM_INTERVAL_S, RECORD_CENTRE, type Channel } from './sampling.ts';
import { synthesizeElf, synthesizeFalse, synthesizeGeo, synthesizeMag } from './synthesize.ts';
import { ORDINARY_SITE, PLAIN_TOOL, QUIET_SCENE } from './testing/quiet-scene.ts';

const SYNTHESIZERS = { elf: synthesizeElf, geo: synthesizeGeo, mag: synthesizeMag };
const STRONG = {
  ...QUIET_SCENE,
  speedMps: 2,
  site: ORDINARY_SITE,
  tool: { ...PLAIN_TOOL, magnets: { momentAm2: 10, second: null } },
};
/** Tolerance: knocks come before and after the pig, fields with it. */
const NEAR_S = { elf: 2, geo: 8, mag: 2 };
const HIGH = 4;
const RECORDS = 200;

function countRecords(find: (random: Random) => boolean): number {
  return Array.from({ length: RECORDS }, (_, seed) => find(new Random(seed))).filter(Boolean).length;
}

function makeNoise(length: number, random = new Random('noise')): Int16Array {
  return Int16Array.from({ length }, () => 100 * random.normal());
}

describe('Trigger', () => {
  it('the seven sensitivities have these thresholds', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(findThreshold)).toEqual([20, 14, 10, 7, 5, 4, 3]);
  });

  it.each(CHANNELS)('fires on nearly every strong passage on %s, near its time', (channel: Channel) => {
    const fired = countRecords((random) =>
      detectAll(channel, SYNTHESIZERS[channel](STRONG, random), HIGH).some(
        ({ peakIndex }) => Math.abs(peakIndex - RECORD_CENTRE) * EM_INTERVAL_S < NEAR_S[channel],
      ),
    );
    expect(fired).toBeGreaterThan(0.9 * RECORDS);
  });

  it.each(CHANNELS)('rarely fires on the noise of %s', (channel: Channel) => {
    const scene = { site: ORDINARY_SITE, sensitivity: QUIET_SCENE.sensitivity };
    const fired = countRecords(
      (random) => detectAll(channel, synthesizeFalse({ channel, kind: 'bg' }, scene, random), HIGH).length > 0,
    );
    expect(fired).toBeLessThan(0.02 * RECORDS);
  });

  it('reports the loudest moment with its ratio and width', () => {
    const samples = makeNoise(1000);
    for (let at = 600; at < 650; at++) samples[at] = 1000 + 10 * (25 - Math.abs(at - 625));
    const [only, ...others] = detectAll('mag', samples, 3);
    expect(others).toEqual([]);
    expect(only?.peakIndex).toBe(625);
    expect(only?.ratio).toBeGreaterThan(10);
    expect(only?.widthS).toBeCloseTo(50 * EM_INTERVAL_S, 1);
  });

  it('ignores 30 s after a passage', () => {
    const samples = makeNoise(2000);
    for (const at of [600, 600 + 400, 600 + 600]) samples[at] = 4000;
    expect(detectAll('mag', samples, 2).map(({ peakIndex }) => peakIndex)).toEqual([600, 1200]);
  });

  it('combines lobes within two seconds into one passage', () => {
    const samples = makeNoise(1000);
    for (const at of [600, 625, 650]) samples[at] = at === 625 ? -5000 : 3000;
    expect(detectAll('mag', samples, 2).map(({ peakIndex }) => peakIndex)).toEqual([625]);
  });

  it('waits until it knows the noise', () => {
    const trigger = new Trigger('elf', 6);
    expect(
      Array.from({ length: 90 }, (_, at) => trigger.push(at === 50 ? 30_000 : 0)).every((found) => found === null),
    ).toBe(true);
  });
});
