import { applyEvent } from './apply-event.ts';
import type { Device } from './device.ts';
import type { DeviceEvent } from './device-event.ts';

export type { Device };

export interface StoreChange {
  /** Devices of which something is new, be it only their alarm. */
  readonly changed: ReadonlySet<number>;
  /** Devices came or went. */
  readonly isListChanged: boolean;
  /** Devices that gave a heartbeat in this frame, for the flash. */
  readonly heartbeats: ReadonlySet<number>;
  /** Devices with a passage in this frame; the further records of one that is known do not count. */
  readonly passages: ReadonlySet<number>;
}

type Listener = (change: StoreChange) => void;

const NOBODY: ReadonlySet<number> = new Set();

/** The object already known when it says the same, so that nothing is drawn again. */
function keepIfSame(known: Device | undefined, fetched: Device): Device {
  if (!known) return fetched;
  const isSame = (Object.keys(fetched) as (keyof Device)[]).every((name) => known[name] === fetched[name]);
  return isSame ? known : fetched;
}

function hasNewPassage(before: Device | undefined, now: Device | undefined): boolean {
  return before !== undefined && (now?.lastPassage ?? '') > (before.lastPassage ?? '');
}

/** The devices that the user sees, as they are now. Listeners hear once per batch; what did not change stays the same object. */
export class DeviceStore {
  #devices = new Map<number, Device>();
  #list: readonly Device[] | null = null;
  #isLoaded = false;
  readonly #listeners = new Set<Listener>();

  readonly get = (uid: number): Device | undefined => this.#devices.get(uid);

  readonly list = (): readonly Device[] => (this.#list ??= [...this.#devices.values()]);

  readonly isLoaded = (): boolean => this.#isLoaded;

  /** Answers how to stop. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A fresh fetch of the list. A passage that came in between counts as one. */
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

  /** The events of one frame, in their order. Those of unknown devices are ignored. */
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

  /** Something that is kept beside the devices has changed. */
  announce(uids: ReadonlySet<number>): void {
    this.#tell({ changed: uids });
  }

  /** What these devices are depends on the time, which has gone on: new objects, so that they are drawn again. */
  renew(uids: ReadonlySet<number>): void {
    for (const uid of uids) {
      const device = this.#devices.get(uid);
      if (device) this.#devices.set(uid, { ...device });
    }
    this.#tell({ changed: uids });
  }

  /** For the next person who signs in on this page. */
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
