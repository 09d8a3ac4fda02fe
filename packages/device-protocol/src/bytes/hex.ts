import { succeed } from '@waymark/domain/result';
import { reject, type Decoded } from '../decode-failure.ts';

export function formatHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/** Pairs of hexadecimal digits in either case, without separators. */
export function parseHex(text: string): Decoded<Uint8Array<ArrayBuffer>> {
  if (text.length % 2 !== 0) return reject('length', 'an odd number of hexadecimal digits');
  if (!/^[0-9a-f]*$/i.test(text)) return reject('field', 'not hexadecimal digits');
  return succeed(
    Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)),
  );
}
