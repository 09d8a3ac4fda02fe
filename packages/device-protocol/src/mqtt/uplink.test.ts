import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHex } from '../bytes/hex.ts';
import { anyBytes } from '../testing/arbitraries.ts';
import { flipBits, lengthen, tallyDamage, truncate } from '../testing/damage.ts';
import { anyPassage, anyUid, anyUplink, anyWaveform } from '../testing/mqtt-arbitraries.ts';
import { decodeRecordedPassage, encodeRecordedPassage } from './recorded-passage.ts';
import { buildLastWill } from './status.ts';
import { formatUplinkTopic, UPLINKS } from './topic.ts';
import { decodeUplink, encodeUplink, type Uplink } from './uplink.ts';

const T = 1_782_522_123_000;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const json = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

const HEARTBEAT = {
  t: T,
  via: 'cell',
  satelliteCount: 9,
  lat: 31.5,
  lon: -102.25,
  altitude: 845.2,
  signalStrength: 85,
  battery: 8650,
  errorFlag: 0,
  numberOfflineFiles: 4,
  numberOnlineFiles: 5,
  numberIridiumOfflineFiles: 6,
  powerSupplyState: 1,
  geophoneConnected: 1,
  externalAntennaConnected: 0,
  internalAntennaFoldState: 1,
} as const;

const decodeHeartbeat = (payload: Uint8Array) => decodeUplink('agm/v1/7/up/hb', payload);

