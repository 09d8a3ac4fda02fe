import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasSuspectEscape, isStorable, isStorableText } from './storable-text.ts';

const BAD_TEXTS = ['\0', 'a\0b', '\uD800', 'a\uDFFF', '\uDC00\uD800'];

describe('isStorable', () => {
  test.each(BAD_TEXTS)('refuses %j as a value, as a name and within lists', (text) => {
    expect(isStorableText(text)).toBe(false);
    for (const value of [text, { a: text }, { [text]: 1 }, [[text]], { a: [{ b: text }] }])
      expect(isStorable(value)).toBe(false);
  });

  test('accepts letters of every language, emoji and other control characters', () => {
    expect(isStorable({ a: ['Überlauf', '🚀', '\u0001', '\uFFFD', null, 1, true] })).toBe(true);
  });

  test('isStorable handles 100,000 levels of nesting', () => {
    let deep: unknown = '\0';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(isStorable(deep)).toBe(false);
  });
});

test('hasSuspectEscape finds every JSON text whose value is not storable', () => {
  const anyText = fc.string({
    unit: fc.constantFrom('\0', '\uD800', '\uDBFF', '\uDC00', '\uDFFF', '\\', 'u0000', 'd800', 'a'),
  });
  fc.assert(
    fc.property(anyText, anyText, (name, text) => {
      const value = { [name]: text };
      return isStorable(value) || hasSuspectEscape(JSON.stringify(value));
    }),
  );
  expect(hasSuspectEscape('"\\uD83D\\uDE80"')).toBe(true);
  expect(hasSuspectEscape('"\\u00e9 \\u0001"')).toBe(false);
});
