import * as fc from 'fast-check';
import type { IridiumDownlink } from '../iridium/downlink.ts';
import type { IridiumUplink } from '../iridium/uplink.ts';
import { anyU16, anyU32, anyU8, bitValue, int8s, position, steps } from './arbitraries.ts';

const wholeSecond = anyU32.map((seconds) => seconds * 1000);
const head = { seq: anyU16, t: wholeSecond };
const to = (max: number) => fc.integer({ min: 0, max });
const said = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);

const heartbeat = fc
  .tuple(
    position,
    fc.record({
      kind: fc.constant('heartbeat' as const),
      ...head,
      battery: anyU16,
      signalStrength: anyU8,
      satelliteCount: anyU8,
      powerSupplyState: bitValue,
      geophoneConnected: bitValue,
      externalAntennaConnected: bitValue,
      internalAntennaFoldState: bitValue,
      hasGpsFix: fc.boolean(),
      powerMode: to(3),
      errorFlag: anyU8,
      numberOfflineFiles: anyU16,
      numberOnlineFiles: anyU16,
      numberIridiumOfflineFiles: anyU16,
      detectionCount: anyU16,
      diskUse: steps(0, 200, 200),
      recordMode: to(2),
      connectionSchedule: to(7),
      geoMode: to(3),
      psgSize: bitValue,
    }),
  )
  .map(([where, rest]) => ({ ...where, ...rest }));

const block = fc.constantFrom('extreme' as const, 'magnitude' as const).chain((encoding) =>
  fc.record({
    channel: fc.constantFrom('elf' as const, 'geo' as const, 'mag' as const),
    encoding: fc.constant(encoding),
    rate: fc.integer({ min: 1, max: 15 }),
    start: fc.integer({ min: -0x8000, max: 0x7fff }),
    scale: to(32_768),
    points: int8s('1 to 255', encoding === 'magnitude' ? 0 : -0x80),
  }),
);

const width = to(255).map((code) => 0.05 * Math.exp(code * Math.log(1.03)));
const snr = steps(0, 255, 2);

const passage = fc
  .tuple(
    position,
    fc.record({
      kind: fc.constant('passage' as const),
      seq: anyU16,
      detectionCount: anyU16,
      mask: to(7),
      freq: anyU8,
      battery: anyU16,
      t: fc.tuple(wholeSecond, to(999)).map(([second, ms]) => second + ms),
      snrDb: fc.tuple(snr, snr, snr),
      widthS: fc.tuple(width, width, width),
      weldSpeedMps: said(steps(1, 255, 20)),
      isOffline: fc.boolean(),
      audioBands: fc.array(anyU8, { minLength: 6, maxLength: 6 }),
      blocks: fc.uniqueArray(block, { selector: ({ channel }) => channel, maxLength: 3 }),
    }),
  )
  .map(([where, rest]) => ({ ...where, ...rest }));

const sensitivity = to(6);
const enables = fc.constantFrom(true, false).chain((isSaid) => {
  const enable = isSaid ? bitValue : fc.constant(null);
  return fc.record({ enable0: enable, enable1: enable, enable2: enable, enable3: enable });
});

const settings = fc
  .tuple(
    enables,
    fc.record({
      frequency0Setting: said(anyU8),
      frequency1Setting: said(anyU8),
      frequency2Setting: said(anyU8),
      frequency3Setting: said(anyU8),
      sensitivity0: said(sensitivity),
      sensitivity1: said(sensitivity),
      sensitivity2: said(sensitivity),
      sensitivity3: said(sensitivity),
      recordMode: said(to(2)),
      powerMode: said(to(3)),
      connectionSchedule: said(to(7)),
      geoMode: said(to(3)),
      foldAntDetectorState: said(bitValue),
      offlineDownloadState: bitValue,
      psgState: said(bitValue),
      psgSize: said(bitValue),
      streamEnable: said(bitValue),
    }),
  )
  .map(([some, rest]) => ({ ...some, ...rest }));

const uplinks: readonly fc.Arbitrary<IridiumUplink>[] = [
  heartbeat,
  passage,
  fc.record({
    kind: fc.constant('settings' as const),
    ...head,
    id: said(fc.integer({ min: 1, max: 0xffff_ffff })),
    settings,
  }),
  fc.record({
    kind: fc.constant('info' as const),
    ...head,
    firmwareMajorVersion: anyU16,
    firmwareMinorVersion: anyU16,
    protocolVersion: anyU8,
    hardwareMajorVersion: anyU8,
    hardwareMinorVersion: anyU8,
    productNumber: anyU8,
  }),
  fc.record({
    kind: fc.constant('ack' as const),
    ...head,
    id: anyU32,
    status: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
    detail: anyU8,
  }),
  fc.record({ kind: fc.constant('error' as const), ...head, code: anyU16, detail: anyU32 }),
];
export const anyIridiumUplink: fc.Arbitrary<IridiumUplink> = fc.oneof(...uplinks);

const order = { ...head, id: anyU32 };
const frequency = fc.integer({ min: 10, max: 30 });

/** Actions are always given; the four enables are given together or not at all, as on the wire. */
const settingsCommand = fc
  .tuple(
    fc.record(
      {
        frequency0: fc.constant(0 as const),
        frequency1: frequency,
        frequency2: frequency,
        frequency3: frequency,
        sensitivity0: sensitivity,
        sensitivity1: sensitivity,
        sensitivity2: sensitivity,
        sensitivity3: sensitivity,
        powerMode: to(3),
        connectSchedule: to(7),
        recordMode: to(2),
        psgSize: bitValue,
        psgState: bitValue,
        UnfoldedAntennaDetectorEnable: bitValue,
        GeoMode: to(3),
      },
      { requiredKeys: [] },
    ),
    fc.constantFrom(
      {},
      { enable0: 1, enable1: 1, enable2: 0, enable3: 0 } as const,
      { enable0: 0, enable1: 0, enable2: 1, enable3: 1 } as const,
    ),
    fc.record({
      detectCountReset: bitValue,
      restartUnit: bitValue,
      OfflineDownloadState: bitValue,
      ClearIridiumOfflineFiles: bitValue,
    }),
  )
  .map(([some, four, actions]) => ({ ...some, ...four, ...actions }));

const downlinks: readonly fc.Arbitrary<IridiumDownlink>[] = [
  fc.record({ kind: fc.constant('settings' as const), ...order, settings: settingsCommand }),
  fc
    .record({ ...order, startS: to(0xffff_ffff - 600), lengthS: fc.integer({ min: 1, max: 600 }) })
    .map(({ startS, lengthS, ...rest }) => ({
      kind: 'offline-download' as const,
      ...rest,
      startAt: startS * 1000,
      endAt: (startS + lengthS) * 1000,
    })),
  fc.record({ kind: fc.constant('exit-offline-download' as const), ...order }),
  fc.record({
    kind: fc.constant('request' as const),
    ...order,
    what: fc.constantFrom('info' as const, 'settings' as const, 'heartbeat' as const),
  }),
  fc.record({ kind: fc.constant('ack' as const), ...order, status: anyU8, detail: anyU8 }),
];
export const anyIridiumDownlink: fc.Arbitrary<IridiumDownlink> = fc.oneof(...downlinks);
