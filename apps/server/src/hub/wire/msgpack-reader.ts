import { isUtf8 } from 'node:buffer';

/** The bytes are not exactly one value that the hub accepts. */
export class MalformedFrame extends Error {}

/** Nesting of lists and maps; a packet with a call needs three levels. */
const MAX_DEPTH = 16;
/** Values per packet, map keys included; the largest call of the contract has about 200. */
const MAX_VALUES = 4096;
const TWO_TO_32 = 2 ** 32;

/** socket.io-msgpack-parser writes `undefined` as an extension of one byte. */
const UNDEFINED = { type: 0, data: 0 } as const;

/**
 * Reads MessagePack from an untrusted sender. Each declared element claims one of the remaining bytes that no other
 * element has claimed, so the received bytes bound the work and the memory.
 */
class MsgpackReader {
  readonly #bytes: Buffer;
  #offset = 0;
  #values = 1;
  /** Remaining bytes that no declared element has claimed. */
  #free: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#free = bytes.length - 1;
    if (this.#free < 0) throw new MalformedFrame('the frame is empty');
  }

  readAll(): unknown {
    const value = this.#readValue(0);
    if (this.#free !== 0) throw new MalformedFrame(`${this.#free} bytes follow the value`);
    return value;
  }

  #readValue(depth: number): unknown {
    const head = this.#bytes.readUInt8(this.#offset);
    this.#offset += 1;
    if (head < 0x80) return head;
    if (head < 0x90) return this.#readMap(head & 0x0f, depth);
    if (head < 0xa0) return this.#readList(head & 0x0f, depth);
    if (head < 0xc0) return this.#readText(head & 0x1f);
    if (head > 0xdf) return head - 0x100;
    return this.#readLong(head, depth);
  }

  #readLong(head: number, depth: number): unknown {
    switch (head) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xca:
        return this.#bytes.readFloatBE(this.#take(4));
      case 0xcb:
        return this.#bytes.readDoubleBE(this.#take(8));
      case 0xcc:
        return this.#readUnsigned(1);
      case 0xcd:
        return this.#readUnsigned(2);
      case 0xce:
        return this.#readUnsigned(4);
      case 0xcf:
        return this.#readUnsigned(4) * TWO_TO_32 + this.#readUnsigned(4);
      case 0xd0:
        return this.#readSigned(1);
      case 0xd1:
        return this.#readSigned(2);
      case 0xd2:
        return this.#readSigned(4);
      case 0xd3:
        return this.#readSigned(4) * TWO_TO_32 + this.#readUnsigned(4);
      case 0xd4:
        return this.#readUndefined();
      case 0xd9:
        return this.#readText(this.#readUnsigned(1));
      case 0xda:
        return this.#readText(this.#readUnsigned(2));
      case 0xdb:
        return this.#readText(this.#readUnsigned(4));
      case 0xdc:
        return this.#readList(this.#readUnsigned(2), depth);
      case 0xdd:
        return this.#readList(this.#readUnsigned(4), depth);
      case 0xde:
        return this.#readMap(this.#readUnsigned(2), depth);
      case 0xdf:
        return this.#readMap(this.#readUnsigned(4), depth);
      default:
        throw new MalformedFrame(`type 0x${head.toString(16)} is not accepted`);
    }
  }

  #readUnsigned(length: number): number {
    return this.#bytes.readUIntBE(this.#take(length), length);
  }

  #readSigned(length: number): number {
    return this.#bytes.readIntBE(this.#take(length), length);
  }

  #readUndefined(): undefined {
    const [type, data] = [this.#readUnsigned(1), this.#readUnsigned(1)];
    if (type !== UNDEFINED.type || data !== UNDEFINED.data) throw new MalformedFrame('extensions are not accepted');
    return undefined;
  }

  #readText(length: number): string {
    const start = this.#take(length);
    const bytes = this.#bytes.subarray(start, start + length);
    if (!isUtf8(bytes)) throw new MalformedFrame('a text is not UTF-8');
    return bytes.toString('utf8');
  }

  #readList(length: number, depth: number): unknown[] {
    this.#declare(length, depth);
    const values: unknown[] = [];
    for (let count = 0; count < length; count++) values.push(this.#readValue(depth + 1));
    return values;
  }

  #readMap(length: number, depth: number): Record<string, unknown> {
    this.#declare(2 * length, depth);
    const values: Record<string, unknown> = {};
    for (let count = 0; count < length; count++) {
      const key = this.#readValue(depth + 1);
      if (typeof key !== 'string' || key === '__proto__') throw new MalformedFrame('a key is not accepted');
      values[key] = this.#readValue(depth + 1);
    }
    return values;
  }

  /** Claims one byte per element before anything is allocated for it. */
  #declare(elements: number, depth: number): void {
    if (depth >= MAX_DEPTH) throw new MalformedFrame('lists and maps are nested too deeply');
    this.#values += elements;
    if (this.#values > MAX_VALUES) throw new MalformedFrame('the frame has too many values');
    this.#claim(elements);
  }

  /** Consumes bytes of the current value beyond its first; returns their start. */
  #take(length: number): number {
    this.#claim(length);
    const start = this.#offset;
    this.#offset += length;
    return start;
  }

  #claim(length: number): void {
    if (length > this.#free) throw new MalformedFrame('the frame ends too early');
    this.#free -= length;
  }
}

/** Reads exactly one value; throws MalformedFrame for anything else. */
export function readMsgpack(bytes: Buffer): unknown {
  return new MsgpackReader(bytes).readAll();
}
