// The bytes of a message in readable form.

const BYTES_A_LINE = 8;
const OFFSET_DIGITS = 4;

export interface HexLine {
  readonly offset: string;
  readonly hex: string;
  /** A character for each byte; a dot for one that is not printable ASCII. */
  readonly ascii: string;
}

function toBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const toAscii = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.');

/** Lines of eight bytes, which fit a phone. */
export function toHexLines(hex: string): readonly HexLine[] {
  const bytes = toBytes(hex);
  return Array.from({ length: Math.ceil(bytes.length / BYTES_A_LINE) }, (_, line) => {
    const start = line * BYTES_A_LINE;
    const part = Array.from(bytes.subarray(start, start + BYTES_A_LINE));
    return {
      offset: start.toString(16).padStart(OFFSET_DIGITS, '0'),
      hex: part.map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
      ascii: part.map(toAscii).join(''),
    };
  });
}

/** Control characters other than tab and line ends: such bytes are not text. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const NO_TEXT = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** The bytes as text, or null if they are not text. Bytes that were cut may end within a character. */
export function toText(hex: string, isCut: boolean): string | null {
  const bytes = toBytes(hex);
  if (bytes.length === 0) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return NO_TEXT.test(text) ? null : text;
  } catch {
    return null;
  }
}
