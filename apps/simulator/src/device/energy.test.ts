import { POWER_MODE } from '@waymark/commands/power-modes';
import { describe, expect, it } from 'vitest';
import { NOON, PROFILE } from '../testing/device-profiles.ts';
import { computeEnergy, computeSunlight } from './energy.ts';

const HOUR_MS = 3_600_000;
const drain = (powerMode: number, isStreaming = false, hours = 10) =>
  8500 -
  computeEnergy({ batteryMv: 8500, at: NOON }, PROFILE, { powerMode, isStreaming }, NOON + hours * HOUR_MS).batteryMv;

describe('battery', () => {
  it('drains faster in Active than asleep, and fastest while streaming', () => {
    const [active, low, hibernate] = [
      drain(POWER_MODE.active),
      drain(POWER_MODE.lowPower),
      drain(POWER_MODE.hibernate),
    ];
    expect(hibernate).toBeGreaterThan(0);
    expect(low).toBeGreaterThan(hibernate);
    expect(active).toBeGreaterThan(low);
    expect(drain(POWER_MODE.active, true)).toBeGreaterThan(active);
  });

  it('charges by day with a solar panel', () => {
    const middayUtc = NOON + 6.5 * HOUR_MS;
    const solar = { ...PROFILE, hasSolarPanel: true };
    const later = computeEnergy(
      { batteryMv: 8500, at: middayUtc },
      solar,
      { powerMode: 0, isStreaming: false },
      middayUtc + HOUR_MS,
    );
    expect(later.batteryMv).toBeGreaterThan(8500);
  });

  it('an empty battery is replaced in time', () => {
    expect(drain(POWER_MODE.active, false, 1500)).toBeLessThan(0);
  });

  it('ignores times before its last update', () => {
    const energy = { batteryMv: 8500, at: NOON };
    expect(computeEnergy(energy, PROFILE, { powerMode: 0, isStreaming: false }, NOON - HOUR_MS)).toEqual(energy);
  });

  it('sunlight peaks at local noon and is zero at night', () => {
    expect(computeSunlight(-90, NOON + 6 * HOUR_MS)).toBeCloseTo(1);
    expect(computeSunlight(-90, NOON - 6 * HOUR_MS)).toBe(0);
  });
});
