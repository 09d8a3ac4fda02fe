import { isStorableText } from '@waymark/domain/storable-text';

// Decodes the text of a file in any common encoding.

const hasMark = (bytes: Uint8Array, ...mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/** In UTF-16 every other byte of western text is 0. */
function looksLikeUtf16(bytes: Uint8Array, offset: 0 | 1): boolean {
  const sample = bytes.subarray(0, 512);
  if (sample.length < 4) return false;
  let zeros = 0;
  for (let at = offset; at < sample.length; at += 2) if (sample[at] === 0) zeros += 1;
  return zeros > sample.length / 4;
}

function findEncoding(bytes: Uint8Array): string {
  if (hasMark(bytes, 0xff, 0xfe) || looksLikeUtf16(bytes, 1)) return 'utf-16le';
  if (hasMark(bytes, 0xfe, 0xff) || looksLikeUtf16(bytes, 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Returns null for a text that cannot be stored: with zero characters or unpaired surrogates. Drops byte order marks.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = findEncoding(bytes);
  try {
    return asStorable(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    // Older spreadsheets write windows-1252, in which any bytes are text. Damaged UTF-16 has no such fallback.
    return encoding === 'utf-8' ? asStorable(new TextDecoder('windows-1252').decode(bytes)) : null;
  }
}

function asStorable(text: string): string | null {
  return isStorableText(text) ? text : null;
}
