import { measureWorld, toWorld, type WorldPoint } from './cluster-signs.ts';
import { layOutSigns, type PlacedDevice, type PlacedMarker, type Sign, type SignLayout } from './lay-out-signs.ts';

/** A marker of an active run, and what a click on it does. */
export interface BoardMarker extends PlacedMarker {
  readonly choose: () => void;
}

const PIG_MOVE_PX = 12;

const NO_LINES: ReadonlyMap<number, number> = new Map();

/** Half-zoom steps: between two of them signs only move apart. */
const toLevel = (zoom: number) => Math.floor(zoom * 2) / 2;

type Listener = () => void;

/** All signs of the map: devices and the markers of active runs, merged for the present zoom. */
export class SignBoard {
  readonly #devices = new Map<number, PlacedDevice>();
  #markers: readonly BoardMarker[] = [];
  #lineOf = NO_LINES;
  #pigs: readonly WorldPoint[] = [];
  #pinnedUid: number | null = null;
  #pinnedMarker: string | null = null;
  #level = 0;
  #layout: SignLayout | null = null;
  readonly #stale = new Set<Listener>();
  readonly #laid = new Set<Listener>();

  get level(): number {
    return this.#level;
  }

  /** The present layout, made again only after a change. */
  get layout(): SignLayout {
    if (this.#layout) return this.#layout;
    const layout = layOutSigns(
      {
        devices: this.#devices.values(),
        markers: this.#markers,
        lineOf: this.#lineOf,
        pigs: this.#pigs,
        pinnedUid: this.#pinnedUid,
        pinnedMarker: this.#pinnedMarker,
      },
      this.#level,
    );
    this.#layout = layout;
    // Later, because a layout may be asked for while React renders.
    queueMicrotask(() => {
      for (const listener of this.#laid) listener();
    });
    return layout;
  }

  /** null: it is gone, or its place is unknown. */
  putDevice(uid: number, device: PlacedDevice | null): void {
    const before = this.#devices.get(uid);
    if (isSameDevice(before, device)) return;
    if (device) this.#devices.set(uid, device);
    else this.#devices.delete(uid);
    this.#spoil();
  }

  /** Replaces all devices: on a new map, perhaps of another user. */
  resetDevices(devices: Iterable<PlacedDevice>): void {
    this.#devices.clear();
    for (const device of devices) this.#devices.set(device.uid, device);
    this.#spoil();
  }

  putRuns(markers: readonly BoardMarker[], lineOf: ReadonlyMap<number, number>): void {
    const isSame =
      markers.length === this.#markers.length &&
      markers.every((marker, at) => isSameMarker(marker, this.#markers[at])) &&
      isSameMap(lineOf, this.#lineOf);
    this.#markers = markers;
    this.#lineOf = lineOf;
    if (!isSame) this.#spoil();
  }

  /** Small moves make no new layout. */
  putPigs(pigs: readonly WorldPoint[]): void {
    const reach = PIG_MOVE_PX / measureWorld(this.#level);
    const isNear = ({ x, y }: WorldPoint, other: WorldPoint | undefined) =>
      other !== undefined && Math.hypot(x - other.x, y - other.y) < reach;
    if (pigs.length === this.#pigs.length && pigs.every((pig, at) => isNear(pig, this.#pigs[at]))) return;
    this.#pigs = pigs;
    this.#spoil();
  }

  pinDevice(uid: number | null): void {
    if (uid === this.#pinnedUid) return;
    this.#pinnedUid = uid;
    this.#spoil();
  }

  pinMarker(key: string | null): void {
    if (key === this.#pinnedMarker) return;
    this.#pinnedMarker = key;
    this.#spoil();
  }

  setZoom(zoom: number): void {
    const level = toLevel(zoom);
    if (level === this.#level) return;
    this.#level = level;
    this.#spoil();
  }

  chooseMarker(key: string): void {
    this.#markers.find((marker) => marker.key === key)?.choose();
  }

  /** Called when the layout has to be made again; returns a function that unsubscribes. */
  readonly onStale = (listener: Listener): (() => void) => {
    this.#stale.add(listener);
    return () => this.#stale.delete(listener);
  };

  /** Called when it was made again. */
  readonly onLaid = (listener: Listener): (() => void) => {
    this.#laid.add(listener);
    return () => this.#laid.delete(listener);
  };

  #spoil(): void {
    this.#layout = null;
    for (const listener of this.#stale) listener();
  }
}

function isSameDevice(one: PlacedDevice | undefined, other: PlacedDevice | null): boolean {
  if (!one || !other) return !one && !other;
  return (
    one.lat === other.lat &&
    one.lon === other.lon &&
    one.isAlarmed === other.isAlarmed &&
    one.hasCount === other.hasCount
  );
}

function isSameMarker(one: BoardMarker, other: BoardMarker | undefined): boolean {
  return (
    other?.key === one.key &&
    other.lat === one.lat &&
    other.lon === one.lon &&
    other.weight === one.weight &&
    other.isAlarmed === one.isAlarmed &&
    other.uids.join() === one.uids.join()
  );
}

function isSameMap(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  return one.size === other.size && [...one].every(([uid, line]) => other.get(uid) === line);
}

export const signBoard = new SignBoard();

export interface SignHit {
  readonly sign: Sign;
  readonly distancePx: number;
}

/** Distance from the middle of a sign that counts as a hit, in px. */
const SIGN_REACH_PX = 16;

/** The signs of devices and clusters around a place, the nearest first. */
export function findSignsAt(
  { signs }: Pick<SignLayout, 'signs'>,
  { lat, lon }: { readonly lat: number; readonly lon: number },
  zoom: number,
): readonly SignHit[] {
  const { x, y } = toWorld(lat, lon);
  const world = measureWorld(zoom);
  const hits: SignHit[] = [];
  for (const sign of signs) {
    if (sign.members.length === 1 && !sign.members[0]?.device) continue;
    const distancePx = Math.hypot(sign.at.x - x, sign.at.y - y) * world;
    if (distancePx <= SIGN_REACH_PX) hits.push({ sign, distancePx });
  }
  return hits.toSorted((one, other) => one.distancePx - other.distancePx);
}
