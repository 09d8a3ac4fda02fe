import { FEET_PER_METRE } from './length.ts';
import { scaled, unitOf, type Quantity, type Unit } from './quantity.ts';
import type { UnitSystem } from './system.ts';

// Reads a quantity as people enter it, in the units of either system.

export type EntryFault = 'empty' | 'decimal-comma' | 'no-number' | 'unknown-unit';
export type Entry = { readonly ok: true; readonly value: number } | { readonly ok: false; readonly fault: EntryFault };

const [FEET, METRES] = [unitOf('near', 'us'), unitOf('near', 'metric')];
const [MILES, KILOMETRES] = [unitOf('far', 'us'), unitOf('far', 'metric')];
const [INCHES, MILLIMETRES] = [unitOf('diameter', 'us'), unitOf('diameter', 'metric')];
const [MPH, METRES_A_SECOND] = [unitOf('speed', 'us'), unitOf('speed', 'metric')];
const [FAHRENHEIT, CELSIUS] = [unitOf('temperature', 'us'), unitOf('temperature', 'metric')];
const KILOMETRES_AN_HOUR = scaled('km/h', 3.6);

const LENGTHS = {
  ft: FEET,
  feet: FEET,
  foot: FEET,
  "'": FEET,
  m: METRES,
  meters: METRES,
  metres: METRES,
  mi: MILES,
  mile: MILES,
  miles: MILES,
  km: KILOMETRES,
};

/** The spellings that an entry may have. */
const ACCEPTED: Readonly<Record<Quantity, Readonly<Record<string, Unit>>>> = {
  speed: {
    mph: MPH,
    'mi/h': MPH,
    'm/s': METRES_A_SECOND,
    'km/h': KILOMETRES_AN_HOUR,
    kmh: KILOMETRES_AN_HOUR,
    'ft/s': scaled('ft/s', FEET_PER_METRE),
  },
  far: LENGTHS,
  near: LENGTHS,
  diameter: {
    in: INCHES,
    inch: INCHES,
    inches: INCHES,
    '"': INCHES,
    mm: MILLIMETRES,
    cm: scaled('cm', 100),
    m: METRES,
  },
  temperature: { '°f': FAHRENHEIT, f: FAHRENHEIT, '°c': CELSIUS, c: CELSIUS },
};

/** "mph", "m/s", "km/h", "ft/s" */
export const listAcceptedUnits = (quantity: Quantity): readonly string[] => [
  ...new Set(Object.values(ACCEPTED[quantity]).map(({ name }) => name)),
];

const refuse = (fault: EntryFault): Entry => ({ ok: false, fault });
const SHAPE = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*(.*)$/u;

/** Reads "3", "3 mph" or "1.3 m/s" as a value in SI units; a number alone has the unit of the system. */
export function parseQuantity(quantity: Quantity, typed: string, system: UnitSystem): Entry {
  const text = typed.trim();
  if (text === '') return refuse('empty');
  if (/\d,/u.test(text)) return refuse('decimal-comma');
  const [, number, suffix] = SHAPE.exec(text) ?? [];
  if (number === undefined || suffix === undefined) return refuse('no-number');
  const accepted = new Map(Object.entries(ACCEPTED[quantity]));
  const unit = suffix === '' ? unitOf(quantity, system) : accepted.get(suffix.toLowerCase());
  return unit ? { ok: true, value: unit.toSi(Number(number)) } : refuse('unknown-unit');
}
