export async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of parts) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Cuts bytes into pieces whose size matches no frame. */
export async function* cut(bytes: Buffer, size = 777): AsyncGenerator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
