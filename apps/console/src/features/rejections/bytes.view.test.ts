import { describe, expect, it } from 'vitest';
import { toHexLines, toText } from './bytes.view.ts';

const hexOf = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

describe('bytes of a message', () => {
  it('[W-170] bytes are shown in lines of eight with their offset, in hex and as printable characters', () => {
    expect(toHexLines(`${hexOf('{"t":1,')}00ff`)).toEqual([
      { offset: '0000', hex: '7b 22 74 22 3a 31 2c 00', ascii: '{"t":1,.' },
      { offset: '0008', hex: 'ff', ascii: '.' },
    ]);
    expect(toHexLines('')).toEqual([]);
  });

  it.each([
    ['{"t":1}', false, '{"t":1}'],
    ['21 °C\r\n\t', false, '21 °C\r\n\t'],
    ['', false, null],
    ['a\u0000b', false, null],
  ])('[W-170] bytes %j are decoded as their text', (text, isCut, shown) => {
    expect(toText(hexOf(text), isCut)).toBe(shown);
  });

  it('[W-170] bytes that are not UTF-8 have no text, unless they were cut within a character', () => {
    expect(toText('61c2', false)).toBeNull();
    expect(toText('61c2', true)).toBe('a');
    expect(toText('a181000a', false)).toBeNull();
  });
});