describe('payloads of a device', () => {
  it('a heartbeat is encoded as this JSON', () => {
    const { topic, payload, qos, retain } = encodeUplink(7, { name: 'hb', body: HEARTBEAT });
    expect([topic, qos, retain]).toEqual(['agm/v1/7/up/hb', 1, false]);
    expect(text(payload)).toBe(
      '{"t":1782522123000,"via":"cell","satelliteCount":9,"lat":31.5,"lon":-102.25,"altitude":845.2,"signalStrength":85,' +
        '"battery":8650,"errorFlag":0,"numberOfflineFiles":4,"numberOnlineFiles":5,"numberIridiumOfflineFiles":6,' +
        '"powerSupplyState":1,"geophoneConnected":1,"externalAntennaConnected":0,"internalAntennaFoldState":1}',
    );
  });

  it('a waveform has exactly these bytes, little-endian', () => {
    const samples = Int16Array.from({ length: 500 }, (_, at) => at - 250);
    const body = { channel: 'mag', sensitivity: 4, rateMilliHz: 16_667, samples } as const;
    const { topic, payload } = encodeUplink(7, { name: 'waveform', psgSeq: 300, body });
    expect([topic, payload.length]).toEqual(['agm/v1/7/up/psg/300/mag', 1008]);
    expect(formatHex(payload.subarray(0, 12))).toBe('0100020004001b4106ff07ff');
  });

  it('a download packet has exactly these bytes, little-endian', () => {
    const body = { kind: 'raw', n: 2, of: 72, session: 4711, t: T, content: Uint8Array.of(1, 2) } as const;
    expect(formatHex(encodeUplink(7, { name: 'dl', body }).payload)).toBe('01010200480067120000f81299069f0100000102');
  });

  it('status, carrier and disk are retained; the stream has QoS 0', () => {
    const will = encodeUplink(7, { name: 'status', body: buildLastWill('bt') });
    expect([text(will.payload), will.qos, will.retain]).toEqual(['{"online":0,"why":"lwt","via":"bt"}', 1, true]);
    const disk = { diskUseMBytes: 1, diskSizeMBytes: 2, numberOfflineFiles: 3, numberOnlineFiles: 4 };
    expect(encodeUplink(7, { name: 'disk', body: disk })).toMatchObject({ qos: 1, retain: true });
  });

  it('uplinks survive encoding and decoding, with their uid', () => {
    fc.assert(
      fc.property(anyUid, anyUplink, (uid, uplink) => {
        const { topic, payload } = encodeUplink(uid, uplink);
        expect(decodeUplink(topic, payload)).toEqual({ ok: true, value: { uid, uplink } });
      }),
      { numRuns: 600 },
    );
  });

  it('truncated payloads or flipped bits give a value or a failure', () => {
    const small = anyUplink.filter(({ name }) => !['stream', 'waveform', 'dl'].includes(name));
    fc.assert(
      fc.property(small, (uplink) => {
        const { topic, payload } = encodeUplink(7, uplink);
        const decode = (bytes: Uint8Array) => decodeUplink(topic, bytes);
        expect(tallyDamage(truncate(payload), decode)).toEqual({ values: 0, failures: payload.length });
        const { values, failures } = tallyDamage(flipBits(payload), decode);
        expect(values + failures).toBe(payload.length * 8);
      }),
      { numRuns: 15 },
    );
  });

  it.each(['waveform', 'dl'])(
    '%s: truncated or longer payloads are refused; a flipped bit gives a value or a failure',
    (name) => {
      const uplinks: readonly Uplink[] = [
        {
          name: 'waveform',
          psgSeq: 1,
          body: { channel: 'elf', sensitivity: 0, rateMilliHz: 1, samples: new Int16Array(500) },
        },
        { name: 'dl', body: { kind: 'end', n: 9, of: 9, session: 1, t: T, content: new Uint8Array(0) } },
      ];
      for (const uplink of uplinks.filter((each) => each.name === name)) {
        const { topic, payload } = encodeUplink(7, uplink);
        const decode = (bytes: Uint8Array) => decodeUplink(topic, bytes);
        expect(tallyDamage(truncate(payload), decode)).toEqual({ values: 0, failures: payload.length });
        expect(decode(lengthen(payload)).ok).toBe(false);
        const { values, failures } = tallyDamage(flipBits(payload), decode);
        expect(values + failures).toBe(payload.length * 8);
      }
    },
  );

  it('any bytes on any topic give a value or a failure', () => {
    fc.assert(
      fc.property(fc.constantFrom(...UPLINKS), fc.oneof(anyBytes, fc.json().map(json)), (name, payload) => {
        expect([true, false]).toContain(decodeUplink(formatUplinkTopic(7, name), payload).ok);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('validation of payloads', () => {
  it('drops unknown fields and fills in those missing in older firmware', () => {
    const { via: _via, altitude: _altitude, ...older } = HEARTBEAT;
    const decoded = decodeHeartbeat(json({ ...older, colour: 'red', constructor: 1 }));
    expect(decoded).toEqual({
      ok: true,
      value: { uid: 7, uplink: { name: 'hb', body: { ...HEARTBEAT, altitude: null } } },
    });
  });

  it('accepts a heartbeat at 0/0, which the server handles', () => {
    expect(decodeHeartbeat(json({ ...HEARTBEAT, lat: 0, lon: 0 })).ok).toBe(true);
  });

  it.each([
    ['an empty payload', '', 'not-json'],
    ['no object', '7', 'field'],
    ['null', 'null', 'field'],
    ['an array', '[]', 'field'],
    ['half a text', '{"t":1', 'not-json'],
    ['deep nesting', '['.repeat(8000), 'not-json'],
    ['a prototype', '{"__proto__":{"t":1}}', 'field'],
    ['too much', ' '.repeat(8193), 'length'],
  ])('refuses %s', (_, payload, reason) => {
    expect(decodeHeartbeat(json(payload))).toMatchObject({ ok: false, failure: { reason } });
  });

  it.each([
    ['t', -1],
    ['t', 1.5],
    ['t', 1e300],
    ['t', '1'],
    ['lat', 90.1],
    ['lon', -180.1],
    ['lat', null],
    ['battery', 65_536],
    ['signalStrength', -85],
    ['geophoneConnected', true],
    ['via', 'satellite'],
    ['altitude', 1e9],
  ])('refuses %s = %o and names the field', (field, value) => {
    const decoded = decodeHeartbeat(json({ ...HEARTBEAT, [field]: value }));
    expect(decoded).toMatchObject({ ok: false, failure: { reason: 'field', detail: expect.stringContaining(field) } });
  });

  it.each([
    ['gps', { t: T, lat: 1, lon: 2 }, 'satelliteCount: is missing'],
    ['gps', { t: T, lat: '1', lon: 2, satelliteCount: 3 }, 'lat: expected number, received string'],
    ['gps', [], 'expected object, received array'],
  ])('[W-214] %s %j: %s', (name, body, detail) => {
    expect(decodeUplink(`agm/v1/7/up/${name}`, json(body))).toEqual({
      ok: false,
      failure: { reason: 'field', detail },
    });
  });

  it('refuses infinite numbers and bytes that are not text', () => {
    expect(decodeHeartbeat(json(JSON.stringify(HEARTBEAT).replace('31.5', '1e999'))).ok).toBe(false);
    expect(decodeHeartbeat(Uint8Array.of(0x7b, 0xff, 0x7d))).toMatchObject({
      ok: false,
      failure: { reason: 'not-utf8' },
    });
  });

  const CARRIER = { activeCarrier: 'AT&T', primaryCarrier: 'AT&T', registrationStatus: 'home' };
  it.each(['\0', 'a\0b', '\uD800', 'a\uDC00b', '\uDC00\uD800'])(
    '[W-050] refuses a text with %j, in a field, an unknown field or a name',
    (bad) => {
      for (const body of [
        { ...CARRIER, activeCarrier: bad },
        { ...CARRIER, more: { deep: [bad] } },
        { ...CARRIER, [bad]: 1 },
      ]) {
        expect(decodeUplink('agm/v1/7/up/carrier', json(body))).toMatchObject({
          ok: false,
          failure: { reason: 'not-text' },
        });
      }
    },
  );

  it('accepts texts with a backslash, an escaped emoji and other control characters', () => {
    const written = JSON.stringify({
      ...CARRIER,
      primaryCarrier: String.raw`\u0000`,
      registrationStatus: '\u0001_',
    }).replace('_', String.raw`\uD83D\uDE80`);
    const decoded = decodeUplink('agm/v1/7/up/carrier', json(written));
    expect(decoded).toMatchObject({
      ok: true,
      value: { uplink: { body: { primaryCarrier: String.raw`\u0000`, registrationStatus: '\u0001🚀' } } },
    });
  });

  it("refuses a waveform under another channel's topic, and downlinks", () => {
    const body = { channel: 'elf', sensitivity: 0, rateMilliHz: 1, samples: new Int16Array(500) } as const;
    const { payload } = encodeUplink(7, { name: 'waveform', psgSeq: 1, body });
    expect(decodeUplink('agm/v1/7/up/psg/1/geo', payload)).toMatchObject({ ok: false, failure: { reason: 'field' } });
    expect(decodeUplink('agm/v1/7/dn/time', json({ t: T }))).toMatchObject({ ok: false, failure: { reason: 'topic' } });
  });

  it.each([
    ['a sleep without its end', { online: 0, why: 'sleep' }],
    ['an unknown reason', { online: 0, why: 'bored' }],
    ['online without firmware', { online: 1, via: 'cell', t: T }],
    ['firmware as a number', { online: 1, via: 'cell', t: T, fw: 10.7 }],
  ])('refuses %s as a status', (_, body) => {
    expect(decodeUplink('agm/v1/7/up/status', json(body)).ok).toBe(false);
  });

  it('refuses download packets with wrong numbers', () => {
    const end = { kind: 'end', n: 3, of: 3, session: 1, t: T, content: new Uint8Array(0) } as const;
    const wrong = [
      { ...end, n: 2 },
      { ...end, content: Uint8Array.of(1) },
      { ...end, kind: 'raw' },
      { ...end, kind: 'raw', n: 0, content: Uint8Array.of(1) },
      { ...end, kind: 'raw', n: 4, content: Uint8Array.of(1) },
      { ...end, kind: 'raw', content: new Uint8Array(4097) },
    ] as const;
    for (const body of wrong) {
      const { topic, payload } = encodeUplink(7, { name: 'dl', body });
      expect(decodeUplink(topic, payload).ok).toBe(false);
    }
  });
});

describe('recorded passage in a download', () => {
  const anyRecorded = fc.record({
    passage: anyPassage,
    waveforms: fc.uniqueArray(anyWaveform, { selector: ({ channel }) => channel, maxLength: 3 }),
  });

  it('a recorded passage survives encoding and decoding and fits one packet', () => {
    fc.assert(
      fc.property(anyRecorded, (recorded) => {
        const bytes = encodeRecordedPassage(recorded);
        expect(bytes.length).toBeLessThanOrEqual(4096);
        expect(decodeRecordedPassage(bytes)).toEqual({ ok: true, value: recorded });
      }),
      { numRuns: 50 },
    );
  });

  it('a truncated, repeated or extended passage is refused', () => {
    fc.assert(
      fc.property(anyPassage, anyWaveform, (passage, waveform) => {
        const bytes = encodeRecordedPassage({ passage, waveforms: [waveform] });
        const whole = bytes.length - 1008;
        expect(tallyDamage(truncate(bytes), decodeRecordedPassage)).toEqual({ values: 1, failures: bytes.length - 1 });
        expect(decodeRecordedPassage(bytes.subarray(0, whole)).ok).toBe(true);
        expect(decodeRecordedPassage(lengthen(bytes)).ok).toBe(false);
        expect(decodeRecordedPassage(encodeRecordedPassage({ passage, waveforms: [waveform, waveform] })).ok).toBe(
          false,
        );
        const { values, failures } = tallyDamage(flipBits(bytes.subarray(0, whole + 10)), decodeRecordedPassage);
        expect(values + failures).toBe((whole + 10) * 8);
      }),
      { numRuns: 5 },
    );
  });
});
