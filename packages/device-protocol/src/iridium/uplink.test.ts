import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCrc16 } from './envelope.ts';
import { formatHex, parseHex } from '../bytes/hex.ts';
import { anyBytes } from '../testing/arbitraries.ts';
import { flipBits, lengthen, tallyDamage, truncate } from '../testing/damage.ts';
import { anyIridiumUplink } from '../testing/iridium-arbitraries.ts';
import { decodeIridiumUplink, encodeIridiumUplink, type IridiumUplink } from './uplink.ts';

const T = 1_782_522_123_000;
const POSITION = { lat: 31.5, lon: -102.25, altitude: 845.2 };

const detection = {
  kind: 'passage',
  seq: 8,
  t: T + 456,
  ...POSITION,
  altitude: null,
  detectionCount: 1235,
  mask: 5,
  freq: 22,
  battery: 8650,
  snrDb: [20, 0, 15.5],
  widthS: [0.05 * 1.03 ** 100, 0.05, 0.05 * 1.03 ** 80],
  weldSpeedMps: 1.5,
  isOffline: false,
  audioBands: [1, 2, 3, 4, 5, 6],
  blocks: [],
} as const satisfies IridiumUplink;

const blocks = [
  { channel: 'geo', encoding: 'extreme', rate: 1, start: -498, scale: 20_000, points: Int8Array.of(127, -127, 5) },
  { channel: 'elf', encoding: 'magnitude', rate: 4, start: -492, scale: 100, points: Int8Array.of(0, 127) },
] as const;

const settings = {
  frequency0Setting: 0,
  frequency1Setting: 22,
  frequency2Setting: 10,
  frequency3Setting: 30,
  enable0: 1,
  enable1: 1,
  enable2: 0,
  enable3: 0,
  sensitivity0: 4,
  sensitivity1: 5,
  sensitivity2: 6,
  sensitivity3: 0,
  recordMode: 1,
  powerMode: 2,
  connectionSchedule: 7,
  geoMode: 3,
  foldAntDetectorState: 1,
  offlineDownloadState: 1,
  psgState: 0,
  psgSize: 1,
  streamEnable: null,
} as const;

const VECTORS: readonly (readonly [string, IridiumUplink, string])[] = [
  [
    'heartbeat',
    {
      kind: 'heartbeat',
      seq: 7,
      t: T,
      ...POSITION,
      battery: 8650,
      signalStrength: 85,
      satelliteCount: 9,
      powerSupplyState: 1,
      geophoneConnected: 1,
      externalAntennaConnected: 0,
      internalAntennaFoldState: 1,
      hasGpsFix: true,
      powerMode: 2,
      errorFlag: 3,
      numberOfflineFiles: 4,
      numberOnlineFiles: 5,
      numberIridiumOfflineFiles: 6,
      detectionCount: 1234,
      diskUse: 0.25,
      recordMode: 1,
      connectionSchedule: 3,
      geoMode: 2,
      psgSize: 1,
    },
    'a10100076a3f210b12c684c0c30de360348c21ca55095b0300040005000604d232cdb1b3',
  ],
  ['detection', detection, 'a10200086a3f210b01c804d3051612c684c0c30de360ffff21ca28001f6400501e00010203040506b827'],
  [
    'offline detection',
    { ...detection, isOffline: true },
    'a10200086a3f210b01c804d3051612c684c0c30de360ffff21ca28001f6400501e010102030405060046',
  ],
  [
    'detection with signal',
    { ...detection, blocks },
    'a10300086a3f210b01c804d3051612c684c0c30de360ffff21ca28001f6400501e00010203040506' +
      '4103fe0e4e207f81051402fe140064007f7cac',
  ],
  [
    'offline passage',
    { ...detection, isOffline: true, blocks: blocks.slice(1) },
    'a10700086a3f210b01c804d3051612c684c0c30de360ffff21ca28001f6400501e010102030405061402fe140064007fb06a',
  ],
  [
    'settings response',
    { kind: 'settings', seq: 10, t: T, id: 4711, settings },
    'a104000a6a3f210b00001267ffff00160a1e456063bf040001ffd7c2',
  ],
  [
    'device info',
    {
      kind: 'info',
      seq: 11,
      t: T,
      firmwareMajorVersion: 10,
      firmwareMinorVersion: 71,
      protocolVersion: 1,
      hardwareMajorVersion: 2,
      hardwareMinorVersion: 3,
      productNumber: 62,
    },
    'a105000b6a3f210b000a00470102033eea37',
  ],
  ['acknowledgement', { kind: 'ack', seq: 9, t: T, id: 77, status: 1, detail: 5 }, 'a10600096a3f210b0000004d0105156a'],
  ['error', { kind: 'error', seq: 12, t: T, code: 513, detail: 70_000 }, 'a108000c6a3f210b0201000111707cc9'],
];

function decodeHex(hex: string) {
  const bytes = parseHex(hex);
  return bytes.ok ? decodeIridiumUplink(bytes.value) : bytes;
}

/** Appends the CRC of the bytes. */
function seal(covered: Uint8Array): Uint8Array {
  const crc = computeCrc16(covered);
  return Uint8Array.of(...covered, crc >> 8, crc & 0xff);
}

