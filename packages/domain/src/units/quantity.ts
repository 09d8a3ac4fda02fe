import { FEET_PER_METRE, INCHES_PER_METRE } from './length.ts';
import type { UnitSystem } from './system.ts';
import { METRES_PER_SECOND_PER_MPH, MPH_PER_METRE_PER_SECOND } from './speed.ts';

// How people read quantities; entry.ts is how they enter them. Everything is stored in SI units: metres, metres per second, degrees Celsius.

/** `far`: positions along a line and its length. `near`: shorter distances and altitudes. */
export type Quantity = 'speed' | 'far' | 'near' | 'diameter' | 'temperature';

export interface Unit {
  readonly name: string;
  readonly fromSi: (value: number) => number;
  readonly toSi: (value: number) => number;
}

const METRES_PER_MILE = 1609.344;
const MM_PER_METRE = 1000;
const FAHRENHEIT_AT_ZERO = 32;
const FAHRENHEIT_PER_CELSIUS = 1.8;

const same = (value: number) => value;
export const scaled = (name: string, factor: number): Unit => ({
  name,
  fromSi: (value) => value * factor,
  toSi: (value) => value / factor,
});
const MILES: Unit = {
  name: 'mi',
  fromSi: (value) => value / METRES_PER_MILE,
  toSi: (value) => value * METRES_PER_MILE,
};
const KILOMETRES: Unit = { name: 'km', fromSi: (value) => value / 1000, toSi: (value) => value * 1000 };
const FEET = scaled('ft', FEET_PER_METRE);
const METRES: Unit = { name: 'm', fromSi: same, toSi: same };
const MPH: Unit = {
  name: 'mph',
  fromSi: (value) => value * MPH_PER_METRE_PER_SECOND,
  toSi: (value) => value * METRES_PER_SECOND_PER_MPH,
};
const METRES_A_SECOND: Unit = { name: 'm/s', fromSi: same, toSi: same };
const INCHES = scaled('in', INCHES_PER_METRE);
const MILLIMETRES = scaled('mm', MM_PER_METRE);
const FAHRENHEIT: Unit = {
  name: '°F',
  fromSi: (value) => value * FAHRENHEIT_PER_CELSIUS + FAHRENHEIT_AT_ZERO,
  toSi: (value) => (value - FAHRENHEIT_AT_ZERO) / FAHRENHEIT_PER_CELSIUS,
};
const CELSIUS: Unit = { name: '°C', fromSi: same, toSi: same };

interface QuantityUnits extends Readonly<Record<UnitSystem, Unit>> {
  readonly decimals: number;
}

const QUANTITIES: Readonly<Record<Quantity, QuantityUnits>> = {
  speed: { us: MPH, metric: METRES_A_SECOND, decimals: 2 },
  far: { us: MILES, metric: KILOMETRES, decimals: 2 },
  near: { us: FEET, metric: METRES, decimals: 0 },
  diameter: { us: INCHES, metric: MILLIMETRES, decimals: 0 },
  temperature: { us: FAHRENHEIT, metric: CELSIUS, decimals: 0 },
};

export const unitOf = (quantity: Quantity, system: UnitSystem): Unit => QUANTITIES[quantity][system];

const numberFormats = new Map<number, Intl.NumberFormat>();

function group(value: number, decimals: number): string {
  const format =
    numberFormats.get(decimals) ??
    new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  numberFormats.set(decimals, format);
  return format.format(value);
}

/** The number alone, for columns whose heading has the unit; without separators, as in files. */
export const writeNumber = (
  quantity: Quantity,
  value: number,
  system: UnitSystem,
  decimals: number = QUANTITIES[quantity].decimals,
): string => unitOf(quantity, system).fromSi(value).toFixed(decimals);

/** "3.11 mph" or "1.39 m/s"; "12.43 mi" or "20.00 km" */
export function formatQuantity(
  quantity: Quantity,
  value: number,
  system: UnitSystem,
  decimals: number = QUANTITIES[quantity].decimals,
): string {
  const unit = unitOf(quantity, system);
  return `${group(unit.fromSi(value), decimals)} ${unit.name}`;
}

const KM_FROM_M = 10_000;

/** "2,099 ft" or "640 m", "68.3 km" */
export const formatDistance = (metres: number, system: UnitSystem): string =>
  system === 'metric' && metres >= KM_FROM_M
    ? formatQuantity('far', metres, system, 1)
    : formatQuantity('near', metres, system);
