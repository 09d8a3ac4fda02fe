import fc from 'fast-check';
import * as library from 'socket.io-msgpack-parser';
import { describe, expect, test } from 'vitest';
import { MalformedFrame, readMsgpack } from './msgpack-reader.ts';

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}

function encode(value: unknown): Buffer {
  const [encoded] = new library.Encoder().encode(value) as unknown as [Buffer];
  return Buffer.from(encoded);
}

/** Excludes -0: JSON does not have it, and the encoder writes 0. */
const anyValue = fc
  .jsonValue({ maxDepth: 5 })
  .map((value) => JSON.stringify(value))
  .filter((text) => !text.includes('__proto__'))
  .map((text): unknown => JSON.parse(text));

const REFUSED = Symbol('refused');

function readOrRefuse(frame: Buffer): unknown {
  try {
    return readMsgpack(frame);
  } catch (error) {
    if (error instanceof MalformedFrame) return REFUSED;
    throw error;
  }
}

const anyMutated = fc.tuple(anyValue, fc.nat(), fc.nat(255)).map(([value, at, byte]) => {
  const encoded = encode(value);
  encoded[at % encoded.length] = byte;
  return encoded;
});

describe('readMsgpack', () => {
  test.each<[string, unknown]>([
    ['00', 0],
    ['7f', 127],
    ['ff', -1],
    ['e0', -32],
    ['c0', null],
    ['c2', false],
    ['c3', true],
    ['cc ff', 255],
    ['cd 01 00', 256],
    ['ce 00 01 00 00', 65_536],
    ['cf 00 00 00 01 00 00 00 00', 2 ** 32],
    ['d0 80', -128],
    ['d1 80 00', -32_768],
    ['d2 80 00 00 00', -(2 ** 31)],
    ['d3 ff ff ff ff 00 00 00 00', -(2 ** 32)],
    ['ca 3f c0 00 00', 1.5],
    ['cb 3f f8 00 00 00 00 00 00', 1.5],
    ['a0', ''],
    ['a2 c3 a9', 'é'],
    ['d9 01 61', 'a'],
    ['da 00 01 61', 'a'],
    ['db 00 00 00 01 61', 'a'],
    ['90', []],
    ['92 01 91 02', [1, [2]]],
    ['dc 00 01 01', [1]],
    ['dd 00 00 00 01 01', [1]],
    ['81 a1 61 01', { a: 1 }],
    ['de 00 01 a1 61 01', { a: 1 }],
    ['df 00 00 00 01 a1 61 01', { a: 1 }],
    ['d4 00 00', undefined],
  ])('readMsgpack reads %s', (hex, value) => {
    expect(readMsgpack(bytes(hex))).toEqual(value);
  });

  test.each([
    ['no bytes', ''],
    ['the type that does not exist', 'c1'],
    ['binary data', 'c4 01 00'],
    ['an ArrayBuffer of 1 GB', 'c9 3b 9a ca 00 00'],
    ['an extension', 'd4 01 00'],
    ['a date', 'd7 00 00 00 00 00 00 00 00 00'],
    ['a list of 33 million without its elements', 'dd 01 ff ff ff'],
    ['a map of 33 million without its elements', 'df 01 ff ff ff'],
    ['a text longer than the frame', 'db ff ff ff ff 61'],
    ['a number that is cut off', 'cb 3f f8'],
    ['a length that is cut off', 'dc 00'],
    ['two lists that share their elements', '92 92 01 02'],
    ['bytes after the value', '00 00'],
    ['a text that is not UTF-8', 'a2 c3 28'],
    ['half a surrogate', 'a3 ed a0 80'],
    ['a key that is a number', '81 01 01'],
    ['the key __proto__', '81 a9 5f5f70726f746f5f5f 80'],
  ])('[W-001] readMsgpack refuses %s', (_what, hex) => {
    expect(() => readMsgpack(bytes(hex))).toThrow(MalformedFrame);
  });

  test('[W-001] readMsgpack refuses lists and maps nested deeper than 16', () => {
    expect(() => readMsgpack(Buffer.concat([Buffer.alloc(16, 0x91), bytes('00')]))).not.toThrow();
    for (const head of [0x91, 0x81]) expect(() => readMsgpack(Buffer.alloc(60_000, head))).toThrow(MalformedFrame);
  });

  test('[W-001] readMsgpack refuses a frame of more than 4,096 values', () => {
    const list = (length: number) =>
      Buffer.concat([bytes('dd'), bytes(length.toString(16).padStart(8, '0')), Buffer.alloc(length, 0xc0)]);
    expect(readMsgpack(list(4095))).toHaveLength(4095);
    expect(() => readMsgpack(list(4096))).toThrow(MalformedFrame);
  });

  test("readMsgpack agrees with the library's decoder on what the clients' encoder writes", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const packet = encode({ type: 2, nsp: '/agm', data: ['Anything', value], options: { compress: true } });
        const decoder = new library.Decoder();
        decoder.on('decoded', (decoded) => expect(readMsgpack(packet)).toEqual(decoded));
        decoder.add(packet);
      }),
    );
  });

  test('[W-001] readMsgpack refuses every truncated frame', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const whole = encode(value);
        for (let length = 0; length < Math.min(whole.length, 300); length++)
          expect(() => readMsgpack(whole.subarray(0, length))).toThrow(MalformedFrame);
      }),
    );
  });

  test('[W-001] readMsgpack reads or refuses any bytes, and never makes more values than bytes', () => {
    const countValues = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).reduce((sum, [, each]) => sum + countValues(each), 1)
        : 1;
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), anyMutated), (frame) => {
        const read = readOrRefuse(Buffer.from(frame));
        expect(read === REFUSED ? 0 : countValues(read)).toBeLessThanOrEqual(frame.length);
      }),
      { numRuns: 2000 },
    );
  });
});
