import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { ORDINARY_SITE, PLAIN_TOOL } from '../testing/quiet-scene.ts';
import { StreamSource } from './stream-source.ts';
import type { StreamContent, StreamScene } from './stream-scene.ts';

const STRONG_TOOL = { ...PLAIN_TOOL, transmitter: { frequencyHz: 22, momentAm2: 0.25, pulse: null } };
const SCENE: StreamScene = {
  site: ORDINARY_SITE,
  sensitivity: { elf: 4, geo: 4, mag: 4 },
  detectorsHz: [22, 18],
  pig: { speedMps: 1.5, accelerationMps2: 0, tool: STRONG_TOOL, passesAtS: 48 },
  disturbances: [],
};
const FRAMES = 100;
const RSSI_18_HZ = 16;
const RSSI_22_HZ = 24;

function stream(scene: StreamScene, seed = 'stream'): StreamContent[] {
  const source = new StreamSource(scene, new Random(seed));
  return Array.from({ length: FRAMES }, () => source.next());
}

function takeChannel(frames: readonly StreamContent[], channel: number): number[] {
  return frames.flatMap(({ em }) => Array.from({ length: 16 }, (_, row) => em[row * 12 + channel] ?? 0));
}

function findLargest(values: readonly number[]): number {
  return values.reduce((best, value, at) => (Math.abs(value) > Math.abs(values[best] ?? 0) ? at : best), 0);
}

describe('StreamSource', () => {
  const frames = stream(SCENE);

  it('a frame has 960 sounds, 16 rows of 12 and 41 strengths', () => {
    for (const { geo, em, rssi } of frames) expect([geo.length, em.length, rssi.length]).toEqual([960, 192, 41]);
  });

  it('the same seed gives the same frames, another seed others', () => {
    expect(stream(SCENE).slice(0, 60)).toEqual(frames.slice(0, 60));
    expect(stream(SCENE, 'other')[0]).not.toEqual(frames[0]);
  });

  it('a passing pig appears on every channel', () => {
    const passing = 48 / 0.06;
    for (const [channel, within] of [
      [0, 4],
      [1, 8],
      [7, 12],
      [10, 120],
    ] as const)
      expect(Math.abs(findLargest(takeChannel(frames, channel)) - passing)).toBeLessThanOrEqual(within);
  });

  it("the RSSI rises at the transmitter's frequency, not elsewhere", () => {
    const average = (from: number, to: number, at: number) =>
      frames.slice(from, to).reduce((sum, { rssi }) => sum + (rssi[at] ?? 0), 0) / (to - from);
    expect(average(49, 51, RSSI_22_HZ) - average(0, 30, RSSI_22_HZ)).toBeGreaterThan(15);
    expect(average(49, 51, RSSI_18_HZ) - average(0, 30, RSSI_18_HZ)).toBeLessThan(8);
    expect(frames.every(({ rssi }) => rssi.every((db) => db >= -95 && db <= 0))).toBe(true);
  });

  it('each row has the loudest sound and the rms', () => {
    const [peaks, levels] = [takeChannel(frames, 10), takeChannel(frames, 11)];
    frames[3]?.geo.subarray(0, 60).forEach((sound) => expect(Math.abs(sound)).toBeLessThanOrEqual(peaks[48] ?? 0));
    expect(peaks.every((peak, at) => peak >= (levels[at] ?? 0) && (levels[at] ?? 0) > 0)).toBe(true);
  });

  it('the passage is counted once per triggered channel', () => {
    const { elf, mag } = frames[FRAMES - 1]?.triggers ?? {};
    expect({ elf, mag }).toEqual({ elf: 1, mag: 1 });
    expect(frames[40]?.triggers).toEqual({ elf: 0, geo: 0, mag: 0 });
  });

  it('missing detectors have silent channels', () => {
    expect(takeChannel(frames, 9).every((value) => value === 0)).toBe(true);
    expect(takeChannel(frames, 8).some((value) => value !== 0)).toBe(true);
  });

  it('a disturbance appears at its time', () => {
    const disturbed = stream({ ...SCENE, pig: null, disturbances: [{ channel: 'mag', kind: 'bump', atS: 30 }] });
    expect(Math.abs(findLargest(takeChannel(disturbed, 2).slice(0, 510)) - 500)).toBeLessThanOrEqual(10);
    const calm = stream({ ...SCENE, pig: null });
    expect(Math.max(...takeChannel(calm, 0).map(Math.abs))).toBeLessThan(
      Math.max(...takeChannel(disturbed, 0).map(Math.abs)),
    );
  });
});
