import { describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { EM_INTERVAL_S, RECORD_CENTRE } from '../sampling.ts';
import { synthesizeMag } from '../synthesize.ts';
import { PLAIN_TOOL, QUIET_SCENE, QUIET_SITE } from '../testing/quiet-scene.ts';

const FAST = { ...QUIET_SCENE, speedMps: 2 };

function synthesizeTurned(mag: number): Int16Array {
  return synthesizeMag({ ...FAST, site: { ...QUIET_SITE, angleRad: { elf: 0, mag } } }, new Random(1));
}

describe('MAG record', () => {
  it('a sensor along the pipe records a lobe between two of a fifth', () => {
    const record = synthesizeTurned(0);
    const [least, most] = [Math.min(...record), Math.max(...record)];
    expect(record.indexOf(least)).toBe(RECORD_CENTRE);
    expect(most / -least).toBeGreaterThan(0.17);
    expect(most / -least).toBeLessThan(0.32);
  });

  it('a sensor across the pipe records two lobes of opposite sign around the centre', () => {
    const record = synthesizeTurned(Math.PI / 2);
    const [low, high] = [record.indexOf(Math.min(...record)), record.indexOf(Math.max(...record))];
    const lobe = 0.5 / EM_INTERVAL_S;
    expect(Math.abs(RECORD_CENTRE - low - lobe)).toBeLessThan(1.5);
    expect(Math.abs(high - RECORD_CENTRE - lobe)).toBeLessThan(1.5);
  });

  it('a constant field vanishes', () => {
    const record = synthesizeMag({ ...FAST, tool: { ...PLAIN_TOOL, magnets: null } }, new Random(1));
    expect(record.every((sample) => sample === 0)).toBe(true);
  });

  it('a second magnet appears behind the first', () => {
    const magnets = { momentAm2: 1, second: { share: 0.8, behindM: 10 } };
    const record = synthesizeMag({ ...FAST, tool: { ...PLAIN_TOOL, magnets } }, new Random(1));
    const later = record.subarray(RECORD_CENTRE + 60, RECORD_CENTRE + 110);
    expect(later.indexOf(Math.min(...later)) + 60).toBe(Math.round(10 / 2 / EM_INTERVAL_S));
  });
});
