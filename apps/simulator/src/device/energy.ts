import { POWER_MODE } from '@waymark/commands/power-modes';
import { drawShare } from '../chance/hash.ts';
import type { DeviceProfile } from './profile.ts';

const HOUR_MS = 3_600_000;
const MOST_MV = 9350;
/** A crew replaces the battery at a voltage in this range. */
const REPLACED_BELOW_MV = [6600, 7300] as const;
const FRESH_MV = 9300;
const STREAMING_MV_PER_H = 12;
const SOLAR_MV_PER_H = 8;
const DRAIN_MV_PER_H = new Map<number, number>([
  [POWER_MODE.active, 2.2],
  [POWER_MODE.hibernate, 0.3],
  [POWER_MODE.lowPower, 0.9],
  [POWER_MODE.cellularOff, 0.7],
]);

export interface Energy {
  readonly batteryMv: number;
  /** Time of the measurement. */
  readonly at: number;
}

/** From 0 at night to 1 at noon, by the mean solar time at this longitude. */
export function computeSunlight(lon: number, at: number): number {
  const hour = (at / HOUR_MS + lon / 15) % 24;
  return Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
}

export interface Consumption {
  readonly powerMode: number;
  readonly isStreaming: boolean;
}

/** The battery at a later time, drained by use and charged by the sun. */
export function computeEnergy(energy: Energy, profile: DeviceProfile, use: Consumption, now: number): Energy {
  const hours = Math.max(0, now - energy.at) / HOUR_MS;
  const drain = (DRAIN_MV_PER_H.get(use.powerMode) ?? 0) + (use.isStreaming ? STREAMING_MV_PER_H : 0);
  const middle = energy.at + (now - energy.at) / 2;
  const gain = profile.hasSolarPanel ? SOLAR_MV_PER_H * computeSunlight(profile.lon, middle) : 0;
  const batteryMv = profile.hasExternalPower ? MOST_MV : energy.batteryMv + (gain - drain) * hours;
  return { batteryMv: replaceEmpty(profile.uid, Math.min(MOST_MV, batteryMv)), at: Math.max(now, energy.at) };
}

function replaceEmpty(uid: number, batteryMv: number): number {
  const [least, most] = REPLACED_BELOW_MV;
  return batteryMv < least + (most - least) * drawShare(`battery/${uid}`) ? FRESH_MV : batteryMv;
}
