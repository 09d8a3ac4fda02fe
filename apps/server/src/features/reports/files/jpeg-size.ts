interface Size {
  readonly width: number;
  readonly height: number;
}

const MOST_PX = 2000;
const MARKER = 0xff;
const START = 0xd8;
/** Frames of a baseline or progressive picture; the others are rare and not printed. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Markers without a length. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);

/** The size of a JPEG picture; null: it is none, is cut before its frame, or is larger than can be printed. */
export function readJpegSize(bytes: Uint8Array): Size | null {
  if (bytes[0] !== MARKER || bytes[1] !== START) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== MARKER) return null;
    const marker = bytes[at + 1] ?? 0;
    if (FRAMES.has(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      const isPrintable = width > 0 && height > 0 && width <= MOST_PX && height <= MOST_PX;
      return isPrintable ? { width, height } : null;
    }
    at += isAlone(marker) ? 2 : 2 + view.getUint16(at + 2);
  }
  return null;
}
