import { exampleDevice } from '@waymark/contract/devices/device';
import { devicesEvents } from '@waymark/contract/events/devices';
import { describe, expect, it } from 'vitest';
import type { DeviceEvent } from './device-event.ts';
import { DeviceStore, type Device, type StoreChange } from './device-store.ts';
import { readDevice } from './device.wire.ts';

const device: Device = { ...readDevice(exampleDevice), uid: 7 };
const other: Device = { ...device, uid: 8 };
const unchanged = { changed: new Set(), isListChanged: false, heartbeats: new Set(), passages: new Set() };

type Data<Name extends DeviceEvent['name']> = Extract<DeviceEvent, { readonly name: Name }>['data'];

const heartbeat = (parts: Partial<Data<'ReceiveHeartbeat'>> = {}): DeviceEvent => ({
  name: 'ReceiveHeartbeat',
  data: { ...devicesEvents.ReceiveHeartbeat.example, uid: 7, heartbeatTimeStamp: '2026-03-18 00:10:00', ...parts },
});
const passage = (parts: Partial<Data<'ReceivePassage'>> = {}): DeviceEvent => ({
  name: 'ReceivePassage',
  data: { ...devicesEvents.ReceivePassage.example, uid: 7, passageTimeStamp: '2026-03-18 00:09:00.500', ...parts },
});
const connection = (parts: Partial<Data<'ReceiveConnectionUpdate'>> = {}): DeviceEvent => ({
  name: 'ReceiveConnectionUpdate',
  data: { ...devicesEvents.ReceiveConnectionUpdate.example, uid: 7, ...parts },
});
const response = (parameters: Record<string, unknown>): DeviceEvent => ({
  name: 'ReceiveCommandResponse',
  data: {
    uid: 7,
    command: { commandId: null, commandType: 'ControlSettings', timeStampAck: '2026-03-18 00:10:00', parameters },
  },
});

function loadStore(...devices: readonly Device[]) {
  const store = new DeviceStore();
  store.replaceAll(devices.length > 0 ? devices : [device, other]);
  const changes: StoreChange[] = [];
  store.subscribe((change) => changes.push(change));
  return { store, changes };
}

describe('the device store', () => {
  it('the store notifies once per frame, and keeps the objects of unchanged devices', () => {
    const { store, changes } = loadStore();
    const before = store.list();
    store.apply([heartbeat(), heartbeat({ heartbeatTimeStamp: '2026-03-18 00:15:00', battery: 8600 }), passage()]);
    expect(changes).toEqual([
      { ...unchanged, changed: new Set([7]), heartbeats: new Set([7]), passages: new Set([7]) },
    ]);
    expect(store.get(8)).toBe(other);
    expect(store.list()).not.toBe(before);
    expect(store.list()).toBe(store.list());
    expect(store.get(7)).toMatchObject({ lastHeartbeat: '2026-03-18 00:15:00', lastBattery: 8600 });
  });

  it('the store is empty and not loaded before the first list, and after clear', () => {
    const store = new DeviceStore();
    expect([store.isLoaded(), store.list()]).toEqual([false, []]);
    store.replaceAll([]);
    expect(store.isLoaded()).toBe(true);
    store.replaceAll([device]);
    store.clear();
    expect([store.isLoaded(), store.list(), store.get(7)]).toEqual([false, [], undefined]);
  });

  it('a reload notifies of added, removed and changed devices, and keeps the objects of the others', () => {
    const { store, changes } = loadStore();
    store.replaceAll([{ ...device }, { ...other, lastBattery: 7000 }]);
    expect(changes).toEqual([{ ...unchanged, changed: new Set([8]) }]);
    expect(store.get(7)).toBe(device);
    store.replaceAll([device, { ...other, uid: 9 }]);
    expect(changes[1]).toEqual({ ...unchanged, changed: new Set([8, 9]), isListChanged: true });
  });

  it('a reload that brings a new passage reports it, except for a new device', () => {
    const { store, changes } = loadStore(device);
    store.replaceAll([{ ...device, lastPassage: '2026-03-18 00:09:00.500' }, other]);
    expect(changes[0]?.passages).toEqual(new Set([7]));
  });

  it('a further record of the same passage is not reported again', () => {
    const { store, changes } = loadStore();
    store.apply([passage({ passageId: 70_400 })]);
    store.apply([passage({ passageId: 70_401, packetComplexInformation: 2 })]);
    expect(changes.map(({ passages }) => [...passages])).toEqual([[7]]);
    expect(store.get(7)?.lastPassageId).toBe(70_400);
  });

  it('[V-026] the store ignores events of unknown devices', () => {
    const { store, changes } = loadStore();
    store.apply([heartbeat({ uid: 99 }), passage({ uid: 99 })]);
    expect([changes, store.get(99), store.list().length]).toEqual([[], undefined, 2]);
  });
});

