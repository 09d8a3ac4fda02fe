import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuantity, type EntryFault } from './entry.ts';
import { formatDistance, formatQuantity, unitOf, writeNumber, type Quantity } from './quantity.ts';
import { UNIT_SYSTEMS, type UnitSystem } from './system.ts';

const QUANTITIES: readonly Quantity[] = ['speed', 'far', 'near', 'diameter', 'temperature'];

describe('a quantity as text', () => {
  test.each<[Quantity, number, string, string]>([
    ['speed', 1.39, '3.11 mph', '1.39 m/s'],
    ['far', 20_004.1, '12.43 mi', '20.00 km'],
    ['near', 640, '2,100 ft', '640 m'],
    ['diameter', 16 / 39.37, '16 in', '406 mm'],
    ['temperature', 21, '70 °F', '21 °C'],
  ])('[W-300] formatQuantity writes %s in the units of either system', (quantity, value, us, metric) => {
    expect([formatQuantity(quantity, value, 'us'), formatQuantity(quantity, value, 'metric')]).toEqual([us, metric]);
  });

  test('[R-125] formatDistance writes feet, or meters and from ten kilometers on kilometers', () => {
    expect(formatDistance(640, 'us')).toBe('2,100 ft');
    expect(formatDistance(68_305, 'us')).toBe('224,095 ft');
    expect([640, 9999, 68_305].map((metres) => formatDistance(metres, 'metric'))).toEqual([
      '640 m',
      '9,999 m',
      '68.3 km',
    ]);
  });

  test('[W-300] writeNumber writes no unit and no separators, for columns with the unit in the heading', () => {
    expect(writeNumber('near', 68_305, 'us', 1)).toBe('224095.0');
    expect(writeNumber('diameter', 0.2032, 'us')).toBe('8');
  });
});

describe('an entry', () => {
  test.each<[Quantity, string, UnitSystem, number]>([
    ['speed', '3', 'us', 3 * 0.44704],
    ['speed', '3', 'metric', 3],
    ['speed', '3 mph', 'metric', 3 * 0.44704],
    ['speed', '1.3 m/s', 'us', 1.3],
    ['speed', '1.3m/s', 'us', 1.3],
    ['speed', ' 3.6 KM/H ', 'us', 1],
    ['far', '12 km', 'us', 12_000],
    ['far', '1 mi', 'metric', 1609.344],
    ['near', '3.2808 ft', 'metric', 1],
    ['near', '.5 km', 'us', 500],
    ['diameter', '16 in', 'metric', 16 / 39.37],
    ['diameter', '16"', 'metric', 16 / 39.37],
    ['diameter', '40.6 cm', 'us', 0.406],
    ['temperature', '-40 °F', 'metric', -40],
  ])('[W-301] parseQuantity reads %s "%s" in the system %s', (quantity, typed, system, value) => {
    const entry = parseQuantity(quantity, typed, system);
    expect(entry.ok && entry.value).toBeCloseTo(value, 9);
  });

  test.each<[string, EntryFault]>([
    ['', 'empty'],
    ['  ', 'empty'],
    ['1,3', 'decimal-comma'],
    ['1,300 mph', 'decimal-comma'],
    ['fast', 'no-number'],
    ['mph', 'no-number'],
    ['1e3', 'unknown-unit'],
    ['1.2.3', 'unknown-unit'],
    ['3 knots', 'unknown-unit'],
    ['3 ft', 'unknown-unit'],
    ['3 constructor', 'unknown-unit'],
  ])('[W-301] parseQuantity refuses "%s" as a speed: %s', (typed, fault) => {
    expect(parseQuantity('speed', typed, 'us')).toEqual({ ok: false, fault });
  });

  test('[W-301] parseQuantity reads what formatQuantity writes, in either system and by a user of the other', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QUANTITIES),
        fc.constantFrom(...UNIT_SYSTEMS),
        fc.constantFrom(...UNIT_SYSTEMS),
        fc.double({ min: 0, max: 900, noNaN: true }),
        (quantity, written, read, shown) => {
          const unit = unitOf(quantity, written);
          const entry = parseQuantity(quantity, `${shown.toFixed(3)} ${unit.name}`, read);
          const back = entry.ok ? unit.fromSi(entry.value) : Number.NaN;
          expect(Math.abs(back - shown)).toBeLessThan(0.01);
        },
      ),
    );
  });
});
