// An archive is a sequence of frames: kind (one letter), length (u32, big-endian), content.

const HEAD_BYTES = 5;
/** Upper limit for a frame; writeArchive writes smaller ones. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Header, start of a table, rows, end of the table, end of the archive. */
export const FRAME_KINDS = ['H', 'T', 'D', 'E', 'Z'] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];

export interface Frame {
  readonly kind: FrameKind;
  readonly content: Buffer;
}

/** The archive is damaged, foreign or not applicable; the message is one line for the operator. */
export class ArchiveError extends Error {}

export function* encodeFrame(kind: FrameKind, content: Buffer): Generator<Buffer, void, undefined> {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(content.length, 1);
  yield head;
  yield content;
}

export function encodeJsonFrame(kind: FrameKind, value: unknown): Generator<Buffer, void, undefined> {
  return encodeFrame(kind, Buffer.from(JSON.stringify(value)));
}

function readHead(head: Buffer): { readonly kind: FrameKind; readonly length: number } {
  const letter = head.toString('latin1', 0, 1);
  const kind = FRAME_KINDS.find((each) => each === letter);
  const length = head.readUInt32BE(1);
  if (kind === undefined || length > MOST_BYTES)
    throw new ArchiveError('This is no backup of Waymark, or it is damaged.');
  return { kind, length };
}

export async function* decodeFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame, void, undefined> {
  let pieces: Buffer[] = [];
  let held = 0;
  const take = (length: number): Buffer => {
    const joined = pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
    pieces = [joined.subarray(length)];
    held -= length;
    return joined.subarray(0, length);
  };
  let head: ReturnType<typeof readHead> | undefined;
  for await (const piece of bytes) {
    pieces.push(piece);
    held += piece.length;
    for (;;) {
      if (head === undefined) {
        if (held < HEAD_BYTES) break;
        head = readHead(take(HEAD_BYTES));
      }
      if (held < head.length) break;
      yield { kind: head.kind, content: take(head.length) };
      head = undefined;
    }
  }
  if (held > 0 || head !== undefined) throw new ArchiveError('The backup ends in the middle: it is not whole.');
}
