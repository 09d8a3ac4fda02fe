import { fail, succeed, type Result } from '@waymark/domain/result';
import type { LineFault } from '@waymark/domain/words/line-faults';
import { Unzip, UnzipInflate } from 'fflate';

/** Limits the unpacked size of an archive. */
const MAX_UNPACKED_BYTES = 60_000_000;
/** A chunk of this size unpacks to about 17 MB at most, after which the limit is checked. */
const PIECE_BYTES = 16_384;

class TooLarge extends Error {}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The first KML in an archive. It is unpacked in chunks, so that a zip bomb is aborted in time. */
export function findKmlIn(bytes: Uint8Array): Result<Uint8Array, LineFault> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let hasKml = false;
  const unzip = new Unzip((file) => {
    if (hasKml || !/\.kml$/i.test(file.name)) return;
    hasKml = true;
    file.ondata = (error, piece) => {
      if (error) throw error;
      size += piece.length;
      if (size > MAX_UNPACKED_BYTES) throw new TooLarge();
      pieces.push(piece);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
  } catch (error) {
    return fail({ code: error instanceof TooLarge ? 'archive-too-large' : 'archive-unreadable' });
  }
  return hasKml && size > 0 ? succeed(join(pieces)) : fail({ code: 'archive-without-kml' });
}
