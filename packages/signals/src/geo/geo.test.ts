import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { RECORD_CENTRE, RECORD_SAMPLES } from '../sampling.ts';
import { synthesizeGeo, synthesizeGeoAudio } from '../synthesize.ts';
import { PLAIN_TOOL, QUIET_SCENE } from '../testing/quiet-scene.ts';
import { reduceToPeaks } from './geo-record.ts';

const RUBLESS = { ...PLAIN_TOOL, cups: { ...PLAIN_TOOL.cups, rub: { share: 0, centreHz: 100, quality: 3 } } };

function findKnocks(record: Int16Array): number[] {
  return Array.from(record.keys()).filter((at) => record[at] !== 0 && (at === 0 || record[at - 1] === 0));
}

describe('GEO record', () => {
  it('keeps the loudest of every 60 sounds, with its sign', () => {
    const audio = new Float32Array(180);
    audio[10] = 0.25;
    audio[20] = -0.5;
    audio[150] = 2;
    expect(Array.from(reduceToPeaks(audio, 4))).toEqual([-16_383, 0, 32_767]);
  });

  it('the sound grows towards the passage and fades after it', () => {
    const powers = [0, 0, 0];
    for (let seed = 0; seed < 10; seed++) {
      const record = synthesizeGeo({ ...QUIET_SCENE, speedMps: 3 }, new Random(seed));
      record.forEach((sample, at) => {
        const part = at < 100 ? 0 : at >= RECORD_SAMPLES - 100 ? 2 : Math.abs(at - RECORD_CENTRE) < 50 ? 1 : null;
        if (part !== null) powers[part] = (powers[part] ?? 0) + Math.abs(sample);
      });
    }
    expect(powers[1]).toBeGreaterThan(3 * (powers[0] ?? 0));
    expect(powers[1]).toBeGreaterThan(3 * (powers[2] ?? 0));
  });

  it('front and rear cups knock at every joint', () => {
    const record = synthesizeGeo(
      { ...QUIET_SCENE, speedMps: 4, tool: { ...RUBLESS, cups: { ...RUBLESS.cups, spacingM: 4 } } },
      new Random(2),
    );
    const knocks = findKnocks(record).length;
    const joints = (4 * 30) / 12.2;
    expect(knocks).toBeGreaterThanOrEqual(2 * Math.floor(joints) - 2);
    expect(knocks).toBeLessThanOrEqual(2 * Math.ceil(joints) + 2);
  });

  it('the record is silent without noise and pig', () => {
    const mute = { ...RUBLESS, cups: { ...RUBLESS.cups, strike: 0 } };
    expect(synthesizeGeoAudio({ ...QUIET_SCENE, tool: mute }, new Random(3)).every((sound) => sound === 0)).toBe(true);
  });
});
