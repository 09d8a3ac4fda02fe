import type { Socket } from 'node:net';

// Follows the frames of an MQTT connection without decoding them, so that a packet that claims to be huge is
// refused at its header instead of being collected in memory.

const MAX_LENGTH_BYTES = 4;

export class PacketSizeGuard {
  readonly #maxBytes: number;
  #expected: 'header' | 'length' | 'body' = 'header';
  #length = 0;
  #lengthBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False when a packet in it is too large, or its length is no MQTT length. */
  accept(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#expected === 'body') {
        at = this.#skipBody(at, chunk.length);
        continue;
      }
      if (this.#expected === 'header') this.#beginLength();
      else if (!this.#readLength(chunk[at] ?? 0)) return false;
      at += 1;
    }
    return true;
  }

  #beginLength(): void {
    this.#expected = 'length';
    this.#length = 0;
    this.#lengthBytes = 0;
  }

  /** Seven bits a byte, the lowest first; the eighth says that there is another. */
  #readLength(byte: number): boolean {
    this.#length += (byte & 0x7f) * 128 ** this.#lengthBytes;
    this.#lengthBytes += 1;
    if (this.#length > this.#maxBytes) return false;
    if (byte >= 0x80) return this.#lengthBytes < MAX_LENGTH_BYTES;
    this.#expected = this.#length === 0 ? 'header' : 'body';
    return true;
  }

  #skipBody(at: number, end: number): number {
    const step = Math.min(this.#length, end - at);
    this.#length -= step;
    if (this.#length === 0) this.#expected = 'header';
    return at + step;
  }
}

/** Ends a connection at the header of a packet that is too large; for readers that call `read` themselves. */
export function guardPacketSize(socket: Socket, maxBytes: number, onTooLarge: () => void): void {
  const guard = new PacketSizeGuard(maxBytes);
  const read = socket.read.bind(socket);
  Object.assign(socket, {
    read(size?: number): unknown {
      const chunk: unknown = read(size);
      if (!(chunk instanceof Uint8Array) || guard.accept(chunk)) return chunk;
      onTooLarge();
      socket.destroy();
      return null;
    },
  });
}
