import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findExcess, MAX_DEPTH, MAX_FIELDS } from './json-body.ts';

const isTooDeep = (text: string) => findExcess(text) === 'body-too-deep';

test('findExcess counts fields outside of texts only', () => {
  const withFields = (count: number) => `[{${Array.from({ length: count }, (_none, at) => `"${at}":":"`).join()}}]`;
  expect(findExcess(withFields(MAX_FIELDS))).toBeNull();
  expect(findExcess(withFields(MAX_FIELDS + 1))).toBe('body-too-large');
});

test('findExcess counts nesting outside of texts only', () => {
  expect(isTooDeep('['.repeat(MAX_DEPTH))).toBe(false);
  expect(isTooDeep('['.repeat(MAX_DEPTH + 1))).toBe(true);
  expect(isTooDeep('{"a":'.repeat(MAX_DEPTH + 1))).toBe(true);
  expect(isTooDeep(JSON.stringify('[{"\\'.repeat(200)))).toBe(false);
});

test('findExcess counts the depth of the parsed value', () => {
  const wraps = fc.array(fc.constantFrom('[', '{'), { maxLength: 60 });
  fc.assert(
    fc.property(wraps, fc.string(), (kinds, text) => {
      const value = kinds.reduce<unknown>((inner, kind) => (kind === '[' ? [inner, text] : { [text]: inner }), text);
      return isTooDeep(JSON.stringify(value)) === kinds.length > MAX_DEPTH;
    }),
  );
});
