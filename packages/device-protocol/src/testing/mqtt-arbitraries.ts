import { COMMANDS } from '@waymark/commands/commands';
import * as fc from 'fast-check';
import type { Downlink } from '../mqtt/downlink.ts';
import { MAX_TIME } from '../mqtt/fields.ts';
import type { Uplink } from '../mqtt/uplink.ts';
import type { Command } from '../mqtt/command.ts';
import { anyU16, anyU32, anyU8, bitValue, int16s, int8s, steps } from './arbitraries.ts';

const t = fc.integer({ min: 0, max: MAX_TIME });
const to = (max: number) => fc.integer({ min: 0, max });
const said = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);
const lat = steps(-900_000_000, 900_000_000, 1e7);
const lon = steps(-1_800_000_000, 1_800_000_000, 1e7);
const alt = said(steps(-5000, 200_000, 10));
const via = fc.constantFrom('cell' as const, 'bt' as const);
const channel = fc.constantFrom('elf' as const, 'geo' as const, 'mag' as const);
const text = fc.string({ maxLength: 64 });
const id = said(anyU32);
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

const named = <Name extends string, Body>(name: Name, body: fc.Arbitrary<Body>) =>
  body.map((value) => ({ name, body: value }));

const status = fc.oneof(
  fc.record({
    online: fc.constant(1 as const),
    via,
    fw: fc.tuple(to(999), to(999)).map(([major, minor]) => `${major}.${minor}`),
    t,
  }),
  fc.record({ online: fc.constant(0 as const), why: fc.constant('lwt' as const), via }),
  fc.record({ online: fc.constant(0 as const), why: fc.constant('sleep' as const), via, until: t, t }),
  fc.record({ online: fc.constant(0 as const), why: fc.constant('shutdown' as const), via, t }),
);

export const anyHeartbeat = fc.record({
  t,
  via,
  satelliteCount: anyU8,
  lat,
  lon,
  altitude: alt,
  signalStrength: anyU8,
  battery: anyU16,
  errorFlag: anyU8,
  numberOfflineFiles: anyU16,
  numberOnlineFiles: anyU16,
  numberIridiumOfflineFiles: anyU16,
  powerSupplyState: anyU8,
  geophoneConnected: bitValue,
  externalAntennaConnected: bitValue,
  internalAntennaFoldState: anyU8,
});

const perChannel = fc.tuple(number, number, number);
export const anyPassage = fc.record({
  psgSeq: anyU32,
  t,
  via,
  endOfSnip: t,
  detectionCount: anyU16,
  freq: fc.oneof(fc.constant(0), fc.integer({ min: 10, max: 30 })),
  mask: to(7),
  lat,
  lon,
  alt,
  samplingRate: steps(1, 2_000_000, 1000),
  isOffline: fc.boolean(),
  features: said(
    fc.record({
      snrDb: perChannel,
      widthS: perChannel,
      weldSpeedMps: said(steps(0, 1000, 20)),
      audioBands: fc.array(anyU8, { minLength: 6, maxLength: 6 }),
    }),
  ),
});

export const anyWaveform = fc.record({
  channel,
  sensitivity: to(6),
  rateMilliHz: fc.integer({ min: 1, max: 0x7fff }),
  samples: int16s(500),
});

const settings = fc.record({
  t,
  id,
  frequency0Setting: said(anyU8),
  frequency1Setting: said(anyU8),
  frequency2Setting: said(anyU8),
  frequency3Setting: said(anyU8),
  enable0: said(bitValue),
  enable1: said(bitValue),
  enable2: said(bitValue),
  enable3: said(bitValue),
  sensitivity0: said(to(6)),
  sensitivity1: said(to(6)),
  sensitivity2: said(to(6)),
  sensitivity3: said(to(6)),
  recordMode: said(to(2)),
  powerMode: said(to(3)),
  connectionSchedule: said(to(7)),
  geoMode: said(to(3)),
  foldAntDetectorState: said(bitValue),
  offlineDownloadState: said(bitValue),
  psgState: said(bitValue),
  psgSize: said(bitValue),
  streamEnable: said(bitValue),
});

