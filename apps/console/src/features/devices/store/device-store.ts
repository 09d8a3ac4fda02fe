import { isLocated } from '@waymark/domain/device/location';
import type { Device } from './device.ts';
import type { DeviceEvent } from './device-event.ts';
import type { DataOf } from '#/live/hub-event.ts';
import { readSettings } from '../settings-response.ts';

export type { Device };

export interface StoreChange {
  /** Devices with a change, even if only of their alarm. */
  readonly changed: ReadonlySet<number>;
  /** Devices were added or removed. */
  readonly isListChanged: boolean;
  /** Devices with a heartbeat in this frame, for the flash. */
  readonly heartbeats: ReadonlySet<number>;
  /** Devices with a passage in this frame; further records of a known passage do not count. */
  readonly passages: ReadonlySet<number>;
}

type Listener = (change: StoreChange) => void;

const NOBODY: ReadonlySet<number> = new Set();

/** Returns the known object if it is equal, to avoid a redraw. */
function keepIfSame(known: Device | undefined, fetched: Device): Device {
  if (!known) return fetched;
  const isSame = (Object.keys(fetched) as (keyof Device)[]).every((name) => known[name] === fetched[name]);
  return isSame ? known : fetched;
}

function hasNewPassage(before: Device | undefined, now: Device | undefined): boolean {
  return before !== undefined && (now?.lastPassage ?? '') > (before.lastPassage ?? '');
}

/**
 * The user's devices with their present state. Listeners are notified once per batch; unchanged devices keep their
 * objects.
 */
export class DeviceStore {
  #devices = new Map<number, Device>();
  #list: readonly Device[] | null = null;
  #isLoaded = false;
  readonly #listeners = new Set<Listener>();

  readonly get = (uid: number): Device | undefined => this.#devices.get(uid);

  readonly list = (): readonly Device[] => (this.#list ??= [...this.#devices.values()]);

  get size(): number {
    return this.#devices.size;
  }

  readonly isLoaded = (): boolean => this.#isLoaded;

  /** Returns a function that unsubscribes. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes over a reloaded list. A passage since the last one is reported. */
  replaceAll(devices: readonly Device[]): void {
    const before = this.#devices;
    this.#devices = new Map(devices.map((device) => [device.uid, keepIfSame(before.get(device.uid), device)]));
    const gone = [...before.keys()].filter((uid) => !this.#devices.has(uid));
    const changed = devices.map(({ uid }) => uid).filter((uid) => this.#devices.get(uid) !== before.get(uid));
    const passages = changed.filter((uid) => hasNewPassage(before.get(uid), this.#devices.get(uid)));
    const isListChanged = !this.#isLoaded || gone.length > 0 || this.#devices.size !== before.size;
    this.#isLoaded = true;
    this.#tell({ changed: new Set([...changed, ...gone]), isListChanged, passages: new Set(passages) });
  }

  /** Applies the events of one frame in order. Events of unknown devices are ignored. */
  apply(events: readonly DeviceEvent[]): void {
    const changed = new Set<number>();
    const heartbeats = new Set<number>();
    const passages = new Set<number>();
    for (const event of events) {
      const { uid } = event.data;
      const device = this.#devices.get(uid);
      if (!device) continue;
      const next = applyEvent(device, event);
      if (next !== device) changed.add(uid);
      this.#devices.set(uid, next);
      if (event.name === 'ReceiveHeartbeat') heartbeats.add(uid);
      if (event.name === 'ReceivePassage' && event.data.passageTimeStamp !== device.lastPassage) passages.add(uid);
    }
    if (changed.size + heartbeats.size + passages.size > 0) this.#tell({ changed, heartbeats, passages });
  }

  /** Data beside the devices has changed, such as alarms. */
  announce(uids: ReadonlySet<number>): void {
    this.#tell({ changed: uids });
  }

  /** The state of these devices depends on the time: replaces their objects, so that they are drawn again. */
  renew(uids: ReadonlySet<number>): void {
    for (const uid of uids) {
      const device = this.#devices.get(uid);
      if (device) this.#devices.set(uid, { ...device });
    }
    this.#tell({ changed: uids });
  }

  /** For the next user who signs in on this page. */
  clear(): void {
    const gone = new Set(this.#devices.keys());
    this.#devices = new Map();
    this.#isLoaded = false;
    this.#tell({ changed: gone, isListChanged: true });
  }

  #tell(change: Pick<StoreChange, 'changed'> & Partial<StoreChange>): void {
    this.#list = null;
    const whole: StoreChange = { isListChanged: false, heartbeats: NOBODY, passages: NOBODY, ...change };
    for (const listener of this.#listeners) listener(whole);
  }
}

export const deviceStore = new DeviceStore();

/** Texts of this fixed format sort chronologically. */
function isNewer(at: string, than: string | null): boolean {
  return than === null || at > than;
}

/** The server sends only newer heartbeats; of two in the same second, which the text does not tell apart, the later one counts. */
function applyHeartbeat(device: Device, heartbeat: DataOf<'ReceiveHeartbeat'>): Device {
  if (device.lastHeartbeat !== null && heartbeat.heartbeatTimeStamp < device.lastHeartbeat) return device;
  const { lat, lon } = isLocated(heartbeat) ? heartbeat : device;
  return {
    ...device,
    lat,
    lon,
    lastHeartbeat: heartbeat.heartbeatTimeStamp,
    lastBattery: heartbeat.battery,
    lastSignalStrength: -heartbeat.signalStrength,
  };
}

function applyConnection(device: Device, update: DataOf<'ReceiveConnectionUpdate'>): Device {
  return {
    ...device,
    isConnected: update.isConnected === 1,
    bluetooth: update.bluetooth === 1,
    lastStreamMode: update.lastStreamMode,
    lastExpectedWakeupTime: update.lastExpectedWakeupTime,
    lastShutdownTime: update.lastShutdownTime,
    firmwareVersion: update.firmwareVersion,
  };
}

/** A passage has an event for each of its records; the first one counts. */
function applyPassage(device: Device, passage: DataOf<'ReceivePassage'>): Device {
  if (!isNewer(passage.passageTimeStamp, device.lastPassage)) return device;
  return {
    ...device,
    lastPassage: passage.passageTimeStamp,
    lastPassageId: passage.passageId,
    lastDetectionCount: passage.detectionCount,
  };
}

/** The device after the event; the same object if nothing has changed. */
function applyEvent(device: Device, event: DeviceEvent): Device {
  switch (event.name) {
    case 'ReceiveHeartbeat':
      return applyHeartbeat(device, event.data);
    case 'ReceiveConnectionUpdate':
      return applyConnection(device, event.data);
    case 'ReceivePassage':
      return applyPassage(device, event.data);
    case 'ReceiveCommandResponse':
      return { ...device, ...readSettings(event.data.command.parameters) };
    case 'ReceiveDownloadMode':
      return { ...device, isAutoDownload: event.data.isAutoDownload };
    case 'ReceiveCommTypeChange':
      return { ...device, isIridium: event.data.isIridium };
  }
}