describe('satellite messages of a device', () => {
  it.each(VECTORS)('%s has exactly these bytes', (_, message, hex) => {
    expect(formatHex(encodeIridiumUplink(message))).toBe(hex);
    const decoded = decodeHex(hex);
    expect(decoded.ok && formatHex(encodeIridiumUplink(decoded.value))).toBe(hex);
  });

  it.each(VECTORS.filter(([, message]) => message.kind !== 'passage'))('%s is read back', (_, message, hex) => {
    expect(decodeHex(hex)).toEqual({ ok: true, value: message });
  });

  it.each(VECTORS)('%s: refused if truncated, longer, or with any bit flipped', (_, message) => {
    const bytes = encodeIridiumUplink(message);
    expect(tallyDamage(truncate(bytes), decodeIridiumUplink)).toEqual({ values: 0, failures: bytes.length });
    expect(tallyDamage(flipBits(bytes), decodeIridiumUplink)).toEqual({ values: 0, failures: bytes.length * 8 });
    expect(decodeIridiumUplink(lengthen(bytes)).ok).toBe(false);
  });

  it('every message survives encoding and decoding, and so do its bytes', () => {
    fc.assert(
      fc.property(anyIridiumUplink, (message) => {
        const bytes = encodeIridiumUplink(message);
        const decoded = decodeIridiumUplink(bytes);
        expect(decoded).toEqual({ ok: true, value: message });
        expect(decoded.ok && encodeIridiumUplink(decoded.value)).toEqual(bytes);
      }),
      { numRuns: 1000 },
    );
  });

  it('a damaged body with a correct CRC gives a value or a failure, never a throw', () => {
    fc.assert(
      fc.property(anyIridiumUplink, (message) => {
        const covered = encodeIridiumUplink(message).subarray(0, -2);
        const forms = [...truncate(covered), ...flipBits(covered.subarray(0, 64))].map(seal);
        const { values, failures } = tallyDamage(forms, decodeIridiumUplink);
        expect(values + failures).toBe(forms.length);
      }),
      { numRuns: 40 },
    );
  });

  it('any body under any type gives a value that can be encoded again, or a failure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), anyBytes, (type, body) => {
        const decoded = decodeIridiumUplink(seal(Uint8Array.of(0xa1, type, 0, 1, 0, 0, 0, 1, ...body)));
        expect(decoded.ok ? decodeIridiumUplink(encodeIridiumUplink(decoded.value)) : decoded).toEqual(decoded);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['a block that announces more points than there are', '41ff0000000a01'],
    ['a block without points', '41000000000a'],
    ['a block of an unknown channel', 'c1010000000a01'],
    ['a block of an unknown encoding', '61010000000a01'],
    ['a block without a rate', '40010000000a01'],
    ['a block scaled beyond 16 bits', '41010000800101'],
    ['a magnitude below zero', '11010000000aff'],
    ['the same channel twice', '41010000000a0141010000000a01'],
    ['half a block', '4101'],
  ])('refuses %s', (_, block) => {
    const fixed = encodeIridiumUplink({ ...detection, blocks }).subarray(0, 40);
    const rest = parseHex(block);
    expect(rest.ok && decodeIridiumUplink(seal(Uint8Array.of(...fixed, ...rest.value)))).toMatchObject({ ok: false });
  });

  it('refuses a passage whose type contradicts its content', () => {
    for (const [message, type] of [
      [{ ...detection, blocks }, 7],
      [{ ...detection, blocks }, 2],
      [detection, 3],
      [{ ...detection, isOffline: true, blocks }, 3],
    ] as const) {
      const bytes = encodeIridiumUplink(message).subarray(0, -2);
      bytes[1] = type;
      expect(decodeIridiumUplink(seal(bytes))).toMatchObject({ ok: false, failure: { reason: 'type' } });
    }
  });

  it('messages stay within their size limits', () => {
    const heartbeat = VECTORS[0]?.[1];
    const length = (message: IridiumUplink | undefined) => (message ? encodeIridiumUplink(message).length : 0);
    const full = (points: number, channel: 'elf' | 'geo' | 'mag') =>
      ({
        channel,
        encoding: 'extreme',
        rate: 1,
        start: 0,
        scale: 1,
        points: new Int8Array(points),
      }) as const;
    expect([length(heartbeat), length(detection)]).toEqual([36, 42]);
    expect(length({ ...detection, blocks: [full(167, 'geo'), full(41, 'elf'), full(41, 'mag')] })).toBe(309);
  });

  it('saturates impossible numbers', () => {
    const bytes = encodeIridiumUplink({
      ...detection,
      t: T + 456,
      lat: Number.NaN,
      altitude: 1e9,
      battery: -5,
      widthS: [0, 1e9, Number.NaN],
      weldSpeedMps: 99,
    });
    expect(decodeIridiumUplink(bytes)).toMatchObject({
      ok: true,
      value: { lat: 0, altitude: 6053.4, battery: 0, weldSpeedMps: 12.75 },
    });
  });
});
