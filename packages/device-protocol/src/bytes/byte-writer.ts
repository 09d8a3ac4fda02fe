// Writers saturate: a value outside of its field's range becomes the nearest valid one, NaN becomes 0.

export function saturate(value: number, least: number, most: number): number {
  return Number.isNaN(value) ? Math.max(least, Math.min(most, 0)) : Math.max(least, Math.min(most, Math.round(value)));
}

export class ByteWriter {
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;
  #length = 0;
  readonly #littleEndian: boolean;

  constructor(order: 'big-endian' | 'little-endian', capacity = 64) {
    this.#bytes = new Uint8Array(capacity);
    this.#view = new DataView(this.#bytes.buffer);
    this.#littleEndian = order === 'little-endian';
  }

  writeU8(value: number): this {
    const at = this.#grow(1);
    this.#view.setUint8(at, saturate(value, 0, 0xff));
    return this;
  }

  writeI8(value: number): this {
    const at = this.#grow(1);
    this.#view.setInt8(at, saturate(value, -0x80, 0x7f));
    return this;
  }

  writeU16(value: number): this {
    const at = this.#grow(2);
    this.#view.setUint16(at, saturate(value, 0, 0xffff), this.#littleEndian);
    return this;
  }

  writeI16(value: number): this {
    const at = this.#grow(2);
    this.#view.setInt16(at, saturate(value, -0x8000, 0x7fff), this.#littleEndian);
    return this;
  }

  writeU32(value: number): this {
    const at = this.#grow(4);
    this.#view.setUint32(at, saturate(value, 0, 0xffff_ffff), this.#littleEndian);
    return this;
  }

  writeI32(value: number): this {
    const at = this.#grow(4);
    this.#view.setInt32(at, saturate(value, -0x8000_0000, 0x7fff_ffff), this.#littleEndian);
    return this;
  }

  writeU64(value: number): this {
    const at = this.#grow(8);
    this.#view.setBigUint64(at, BigInt(saturate(value, 0, Number.MAX_SAFE_INTEGER)), this.#littleEndian);
    return this;
  }

  writeBytes(bytes: Uint8Array): this {
    const at = this.#grow(bytes.length);
    this.#bytes.set(bytes, at);
    return this;
  }

  /** Writes exactly `count` values: pads with 0, drops the rest. */
  writeI16s(values: ArrayLike<number>, count: number): this {
    for (let index = 0; index < count; index++) this.writeI16(values[index] ?? 0);
    return this;
  }

  writeI8s(values: ArrayLike<number>, count: number): this {
    for (let index = 0; index < count; index++) this.writeI8(values[index] ?? 0);
    return this;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(width: number): number {
    const at = this.#length;
    this.#length += width;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
