import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS, findCommandType } from '@waymark/commands/commands';
import { anyBytes } from '../testing/arbitraries.ts';
import { flipBits, tallyDamage, truncate } from '../testing/damage.ts';
import { anyDownlink, anyUid, SAMPLE_COMMANDS } from '../testing/mqtt-arbitraries.ts';
import type { Command } from './command.ts';
import { decodeDownlink, encodeDownlink } from './downlink.ts';

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const decodeCommand = (payload: Uint8Array) => decodeDownlink('agm/v1/7/dn/cmd', payload);

describe('downlinks', () => {
  it('a command is encoded as this JSON', () => {
    const body = { id: 12, type: 'StreamEnable', params: { streamEnabled: true }, exp: 1_782_522_183_000 } as const;
    const { topic, payload, qos, retain } = encodeDownlink(7, { name: 'cmd', body });
    expect([topic, qos, retain]).toEqual(['agm/v1/7/dn/cmd', 1, false]);
    expect(new TextDecoder().decode(payload)).toBe(
      '{"id":12,"type":"StreamEnable","params":{"streamEnabled":true},"exp":1782522183000}',
    );
  });

  it('a request for missing packets is encoded as this JSON', () => {
    const body = {
      session: 5122,
      missing: [
        [3, 3],
        [7, 12],
      ] as [number, number][],
    };
    const { topic, payload, qos, retain } = encodeDownlink(7, { name: 'dl', body });
    expect([topic, qos, retain]).toEqual(['agm/v1/7/dn/dl', 1, false]);
    expect(new TextDecoder().decode(payload)).toBe('{"session":5122,"missing":[[3,3],[7,12]]}');
  });

  it.each([
    ['no range', { session: 1, missing: [] }],
    ['more than 200 ranges', { session: 1, missing: Array.from({ length: 201 }, () => [1, 1]) }],
    ['a range that ends before it starts', { session: 1, missing: [[4, 3]] }],
    ['a number that no packet has', { session: 1, missing: [[0, 1]] }],
    ['no download', { missing: [[1, 1]] }],
  ])('a request with %s is refused', (_, body) => {
    expect(decodeDownlink('agm/v1/7/dn/dl', json(body))).toMatchObject({ ok: false, failure: { reason: 'field' } });
  });

  it('200 ranges of the greatest numbers fit into a message', () => {
    const missing = Array.from({ length: 200 }, (): [number, number] => [65_534, 65_535]);
    const { topic, payload } = encodeDownlink(7, { name: 'dl', body: { session: 0xffff_ffff, missing } });
    expect(decodeDownlink(topic, payload).ok).toBe(true);
  });

  it('downlinks survive encoding and decoding, with their uid', () => {
    fc.assert(
      fc.property(anyUid, anyDownlink, (uid, downlink) => {
        const { topic, payload } = encodeDownlink(uid, downlink);
        expect(decodeDownlink(topic, payload)).toEqual({ ok: true, value: { uid, downlink } });
      }),
      { numRuns: 300 },
    );
  });

  it.each(SAMPLE_COMMANDS)(
    '$type $params: refused if truncated; a flipped bit gives a value or a failure',
    (command) => {
      const { topic, payload } = encodeDownlink(7, { name: 'cmd', body: { id: 1, exp: null, ...command } as Command });
      const decode = (bytes: Uint8Array) => decodeDownlink(topic, bytes);
      expect(tallyDamage(truncate(payload), decode)).toEqual({ values: 0, failures: payload.length });
      const { values, failures } = tallyDamage(flipBits(payload), decode);
      expect(values + failures).toBe(payload.length * 8);
    },
  );

  it('any bytes give a value or a failure', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyBytes,
          fc.json().map((text) => new TextEncoder().encode(text)),
        ),
        (payload) => {
          expect([true, false]).toContain(decodeCommand(payload).ok);
        },
      ),
    );
  });
});

describe('command names and parameters', () => {
  it.each([
    ['powerMode', 'PowerMode'],
    ['POWERMODE', 'PowerMode'],
    ['agmshutdwn', 'AGMShutDwn'],
    ['foldstate', 'FoldState'],
    ['gpsFix', 'GpsFix'],
    ['downloadrange', 'DownloadRange'],
    ['cellofflinedownloadstate', 'CellOfflineDownloadState'],
    ['factoryReset', 'FactoryReset'],
    ['iridiumSettings', 'IridiumSettings'],
    ['addressChange', 'AddressChange'],
  ])('%s is understood as %s', (name, type) => {
    expect(findCommandType(name)).toBe(type);
  });

  it.each(['', 'constructor', '__proto__', 'toString', 'Power Mode'])('%o is not a command', (name) => {
    expect(findCommandType(name)).toBeNull();
    expect(decodeCommand(json({ id: 1, type: name, params: {} }))).toMatchObject({
      ok: false,
      failure: { reason: 'type' },
    });
  });

  it('a command without parameters may omit them', () => {
    expect(decodeCommand(json({ id: 1, type: 'DeviceInfo' }))).toMatchObject({
      ok: true,
      value: { downlink: { body: { params: {}, exp: null } } },
    });
  });

  it.each([
    ['PowerMode', { powerMode: 4 }],
    ['PowerMode', {}],
    ['RecordMode', { recordMode: 3 }],
    ['SdMode', { SdMode: 8 }],
    ['GeoMode', { GeoMode: -1 }],
    ['StreamEnable', { streamEnabled: 1 }],
    ['FrequencySelect', { ...COMMANDS.FrequencySelect.example, frequency0: 22 }],
    ['FrequencySelect', { ...COMMANDS.FrequencySelect.example, frequency1: 31 }],
    ['FrequencySelect', { ...COMMANDS.FrequencySelect.example, sensitivity0: 7 }],
    [
      'DownloadRange',
      { FileType: 4, FileNamesStartDate: '2026-06-27 01:02:03', FileNamesEndDate: '2026-06-27 01:07:03' },
    ],
    ['DownloadRange', { FileType: 1, FileNamesStartDate: 'today', FileNamesEndDate: 'tomorrow' }],
    ['AddressChange', { address: 'x'.repeat(65) }],
  ])('refuses %s with %o', (type, params) => {
    expect(decodeCommand(json({ id: 1, type, params }))).toMatchObject({ ok: false, failure: { reason: 'field' } });
  });
});
