// Cuts what comes over an MQTT connection into whole packets. One that claims to be huge is refused at its header
// instead of being collected in memory.

const MAX_LENGTH_BYTES = 4;
const NOTHING = Buffer.alloc(0);

/** Where a packet lies: its first byte, what follows its header, its end. */
export interface PacketPlace {
  readonly at: number;
  readonly bodyAt: number;
  readonly end: number;
}

export type TakePacket = (bytes: Buffer, place: PacketPlace) => void;

export class PacketCutter {
  readonly #maxBytes: number;
  #mostBytes: number;
  #rest: Buffer = NOTHING;

  /** `maxFirstBytes`: the first packet, which comes from anybody. */
  constructor(maxBytes: number, maxFirstBytes = maxBytes) {
    this.#maxBytes = maxBytes;
    this.#mostBytes = maxFirstBytes;
  }

  /** Hands over each packet that is whole now. False when one is too large, or its length is no MQTT length. */
  cut(chunk: Buffer, take: TakePacket): boolean {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (let place = this.#find(bytes, at); place !== 'incomplete'; place = this.#find(bytes, at)) {
      if (place === 'refused') return false;
      this.#mostBytes = this.#maxBytes;
      take(bytes, place);
      at = place.end;
    }
    // A copy: the little that is left must not hold the whole chunk in memory.
    this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
    return true;
  }

  /** Behind the first byte stands the length: seven bits a byte, the lowest first; the eighth says that there is another. */
  #find(bytes: Buffer, at: number): PacketPlace | 'incomplete' | 'refused' {
    let length = 0;
    for (let n = 0; n < MAX_LENGTH_BYTES; n++) {
      const byte = bytes[at + 1 + n];
      if (byte === undefined) return 'incomplete';
      length += (byte & 0x7f) * 128 ** n;
      if (length > this.#mostBytes) return 'refused';
      if (byte >= 0x80) continue;
      const bodyAt = at + 2 + n;
      const end = bodyAt + length;
      return end > bytes.length ? 'incomplete' : { at, bodyAt, end };
    }
    return 'refused';
  }
}
