import type { GeoJSONSourceDiff } from 'maplibre-gl';
import type { Device } from '../store/device.ts';
import type { StoreChange } from '../store/device-store.ts';
import { HeartbeatFlashes } from './heartbeat-flashes.ts';
import { describeMarker, MarkerFeed, type Marker } from './marker-feed.ts';
import { PacedWork, type PaceClock } from './paced-work.ts';
import { chooseSpacingMs, RepaintLag } from './repaint-lag.ts';

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

/** Each update redraws the whole map: ten per second look continuous. */
const SEEN_MS = 100;
/** Interval of updates that change positions only. */
const MOVED_MS = 1000;

/** Writes changes to the map in batches. */
export class DeviceFeed {
  readonly #devices: KnownDevices;
  readonly #source: DeviceSource;
  readonly #clock: PaceClock;
  readonly #markers: MarkerFeed;
  readonly #flashes = new HeartbeatFlashes();
  readonly #beating = new Set<number>();
  readonly #lag: RepaintLag;
  readonly #work: PacedWork;
  #stopWaiting: (() => void) | undefined;
  /** False: only flashes have changed, and the map need not process its devices again. */
  #isDiffDue = false;

  /** `shown` is the source's initial content. */
  constructor(
    devices: KnownDevices,
    source: DeviceSource,
    clock: PaceClock,
    shown: ReadonlyMap<number, Marker> = new Map(),
  ) {
    this.#devices = devices;
    this.#source = source;
    this.#clock = clock;
    this.#markers = new MarkerFeed(source.canSee, shown);
    this.#lag = new RepaintLag(clock);
    this.#work = new PacedWork(() => this.#turn(), clock);
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
    this.#stopWaiting?.();
  }

  #ask(wantedMs: number): void {
    this.#work.ask(chooseSpacingMs(wantedMs, this.#lag.ms));
  }

  #turn(): void {
    const now = this.#clock.now();
    for (const uid of this.#flashes.expire(now)) this.#source.setFlashing(uid, false);
    for (const uid of this.#flashes.light(this.#beating, now)) this.#source.setFlashing(uid, true);
    this.#beating.clear();
    const diff = this.#isDiffDue ? this.#markers.takeDiff() : null;
    this.#isDiffDue = false;
    if (diff) this.#source.update(diff);
    this.#lag.measure();
    this.#stopWaiting?.();
    const ms = this.#flashes.msToNext(now);
    this.#stopWaiting = ms === null ? undefined : this.#clock.after(ms, () => this.#ask(SEEN_MS));
  }
}
