import { unitOf } from '../units/quantity.ts';
import type { UnitSystem } from '../units/system.ts';

/** A station of American lines has 100 ft, one of metric lines a kilometre. */
const STATION_LENGTH: Readonly<Record<UnitSystem, number>> = { us: 100, metric: 1000 };

/** "12+34.5": whole stations, and the rest in feet or metres. Rounded first, so that 99.96 ft are 1+00.0. */
export function writeStation(distanceM: number, units: UnitSystem, decimals = 1): string {
  const length = STATION_LENGTH[units];
  const scale = 10 ** decimals;
  const whole = Math.round(Math.max(0, unitOf('near', units).fromSi(distanceM)) * scale);
  const stations = Math.floor(whole / (length * scale));
  const rest = (whole / scale - stations * length).toFixed(decimals);
  const digits = String(length - 1).length + (decimals > 0 ? decimals + 1 : 0);
  return `${stations}+${rest.padStart(digits, '0')}`;
}
