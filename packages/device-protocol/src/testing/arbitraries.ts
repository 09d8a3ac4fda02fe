import * as fc from 'fast-check';

/** Numbers that a field with `perUnit` steps per unit can hold. */
export function steps(least: number, most: number, perUnit: number): fc.Arbitrary<number> {
  return fc.integer({ min: least, max: most }).map((count) => count / perUnit);
}

export const bitValue = fc.constantFrom(0 as const, 1 as const);
export const anyU8 = fc.integer({ min: 0, max: 0xff });
export const anyU16 = fc.integer({ min: 0, max: 0xffff });
export const anyU32 = fc.integer({ min: 0, max: 0xffff_ffff });
export const anyBytes = fc.uint8Array({ maxLength: 400 });
export const anyImei = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 15 })
  .map((digits) => digits.join(''));

export const altitude = fc.option(steps(-5000, 60_534, 10));
export const position = fc.record({
  lat: steps(-900_000_000, 900_000_000, 1e7),
  lon: steps(-1_800_000_000, 1_800_000_000, 1e7),
  altitude,
});

export function int8s(length: number | '1 to 255', least = -0x80): fc.Arbitrary<Int8Array> {
  return fc.int8Array({
    min: least,
    max: 0x7f,
    ...(typeof length === 'number' ? { minLength: length, maxLength: length } : { minLength: 1, maxLength: 255 }),
  });
}

export function int16s(length: number): fc.Arbitrary<Int16Array> {
  return fc.int16Array({ minLength: length, maxLength: length });
}
