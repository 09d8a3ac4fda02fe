// The text of a file, in whatever encoding its writer chose.

const hasMark = (bytes: Uint8Array, ...mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Every other byte of western text in UTF-16 is 0. */
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

/** What is no UTF-8 is taken for what older spreadsheets write. Byte order marks are left out. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding).decode(bytes);
  }
}
