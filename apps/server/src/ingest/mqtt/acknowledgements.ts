import type { Client } from 'aedes';

const PUBACK = 0x40;
const PUBACK_BYTES = 4;

/** Writes PUBACKs: those of one commit leave together, in a single write for each connection. */
export class Acknowledgements {
  readonly #waiting = new Map<Client, number[]>();

  add(client: Client, messageId: number): void {
    // Promises that one commit resolves are all heard before the next tick.
    if (this.#waiting.size === 0) process.nextTick(() => this.#write());
    const ids = this.#waiting.get(client);
    if (ids) ids.push(messageId);
    else this.#waiting.set(client, [messageId]);
  }

  #write(): void {
    for (const [{ conn, closed }, ids] of this.#waiting) if (!closed && conn.writable) conn.write(encode(ids));
    this.#waiting.clear();
  }
}

function encode(ids: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(ids.length * PUBACK_BYTES);
  for (const [at, id] of ids.entries()) {
    bytes.writeUInt16BE((PUBACK << 8) | 2, at * PUBACK_BYTES);
    bytes.writeUInt16BE(id, at * PUBACK_BYTES + 2);
  }
  return bytes;
}