describe('events', () => {
  const after = (event: DeviceEvent, before: Device = device) => {
    const { store } = loadStore(before);
    store.apply([event]);
    return store.get(7);
  };

  it('[V-018] [D-051] a heartbeat updates location, time, battery, and the signal as a negative number', () => {
    expect(after(heartbeat({ lat: 35.5, lon: -97, battery: 8123, signalStrength: 91 }))).toEqual({
      ...device,
      lat: 35.5,
      lon: -97,
      lastHeartbeat: '2026-03-18 00:10:00',
      lastBattery: 8123,
      lastSignalStrength: -91,
    });
  });

  it('[V-027] a heartbeat at 0/0 updates everything but the location', () => {
    expect(after(heartbeat({ lat: 0, lon: 0, battery: 8123 }))).toMatchObject({
      lat: device.lat,
      lon: device.lon,
      lastBattery: 8123,
    });
  });

  it('[V-018] of two heartbeats in the same second the later one counts', () => {
    const { store } = loadStore();
    store.apply([heartbeat({ lon: -97, battery: 8123 }), heartbeat({ lon: -97.5, battery: 8122 })]);
    expect(store.get(7)).toMatchObject({ lon: -97.5, lastBattery: 8122 });
  });

  it('a late heartbeat or passage changes nothing', () => {
    expect(after(heartbeat({ heartbeatTimeStamp: '2026-03-17 23:59:59' }))).toBe(device);
    expect(after(passage({ passageTimeStamp: '2026-03-16 09:41:56.119' }))).toBe(device);
  });

  it('[V-019] a connection update sets its related fields', () => {
    const update = {
      isConnected: 0,
      kind: 'sleepReport',
      bluetooth: 1,
      lastStreamMode: null,
      lastExpectedWakeupTime: '2026-03-18 04:00:00',
    } as const;
    expect(after(connection(update))).toMatchObject({
      isConnected: false,
      bluetooth: true,
      lastStreamMode: null,
      lastExpectedWakeupTime: '2026-03-18 04:00:00',
      lastShutdownTime: null,
    });
    expect(after(connection({ bluetooth: null }))).toMatchObject({ isConnected: true, bluetooth: false });
  });

  it('[V-020] a passage sets detection count and passage time', () => {
    expect(after(passage({ detectionCount: 149, passageId: 70_400 }))).toEqual({
      ...device,
      lastPassage: '2026-03-18 00:09:00.500',
      lastPassageId: 70_400,
      lastDetectionCount: 149,
    });
  });

  it('[V-021] a response sets the settings that it names, in either spelling, and keeps the others', () => {
    const asReported = {
      powerMode: 0,
      connectionSchedule: 3,
      recordMode: 2,
      geoMode: 1,
      frequency1Setting: 24,
      sensitivity1: 6,
      enable2: 1,
    };
    expect(after(response({ ...asReported, psgState: 1, psgSize: null, foldAntDetectorState: 1 }))).toEqual({
      ...device,
      lastPowerMode: 0,
      schedule: 3,
      lastRecordMode: 2,
      lastGeoMode: 1,
      lastFrequency1Setting: 24,
      lastSensitivity1: 6,
      lastEnable2: true,
      psgState: 1,
    });
    expect(
      after(
        response({
          connectSchedule: 4,
          GeoMode: 3,
          frequency2: 11,
          enable0: 0,
          streamMode: 3,
          productNumber: 18,
          firmwareVersion: 10.8,
        }),
      ),
    ).toEqual({
      ...device,
      schedule: 4,
      lastGeoMode: 3,
      lastFrequency2Setting: 11,
      lastEnable0: false,
      lastStreamMode: 3,
      productNumber: 18,
      firmwareVersion: 10.8,
    });
  });

  it('[V-022] [V-023] the events of automatic download and the Iridium flag set their fields', () => {
    expect(after({ name: 'ReceiveDownloadMode', data: { uid: 7, isAutoDownload: true } })?.isAutoDownload).toBe(true);
    expect(after({ name: 'ReceiveCommTypeChange', data: { uid: 7, isIridium: true } })?.isIridium).toBe(true);
  });
});