const info = fc.record({
  t,
  id,
  firmwareMajorVersion: to(999),
  firmwareMinorVersion: to(999),
  protocolVersion: anyU8,
  hardwareMajorVersion: anyU8,
  hardwareMinorVersion: anyU8,
  productNumber: anyU8,
});

const stream = fc.record({
  geoLaw: fc.constant('linear' as const),
  via,
  seq: anyU16,
  t,
  triggers: fc.record({ mag: anyU32, elf: anyU32, geo: anyU32 }),
  geo: int16s(960),
  em: int16s(192),
  rssi: int8s(41),
});

const download = fc.oneof(
  fc.integer({ min: 1, max: 0xffff }).chain((of) =>
    fc.record({
      kind: fc.constantFrom('passage' as const, 'raw' as const),
      n: fc.integer({ min: 1, max: of }),
      of: fc.constant(of),
      session: anyU32,
      t,
      content: fc.uint8Array({ minLength: 1, maxLength: 4096 }),
    }),
  ),
  fc.record({ of: anyU16, session: anyU32, t }).map((end) => ({
    kind: 'end' as const,
    n: end.of,
    ...end,
    content: new Uint8Array(0),
  })),
);

const uplinks: readonly fc.Arbitrary<Uplink>[] = [
  named('status', status),
  named('hb', anyHeartbeat),
  named('psg', anyPassage),
  fc.record(
    { name: fc.constant('waveform' as const), psgSeq: anyU32, endOfSnip: fc.integer({ min: 1 }), body: anyWaveform },
    { requiredKeys: ['name', 'psgSeq', 'body'] },
  ),
  named('settings', settings),
  named('info', info),
  named('err', fc.record({ t, code: anyU16, detail: anyU32 })),
  named('gps', fc.record({ t, lat, lon, alt, satelliteCount: anyU8 })),
  named(
    'ack',
    fc.record({
      id: anyU32,
      status: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
      detail: anyU8,
      t,
    }),
  ),
  named('carrier', fc.record({ activeCarrier: text, primaryCarrier: text, registrationStatus: text })),
  named(
    'disk',
    fc.record({ diskUseMBytes: anyU32, diskSizeMBytes: anyU32, numberOfflineFiles: anyU16, numberOnlineFiles: anyU16 }),
  ),
  named('stream', stream),
  named('dl', download),
];
export const anyUplink: fc.Arbitrary<Uplink> = fc.oneof(...uplinks);
export const anyUid = fc.integer({ min: 1, max: 99_999_999_999_999 });

type Sample = Pick<Command, 'type' | 'params'>;

/** The example of every command, and samples with parameters that an example leaves out. */
export const SAMPLE_COMMANDS: readonly Sample[] = [
  ...Object.values(COMMANDS).map(({ type, example }) => ({ type, params: example })),
  { type: 'PowerMode', params: { powerMode: 2, connectSchedule: 3 } },
  { type: 'FrequencySelect', params: { ...COMMANDS.FrequencySelect.example, HighSpeedPulse: 1 } },
  {
    type: 'IridiumSettings',
    params: { ...COMMANDS.IridiumSettings.example, restartUnit: 1, FileNamesStartDate: null },
  },
];

const packetRange = fc
  .tuple(fc.integer({ min: 1, max: 0xffff }), fc.integer({ min: 1, max: 0xffff }))
  .map(([one, other]): [number, number] => (one < other ? [one, other] : [other, one]));
const downloadAgain = fc.record({ session: anyU32, missing: fc.array(packetRange, { minLength: 1, maxLength: 200 }) });

export const anyDownlink: fc.Arbitrary<Downlink> = fc.oneof(
  named('time', fc.record({ t })),
  named('dl', downloadAgain),
  named(
    'cmd',
    fc
      .tuple(fc.constantFrom(...SAMPLE_COMMANDS), anyU32, said(t))
      .map(([command, commandId, exp]) => ({ ...command, id: commandId, exp }) as Command),
  ),
);
