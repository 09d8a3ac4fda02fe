import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCrc16 } from './envelope.ts';
import { formatHex } from '../bytes/hex.ts';
import { anyBytes } from '../testing/arbitraries.ts';
import { flipBits, lengthen, tallyDamage, truncate } from '../testing/damage.ts';
import { anyIridiumDownlink } from '../testing/iridium-arbitraries.ts';
import { decodeIridiumDownlink, encodeIridiumDownlink, readCommandId, type IridiumDownlink } from './downlink.ts';

const KEY = new TextEncoder().encode('secret of this device');
const T = 1_782_522_123_000;
const HEAD = { seq: 10, t: T, id: 4711 } as const;
const decode = (bytes: Uint8Array) => decodeIridiumDownlink(bytes, KEY);

const settings: IridiumDownlink = {
  kind: 'settings',
  ...HEAD,
  settings: {
    frequency0: 0,
    frequency1: 22,
    frequency2: 10,
    frequency3: 30,
    sensitivity0: 4,
    sensitivity1: 5,
    sensitivity2: 6,
    sensitivity3: 0,
    enable0: 1,
    enable1: 1,
    enable2: 0,
    enable3: 0,
    powerMode: 2,
    connectSchedule: 7,
    recordMode: 1,
    detectCountReset: 1,
    restartUnit: 0,
    psgSize: 1,
    psgState: 0,
    UnfoldedAntennaDetectorEnable: 1,
    GeoMode: 3,
    OfflineDownloadState: 1,
    ClearIridiumOfflineFiles: 0,
  },
};

const VECTORS: readonly (readonly [string, IridiumDownlink, string])[] = [
  ['settings', settings, 'a181000a6a3f210b00001267ffff00160a1e456063bf0500d971baa64bdb'],
  [
    'offline download',
    { kind: 'offline-download', ...HEAD, startAt: T - 600_000, endAt: T },
    'a182000a6a3f210b000012676a3f1eb36a3f210ba03506d1d928',
  ],
  [
    'exit offline download',
    { kind: 'exit-offline-download', ...HEAD },
    'a183000a6a3f210b0000126700000000000000000d3db4a0921c',
  ],
  ['request', { kind: 'request', ...HEAD, what: 'settings' }, 'a184000a6a3f210b0000126701000000e7db2ff84ab5'],
  ['acknowledgement', { kind: 'ack', ...HEAD, status: 1, detail: 9 }, 'a185000a6a3f210b000012670109db11047ddc73'],
];

function seal(covered: Uint8Array): Uint8Array {
  const crc = computeCrc16(covered);
  return Uint8Array.of(...covered, crc >> 8, crc & 0xff);
}

describe('commands to a satellite device', () => {
  it.each(VECTORS)('%s has exactly these bytes', (_, message, hex) => {
    const bytes = encodeIridiumDownlink(message, KEY);
    expect(formatHex(bytes)).toBe(hex);
    expect(decode(bytes)).toEqual({ ok: true, value: message });
  });

  it.each(VECTORS)('%s: refused if truncated, longer, or with any bit flipped', (_, message) => {
    const bytes = encodeIridiumDownlink(message, KEY);
    expect(tallyDamage(truncate(bytes), decode)).toEqual({ values: 0, failures: bytes.length });
    expect(tallyDamage(flipBits(bytes), decode)).toEqual({ values: 0, failures: bytes.length * 8 });
    expect(decode(lengthen(bytes)).ok).toBe(false);
  });

  it.each(VECTORS)('%s: a flipped bit with a new CRC fails the authentication', (_, message) => {
    const covered = encodeIridiumDownlink(message, KEY).subarray(0, -2);
    expect(tallyDamage([...flipBits(covered)].map(seal), decode).values).toBe(0);
  });

  it.each(VECTORS)('%s: another key is refused, and the id to answer is known', (_, message) => {
    const bytes = encodeIridiumDownlink(message, KEY);
    expect(decodeIridiumDownlink(bytes, new Uint8Array(32))).toMatchObject({ ok: false, failure: { reason: 'mac' } });
    expect(readCommandId(bytes)).toBe(4711);
  });

  it('every command survives encoding and decoding', () => {
    fc.assert(
      fc.property(anyIridiumDownlink, fc.uint8Array({ maxLength: 80 }), (message, key) => {
        expect(decodeIridiumDownlink(encodeIridiumDownlink(message, key), key)).toEqual({ ok: true, value: message });
      }),
      { numRuns: 500 },
    );
  });

  it('any body under any type gives a failure and no throw', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0x80, max: 0x87 }), anyBytes, (type, body) => {
        const bytes = seal(Uint8Array.of(0xa1, type, 0, 1, 0, 0, 0, 1, ...body));
        expect(decode(bytes).ok).toBe(false);
        expect(readCommandId(bytes) ?? 0).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['longer than ten minutes', T, T + 601_000],
    ['of zero length', T, T],
    ['that ends before it starts', T, T - 1000],
  ])('a device refuses an offline window %s', (_, startAt, endAt) => {
    const bytes = encodeIridiumDownlink({ kind: 'offline-download', ...HEAD, startAt, endAt }, KEY);
    expect(decode(bytes)).toMatchObject({ ok: false, failure: { reason: 'field' } });
  });

  it.each([{ frequency1: 9 }, { frequency2: 31 }, { frequency3: 0 }])('a device refuses %o', (wrong) => {
    const bytes = encodeIridiumDownlink({ kind: 'settings', ...HEAD, settings: wrong }, KEY);
    expect(decode(bytes)).toMatchObject({ ok: false, failure: { reason: 'field' } });
  });

  it('an enable implies all four', () => {
    const decoded = decode(encodeIridiumDownlink({ kind: 'settings', ...HEAD, settings: { enable1: 1 } }, KEY));
    expect(decoded).toMatchObject({
      ok: true,
      value: { settings: { enable0: 0, enable1: 1, enable2: 0, enable3: 0 } },
    });
  });

  it('omitted settings stay omitted', () => {
    const decoded = decode(encodeIridiumDownlink({ kind: 'settings', ...HEAD, settings: { GeoMode: 0 } }, KEY));
    expect(decoded).toMatchObject({ ok: true });
    expect(decoded.ok && decoded.value.kind === 'settings' && decoded.value.settings).toEqual({
      GeoMode: 0,
      detectCountReset: 0,
      restartUnit: 0,
      OfflineDownloadState: 0,
      ClearIridiumOfflineFiles: 0,
    });
  });
});
