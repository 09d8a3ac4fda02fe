import { t } from '#/language/t.ts';
import { MAX_BYTES, packHeader, unpackRecording, type PackedRecording } from './recording-format.ts';

const GZIP_MARK = [0x1f, 0x8b];

/** Inflates up to a maximum size: a small archive may unpack to any size. */
async function readUpTo(stream: ReadableStream<Uint8Array<ArrayBuffer>>, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > maxBytes) {
      await reader.cancel();
      throw new Error(t('The file is longer than any recording.'));
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function unzip(file: Blob): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') throw new Error(t('This browser cannot unpack recordings.'));
  try {
    return await readUpTo(file.stream().pipeThrough(new DecompressionStream('gzip')), MAX_BYTES);
  } catch (error) {
    // The browser's message about a broken archive is not meant for users.
    throw error instanceof TypeError ? new Error(t('The recording is damaged.'), { cause: error }) : error;
  }
}

export async function writeRecording(uid: number, frames: readonly Uint8Array<ArrayBuffer>[]): Promise<Blob> {
  const plain = new Blob([packHeader(uid, frames.length), ...frames]);
  if (typeof CompressionStream === 'undefined') return plain;
  return new Response(plain.stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

/** Fails with a message for the user who chose the file. */
export async function openRecording(file: Blob): Promise<PackedRecording> {
  const head = new Uint8Array(await file.slice(0, GZIP_MARK.length).arrayBuffer());
  const isZipped = GZIP_MARK.every((byte, at) => head[at] === byte);
  if (isZipped) return unpackRecording(await unzip(file));
  return unpackRecording(await readUpTo(file.stream(), MAX_BYTES));
}
