import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEqual } from './equal.ts';

/** Texts of one character, so that two random values are often equal. */
const small = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 2 }, fc.constantFrom<unknown>(null, 0, 1, 'a', true), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 2 }),
  object: fc.dictionary(fc.constantFrom('a', 'b'), tie('value')),
}));

/** JSON with sorted fields: an independent definition of the same content. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)))
      : part,
  );

describe('isEqual', () => {
  test('agrees with JSON of sorted fields', () => {
    fc.assert(
      fc.property(small.value, small.value, (one, other) => {
        expect(isEqual(one, other)).toBe(sorted(one) === sorted(other));
      }),
    );
  });

  test('a copy is equal to its original', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isEqual(value, JSON.parse(JSON.stringify(value)) as unknown)).toBe(true);
      }),
    );
  });

  test.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: null }, {}, false],
    [[], {}, false],
    [{}, [], false],
    [[1, 2], [2, 1], false],
    [[1], [1, undefined], false],
    [Number.NaN, Number.NaN, true],
    [Number.NaN, null, false],
    [0, -0, true],
    ['1', 1, false],
    [null, undefined, false],
  ])('compares %j with %j', (one, other, expected) => {
    expect(isEqual(one, other)).toBe(expected);
  });
});
