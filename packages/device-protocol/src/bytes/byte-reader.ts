// Reads past the end return zeros instead of throwing: a decoder checks lengths first and `isOverrun` last.

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #littleEndian: boolean;
  #offset = 0;
  #overrun = false;

  constructor(bytes: Uint8Array, order: 'big-endian' | 'little-endian') {
    // The `slice` of a Buffer would share memory with the next network message.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#littleEndian = order === 'little-endian';
  }

  get isOverrun(): boolean {
    return this.#overrun;
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset;
  }

  readU8(): number {
    return this.#read(1, (at) => this.#view.getUint8(at));
  }

  readI8(): number {
    return this.#read(1, (at) => this.#view.getInt8(at));
  }

  readU16(): number {
    return this.#read(2, (at) => this.#view.getUint16(at, this.#littleEndian));
  }

  readI16(): number {
    return this.#read(2, (at) => this.#view.getInt16(at, this.#littleEndian));
  }

  readU32(): number {
    return this.#read(4, (at) => this.#view.getUint32(at, this.#littleEndian));
  }

  readI32(): number {
    return this.#read(4, (at) => this.#view.getInt32(at, this.#littleEndian));
  }

  /** Exact up to 2^53; the caller must refuse larger values, which lose their low bits. */
  readU64(): number {
    return this.#read(8, (at) => Number(this.#view.getBigUint64(at, this.#littleEndian)));
  }

  /** Copies, so that a message outlives its network buffer. */
  readBytes(length: number): Uint8Array {
    if (length < 0 || length > this.remaining) {
      this.#overrun = true;
      return new Uint8Array(0);
    }
    const from = this.#offset;
    this.#offset += length;
    return this.#bytes.slice(from, from + length);
  }

  readI16s(count: number): Int16Array {
    if (count * 2 > this.remaining) {
      this.#overrun = true;
      return new Int16Array(0);
    }
    const values = new Int16Array(count);
    for (let index = 0; index < count; index++)
      values[index] = this.#view.getInt16(this.#offset + index * 2, this.#littleEndian);
    this.#offset += count * 2;
    return values;
  }

  readI8s(count: number): Int8Array {
    return new Int8Array(this.readBytes(count).buffer);
  }

  #read(width: number, get: (at: number) => number): number {
    if (width > this.remaining) {
      this.#overrun = true;
      return 0;
    }
    const at = this.#offset;
    this.#offset += width;
    return get(at);
  }
}
