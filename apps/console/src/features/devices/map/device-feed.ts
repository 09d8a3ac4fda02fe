import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { Device } from '../store/device.ts';
import type { StoreChange } from '../store/device-store.ts';
import { HeartbeatFlashes } from './heartbeat-flashes.ts';
import { describeMarker, MarkerFeed, type Marker } from './marker-feed.ts';
import type { PlacedDevice, SignLayout } from '#/map/signs/lay-out-signs.ts';
import type { SignBoard } from '#/map/signs/sign-board.ts';
import { PacedWork, type PaceClock } from './paced-work.ts';
import { chooseSpacingMs, RepaintLag } from './repaint-lag.ts';
import { SignSource } from './sign-source.ts';

interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** The map's source of devices. */
export interface DeviceSource {
  readonly update: (diff: GeoJSONSourceDiff) => void;
  readonly setFlashing: (uid: number, isFlashing: boolean) => void;
  /** Whether a movement is visible at the map's present zoom. */
  readonly canSee: (from: Position, to: Position) => boolean;
}

/** The data for the source. */
export interface KnownDevices {
  readonly get: (uid: number) => Device | undefined;
  readonly isAlarmed: (uid: number) => boolean;
  /** The server's time in ms. */
  readonly now: () => number;
}

export interface ShownDevices {
  readonly markers: ReadonlyMap<number, Marker>;
  readonly signs: SignSource;
}

/** Each update redraws the whole map: ten per second look continuous. */
const SEEN_MS = 100;
/** Interval of updates that change positions only. */
const MOVED_MS = 1000;
const NO_CHANGES: ReadonlyMap<number, Marker | null> = new Map();

/** Writes changes of devices and their signs to the map in batches. */
export class DeviceFeed {
  readonly #devices: KnownDevices;
  readonly #source: DeviceSource;
  readonly #clock: PaceClock;
  readonly #markers: MarkerFeed;
  readonly #board: SignBoard;
  readonly #signs: SignSource;
  readonly #flashes = new HeartbeatFlashes();
  readonly #beating = new Set<number>();
  readonly #lag: RepaintLag;
  readonly #work: PacedWork;
  readonly #stopListening: () => void;
  #stopWaiting: (() => void) | undefined;
  #isTurning = false;
  /** False: only flashes have changed, and the map need not process its devices again. */
  #isDiffDue = false;

  /** `shown` is the source's initial content. */
  constructor(
    devices: KnownDevices,
    source: DeviceSource,
    board: SignBoard,
    clock: PaceClock,
    shown: ShownDevices = { markers: new Map(), signs: new SignSource() },
  ) {
    this.#devices = devices;
    this.#source = source;
    this.#board = board;
    this.#clock = clock;
    this.#markers = new MarkerFeed(source.canSee, shown.markers);
    this.#signs = shown.signs;
    this.#lag = new RepaintLag(clock);
    this.#work = new PacedWork(() => this.#turn(), clock);
    this.#stopListening = board.onStale(() => {
      if (!this.#isTurning) this.#ask(SEEN_MS);
    });
  }

  take({ changed, heartbeats }: Pick<StoreChange, 'changed' | 'heartbeats'>): void {
    let wantedMs = heartbeats.size > 0 ? SEEN_MS : null;
    for (const uid of heartbeats) this.#beating.add(uid);
    const now = this.#devices.now();
    for (const uid of changed) {
      const news = this.#markers.offer(uid, describeMarker(this.#devices.get(uid), this.#devices.isAlarmed(uid), now));
      if (news === 'looks') wantedMs = SEEN_MS;
      else if (news === 'moves') wantedMs ??= MOVED_MS;
      if (news === 'looks' || news === 'moves') this.#isDiffDue = true;
    }
    if (wantedMs !== null) this.#ask(wantedMs);
  }

  /** The map has been zoomed: skipped movements may be visible now. */
  lookCloser(): void {
    if (!this.#markers.hasWaiting) return;
    this.#isDiffDue = true;
    this.#ask(SEEN_MS);
  }

  stop(): void {
    this.#work.stop();
    this.#stopListening();
    this.#stopWaiting?.();
  }

  #ask(wantedMs: number): void {
    this.#work.ask(chooseSpacingMs(wantedMs, this.#lag.ms));
  }

  #turn(): void {
    this.#isTurning = true;
    const changed = this.#isDiffDue ? this.#markers.takeChanges() : NO_CHANGES;
    this.#isDiffDue = false;
    for (const [uid, marker] of changed) this.#board.putDevice(uid, marker && placeDevice(uid, marker));
    const { layout } = this.#board;
    const diff = this.#signs.takeDiff(layout, changed.keys(), (uid) => this.#markers.get(uid));
    if (diff) this.#source.update(diff);
    this.#flash(layout);
    this.#lag.measure();
    this.#isTurning = false;
  }

  /** A device in a cluster makes the cluster flash. */
  #flash({ signOfDevice }: SignLayout): void {
    const now = this.#clock.now();
    const signs = new Set([...this.#beating].map((uid) => signOfDevice.get(uid)?.id ?? uid));
    for (const id of this.#flashes.expire(now)) this.#source.setFlashing(id, false);
    for (const id of this.#flashes.light(signs, now)) this.#source.setFlashing(id, true);
    this.#beating.clear();
    this.#stopWaiting?.();
    const ms = this.#flashes.msToNext(now);
    this.#stopWaiting = ms === null ? undefined : this.#clock.after(ms, () => this.#ask(SEEN_MS));
  }
}

export function placeDevice(uid: number, { lat, lon, look: { isAlarmed, count } }: Marker): PlacedDevice {
  return { uid, lat, lon, isAlarmed, hasCount: count !== '' };
}
