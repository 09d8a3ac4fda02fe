import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHex } from '../bytes/hex.ts';
import { MAX_TIME } from '../mqtt/fields.ts';
import { anyU16, anyU32, int16s, int8s } from '../testing/arbitraries.ts';
import { flipBits, lengthen, tallyDamage, truncate } from '../testing/damage.ts';
import { EM_CHANNELS, RSSI_VALUES } from './em-channels.ts';
import { decodeMuLaw, encodeMuLaw } from './mu-law.ts';
import { buildStreamEvent } from './stream-event.ts';
import {
  decodeStreamFrame,
  encodeStreamFrame,
  extendSeq,
  EM_ROWS,
  GEO_SAMPLES,
  LINEAR_LENGTH,
  MU_LAW_LENGTH,
  type StreamFrame,
} from './stream-frame.ts';

const T = 1_782_522_123_000;

const FRAME: StreamFrame = {
  geoLaw: 'linear',
  via: 'bt',
  seq: 57_920,
  t: T,
  triggers: { mag: 1, elf: 2, geo: 70_000 },
  geo: Int16Array.from({ length: GEO_SAMPLES }, (_, at) => at - 480),
  em: Int16Array.from({ length: EM_ROWS * EM_CHANNELS }, (_, at) => at * 100),
  rssi: Int8Array.from({ length: RSSI_VALUES }, (_, at) => at - 95),
};

const codes = Array.from({ length: 256 }, (_, code) => code);

describe('mu-law', () => {
  it('mu-law has the fixed points of G.711', () => {
    expect([0x00, 0x80, 0xff, 0x7f, 0xf0, 0x70].map(decodeMuLaw)).toEqual([-32_124, 32_124, 0, 0, 120, -120]);
    expect([0, 1, -32_768, 32_767, 120, -120].map(encodeMuLaw)).toEqual([0xff, 0xff, 0x00, 0x80, 0xf0, 0x70]);
  });

  it('mu-law preserves every code, and stays within half a step for other values', () => {
    for (const code of codes) expect(decodeMuLaw(encodeMuLaw(decodeMuLaw(code)))).toBe(decodeMuLaw(code));
    for (let sample = -32_768; sample <= 32_767; sample += 7) {
      expect(Math.abs(decodeMuLaw(encodeMuLaw(sample)) - sample)).toBeLessThanOrEqual((Math.abs(sample) + 132) / 32);
    }
  });
});

describe('stream frame', () => {
  it('a frame has exactly these bytes, little-endian', () => {
    const bytes = encodeStreamFrame(FRAME);
    expect(bytes.length).toBe(2369);
    expect(formatHex(bytes.subarray(0, 28))).toBe('010240e2f81299069f01000001000000020000007011010020fe21fe');
    expect(formatHex(bytes.subarray(24 + 1920, 24 + 1920 + 6))).toBe('00006400c800');
    expect(formatHex(bytes.subarray(-41, -38))).toBe('a1a2a3');
  });

  it('a frame has 1409 bytes with mu-law', () => {
    expect(encodeStreamFrame({ ...FRAME, geoLaw: 'mu-law' }).length).toBe(1409);
    expect([LINEAR_LENGTH, MU_LAW_LENGTH]).toEqual([2369, 1409]);
  });

  it('a frame survives encoding and decoding', () => {
    const muLawSamples = fc.array(fc.constantFrom(...codes), { minLength: GEO_SAMPLES, maxLength: GEO_SAMPLES });
    const law = fc.oneof(
      fc.record({ geoLaw: fc.constant('linear' as const), geo: int16s(GEO_SAMPLES) }),
      fc.record({
        geoLaw: fc.constant('mu-law' as const),
        geo: muLawSamples.map((list) => Int16Array.from(list, decodeMuLaw)),
      }),
    );
    const rest = fc.record({
      via: fc.constantFrom('cell' as const, 'bt' as const),
      seq: anyU16,
      t: fc.integer({ min: 0, max: MAX_TIME }),
      triggers: fc.record({ mag: anyU32, elf: anyU32, geo: anyU32 }),
      em: int16s(EM_ROWS * EM_CHANNELS),
      rssi: int8s(RSSI_VALUES),
    });
    fc.assert(
      fc.property(law, rest, (signal, more) => {
        const frame = { ...signal, ...more };
        expect(decodeStreamFrame(encodeStreamFrame(frame))).toEqual({ ok: true, value: frame });
      }),
      { numRuns: 30 },
    );
  });

  it.each(['linear', 'mu-law'] as const)(
    '%s: truncated or longer frames are refused; a flipped bit gives a value or a failure',
    (geoLaw) => {
      const bytes = encodeStreamFrame({ ...FRAME, geoLaw });
      expect(tallyDamage(truncate(bytes), decodeStreamFrame)).toEqual({ values: 0, failures: bytes.length });
      expect(decodeStreamFrame(lengthen(bytes)).ok).toBe(false);
      const { values, failures } = tallyDamage(flipBits(bytes), decodeStreamFrame);
      expect(values + failures).toBe(bytes.length * 8);
      // Version, all flags but Bluetooth, and the high bits of the time.
      expect(failures).toBeGreaterThanOrEqual(8 + 7 + 16);
    },
  );

  it('refuses a time beyond all dates', () => {
    const bytes = encodeStreamFrame(FRAME);
    bytes.fill(0xff, 4, 12);
    expect(decodeStreamFrame(bytes)).toMatchObject({ ok: false, failure: { reason: 'field', detail: 't' } });
  });

  it.each([
    [null, 5, 5],
    [5, 6, 6],
    [65_535, 0, 65_536],
    [131_000, 65_000, 130_536],
    [65_536, 65_535, 65_535],
    [3, 65_535, 0],
    [123_456, 57_921, 123_457],
  ])('continues %o with seq %i as number %i', (previous, seq, extended) => {
    expect(extendSeq(previous, seq)).toBe(extended);
  });
});

describe('stream event', () => {
  const event = buildStreamEvent({ uid: 100_234, seq: 123_456, dropped: 3, frame: FRAME });

  it("an event has the documents' shape: 960 geophone values, 16 rows of 53", () => {
    expect(Object.keys(event)).toEqual(['uid', 'seq', 't', 'fs', 'fg', 'cnt', 'geodata', 'emdata']);
    expect([event.geodata.length, event.emdata.length, ...new Set(event.emdata.map((row) => row.length))]).toEqual([
      960, 16, 53,
    ]);
    expect(event.cnt).toEqual([123_456 * 16, 123_456 * 960, 1, 2, 70_000, 3]);
    expect([event.uid, event.seq, event.t, event.fs, event.fg]).toEqual([100_234, 123_456, T, 16.66667, 1000]);
  });

  it('an event scales EM to 1.5, geophone to 1, RSSI in dBFS with 22 Hz at 36', () => {
    const full = buildStreamEvent({
      uid: 1,
      seq: 0,
      dropped: 0,
      frame: { ...FRAME, geo: new Int16Array(960).fill(-32_768), em: new Int16Array(192).fill(16_384) },
    });
    expect([
      full.geodata[0],
      full.emdata[0]?.[0],
      full.emdata[0]?.[9],
      full.emdata[0]?.[10],
      full.emdata[15]?.[36],
    ]).toEqual([-1, 0.75, 0.75, 0.5, -95 + 24]);
  });

  it('an event preserves neighbouring 16-bit values and stays small', () => {
    expect(new Set(event.geodata).size).toBe(960);
    expect(JSON.stringify(event).length).toBeLessThan(14_000);
  });
});
