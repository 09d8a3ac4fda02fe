const MAX_LENGTH_BYTES = 4;
const NOTHING = Buffer.alloc(0);

/** Where a packet lies: its first byte, what follows its header, its end. */
export interface PacketPlace {
  readonly at: number;
  readonly bodyAt: number;
  readonly end: number;
}

export type TakePacket = (bytes: Buffer, place: PacketPlace) => void;

/** Cuts a byte stream into whole MQTT packets; refuses one that claims to be too large before its bytes arrive. */
export class PacketCutter {
  readonly #maxBytes: number;
  #mostBytes: number;
  #rest: Buffer = NOTHING;
  #isPaused = false;

  /** `maxFirstBytes`: limit of the first packet, which any client can send. */
  constructor(maxBytes: number, maxFirstBytes = maxBytes) {
    this.#maxBytes = maxBytes;
    this.#mostBytes = maxFirstBytes;
  }

  /** Hands over each whole packet. Returns false when one is too large, or its length is no MQTT length. */
  cut(chunk: Buffer, take: TakePacket): boolean {
    this.#isPaused = false;
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (let place = this.#find(bytes, at); place !== 'incomplete'; place = this.#find(bytes, at)) {
      if (place === 'refused') return false;
      this.#mostBytes = this.#maxBytes;
      take(bytes, place);
      at = place.end;
      if (this.#isPaused) break;
    }
    // A copy, because a view would keep the whole chunk in memory.
    this.#rest = at === bytes.length ? NOTHING : Buffer.from(bytes.subarray(at));
    return true;
  }

  /** Called while a packet is handed over: keeps those after it for `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(take: TakePacket): boolean {
    return this.cut(NOTHING, take);
  }

  /** The length follows the first byte: seven bits a byte, lowest first; the eighth bit says that another byte follows. */
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
