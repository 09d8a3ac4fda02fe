import type { Box } from '../camera/free-room.ts';
import { BoxGrid } from './box-grid.ts';
import { clusterSigns, measureWorld, toWorld, type Member, type WorldPoint } from './cluster-signs.ts';

// Decides what stands where on the map at a zoom: signs, clusters, and the labels that have room.

/** A device as the layout knows it. */
export interface PlacedDevice {
  readonly uid: number;
  readonly lat: number;
  readonly lon: number;
  readonly isAlarmed: boolean;
  readonly hasCount: boolean;
}

/** end: launch or receive; track: watched; mark: any other. */
export type MarkerWeight = 'end' | 'track' | 'mark';

/** A marker of an active run. */
export interface PlacedMarker {
  readonly key: string;
  readonly runId: number;
  readonly lat: number;
  readonly lon: number;
  readonly weight: MarkerWeight;
  readonly name: string;
  readonly isAlarmed: boolean;
  /** The devices that are linked to it. */
  readonly uids: readonly number[];
}

export interface SignMember extends Member {
  /** null: a marker without its device. */
  readonly device: PlacedDevice | null;
  /** null: a device beside its marker, or without one. */
  readonly marker: PlacedMarker | null;
}

export type Side = 'left' | 'right';

export interface Sign {
  /** Of its first device; negative if it has none. */
  readonly id: number;
  /** Of a cluster perhaps beside its members, where it covers nothing. */
  at: WorldPoint;
  /** Several: a cluster. */
  readonly members: readonly SignMember[];
  hasCountRoom: boolean;
  /** null: its UID has no room. */
  uidSide: Side | null;
}

export type MarkerForm = 'icon' | 'dot' | 'hidden';

export interface MarkerLook {
  /** Its own place, or beside it that of its cluster. */
  readonly at: WorldPoint;
  readonly form: MarkerForm;
  /** Stands on the device that is linked to it, or on its cluster. */
  readonly isOnDevice: boolean;
  readonly hasNameRoom: boolean;
}

/** What something covers on the screen: a box in px around a place. */
export interface Cover {
  readonly at: WorldPoint;
  readonly box: Box;
}

export interface SignLayout {
  readonly level: number;
  /** Signs, and the labels beside them. */
  readonly covers: readonly Cover[];
  readonly signs: readonly Sign[];
  readonly signOfDevice: ReadonlyMap<number, Sign>;
  readonly markers: ReadonlyMap<string, MarkerLook>;
}

export interface SignContent {
  readonly devices: Iterable<PlacedDevice>;
  readonly markers: readonly PlacedMarker[];
  /** The run that a device watches. */
  readonly lineOf: ReadonlyMap<number, number>;
  /** Pigs are drawn over everything: clusters and labels leave them free. */
  readonly pigs: readonly WorldPoint[];
  readonly pinnedUid: number | null;
  readonly pinnedMarker: string | null;
}

/** Zoom from which every marker has its full icon and its name. */
export const ICONS_FROM_ZOOM = 12;
/** Zoom from which devices have their UID; at lower zooms a country would be full of numbers. */
const UIDS_FROM_ZOOM = 9;
/** A device this close to its marker stands under it, in px. */
const COMPOSED_PX = 20;

/** Half sizes of the signs, in px. */
const DEVICE = 13;
const END = 15;
const SHIELD = 11;
const DOT = 4;
const CLUSTER = 17;
const PIG = 16;
/** The height of a shield over its place: alone, and on its device; at full size and at low zoom. */
const SHIELD_TOP = { alone: { full: 33, small: 20 }, onDevice: { full: 43, small: 29 } } as const;
/** How far a cluster may stand from its place, in px, and where. */
const STEPS_ASIDE = [0, 20, 34, 48];
const DIAGONAL = Math.SQRT1_2;
const COMPASS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [DIAGONAL, DIAGONAL],
  [-DIAGONAL, DIAGONAL],
  [DIAGONAL, -DIAGONAL],
  [-DIAGONAL, -DIAGONAL],
] as const;
const COUNT: Box = { left: -18, top: DEVICE, right: 18, bottom: 31 };
const NAME = { perLetter: 6.9, height: 15, below: 18 } as const;
const UID = { perDigit: 7, gap: 16, half: 7 } as const;

const isNear = (one: WorldPoint, other: WorldPoint, reach: number) =>
  Math.hypot(one.x - other.x, one.y - other.y) <= reach;

/** Devices on their markers, markers, and other devices: in this order, so that clusters stand on the lines. */
function listMembers(content: SignContent, level: number): SignMember[] {
  const { markers, lineOf, pinnedUid, pinnedMarker } = content;
  const devices = new Map<number, PlacedDevice>();
  for (const device of content.devices) devices.set(device.uid, device);
  const reach = COMPOSED_PX / measureWorld(level);
  const members: SignMember[] = [];
  const watched = markers.filter(({ weight }) => weight !== 'mark');
  for (const marker of [...watched.filter(({ weight }) => weight === 'end'), ...watched.filter(isTrack)]) {
    const at = toWorld(marker.lat, marker.lon);
    const isPinned = marker.key === pinnedMarker;
    const uid = marker.uids.find((each) => {
      const device = devices.get(each);
      return device && each !== pinnedUid && isNear(toWorld(device.lat, device.lon), at, reach);
    });
    const device = isPinned || uid === undefined ? null : (devices.get(uid) ?? null);
    if (device) devices.delete(device.uid);
    const isAlarmed = marker.isAlarmed || device?.isAlarmed === true;
    members.push({ at, line: marker.runId, isAlarmed, isPinned, device, marker });
  }
  for (const device of devices.values()) {
    const { uid, lat, lon, isAlarmed } = device;
    const line = lineOf.get(uid) ?? null;
    members.push({ at: toWorld(lat, lon), line, isAlarmed, isPinned: uid === pinnedUid, device, marker: null });
  }
  return members;
}

const isTrack = ({ weight }: PlacedMarker) => weight === 'track';

/** The only end of a line in a cluster keeps its icon, which stands on the cluster. */
function findLoneEnd(members: readonly SignMember[]): PlacedMarker | null {
  const [end, ...others] = members.flatMap(({ marker }) => (marker?.weight === 'end' ? [marker] : []));
  return end && others.length === 0 ? end : null;
}

/** What a sign covers on the screen, around its place. */
function measureSign({ members }: Pick<Sign, 'members'>, isFull: boolean) {
  const [member] = members;
  if (!member) return { half: 0, up: 0, down: 0 };
  if (members.length > 1) {
    return { half: CLUSTER, up: findLoneEnd(members) ? CLUSTER + 2 * END : CLUSTER, down: CLUSTER };
  }
  const { device, marker } = member;
  if (marker?.weight === 'end') return { half: END, up: device ? DEVICE + 2 * END : END, down: device ? DEVICE : END };
  if (!marker) return { half: DEVICE, up: DEVICE, down: DEVICE };
  const { full, small } = SHIELD_TOP[device ? 'onDevice' : 'alone'];
  return { half: device ? DEVICE : SHIELD, up: isFull ? full : small, down: device ? DEVICE : 0 };
}

const isCluster = ({ members }: Pick<Sign, 'members'>) => members.length > 1;

const rankSign = (sign: Sign) => (isCluster(sign) ? (sign.members[0]?.isAlarmed ? 1 : 2) : 0);

export function layOutSigns(content: SignContent, level: number): SignLayout {
  let lastId = 0;
  const signs = clusterSigns(listMembers(content, level), level).map((members): Sign => {
    const uid = members.find(({ device }) => device !== null)?.device?.uid;
    return { id: uid ?? --lastId, at: members[0]?.at ?? { x: 0, y: 0 }, members, hasCountRoom: false, uidSide: null };
  });
  const signOfDevice = new Map<number, Sign>();
  for (const sign of signs) for (const { device } of sign.members) if (device) signOfDevice.set(device.uid, sign);
  const room = new Room(level);
  room.addPigs(content.pigs);
  // Alarms and what stands for itself first: clusters give way to them.
  for (const sign of signs.toSorted((one, other) => rankSign(one) - rankSign(other))) room.addSign(sign);
  const markers = room.placeMarkers(signs, content);
  for (const sign of signs) room.labelDevice(sign);
  return { level, covers: room.covers, signs, signOfDevice, markers };
}

/** The room on the screen, taken first by signs, then by what may be left out. */
class Room {
  readonly covers: Cover[] = [];
  readonly #level: number;
  readonly #world: number;
  readonly #isFull: boolean;
  readonly #grid = new BoxGrid();

  constructor(level: number) {
    this.#level = level;
    this.#world = measureWorld(level);
    this.#isFull = level >= ICONS_FROM_ZOOM;
  }

  addSign(sign: Sign): void {
    const { half, up, down } = measureSign(sign, this.#isFull);
    const box = { left: -half, top: -up, right: half, bottom: down };
    if (isCluster(sign)) sign.at = this.#stepAside(sign.at, box);
    this.#grid.add(this.#toScreen(sign.at, box));
    this.covers.push({ at: sign.at, box });
  }

  /** The nearest place at which a cluster covers nothing; its own if there is none. */
  #stepAside(at: WorldPoint, box: Box): WorldPoint {
    for (const distance of STEPS_ASIDE) {
      for (const [across, down] of distance === 0 ? [[0, 0] as const] : COMPASS) {
        const place = {
          x: at.x + (across * distance) / this.#world,
          y: at.y + (down * distance) / this.#world,
        };
        if (this.#grid.isFree(this.#toScreen(place, box))) return place;
      }
    }
    return at;
  }

  /** Not among the covers: the map knows where they are now. */
  addPigs(pigs: readonly WorldPoint[]): void {
    for (const at of pigs) this.#grid.add(this.#toScreen(at, square(PIG)));
  }

  /** Markers with signs of their own first; the others as icons or dots where they cover nothing. */
  placeMarkers(signs: readonly Sign[], { markers, pinnedMarker }: SignContent): ReadonlyMap<string, MarkerLook> {
    const looks = new Map<string, MarkerLook>();
    for (const sign of signs) this.#placeSignMarkers(sign, looks);
    for (const marker of markers)
      if (marker.weight === 'mark') looks.set(marker.key, this.#placeMark(marker, pinnedMarker));
    return looks;
  }

  #placeSignMarkers(sign: Sign, looks: Map<string, MarkerLook>): void {
    const isMerged = isCluster(sign);
    const end = isMerged ? findLoneEnd(sign.members) : null;
    for (const { marker, device } of sign.members) {
      if (!marker) continue;
      const isShown = !isMerged || marker === end;
      const isOnDevice = isMerged || device !== null;
      const hasNameRoom = isShown && this.#hasNameRoom(marker, sign, isOnDevice);
      looks.set(marker.key, { at: sign.at, form: isShown ? 'icon' : 'hidden', isOnDevice, hasNameRoom });
    }
  }

  #hasNameRoom(marker: PlacedMarker, sign: Sign, isOnDevice: boolean): boolean {
    if (!this.#isFull && marker.weight !== 'end') return false;
    const { up } = measureSign(sign, this.#isFull);
    return this.#take(sign.at, nameBox(marker.name, isTrack(marker) || isOnDevice ? -up - NAME.height : NAME.below));
  }

  #placeMark({ key, lat, lon, name }: PlacedMarker, pinned: string | null): MarkerLook {
    const at = toWorld(lat, lon);
    if (key === pinned || (this.#isFull && this.#take(at, square(END))))
      return { at, form: 'icon', isOnDevice: false, hasNameRoom: this.#take(at, nameBox(name, NAME.below)) };
    return { at, form: this.#take(at, square(DOT)) ? 'dot' : 'hidden', isOnDevice: false, hasNameRoom: false };
  }

  /** The detection count under a device, and its UID beside it. */
  labelDevice(sign: Sign): void {
    const [{ device } = { device: null }] = sign.members;
    if (!device || sign.members.length > 1) return;
    sign.hasCountRoom = device.hasCount && this.#take(sign.at, COUNT);
    if (this.#level < UIDS_FROM_ZOOM) return;
    const end = UID.gap + String(device.uid).length * UID.perDigit;
    const [top, bottom] = [-UID.half, UID.half];
    if (this.#take(sign.at, { left: UID.gap, top, right: end, bottom })) sign.uidSide = 'right';
    else if (this.#take(sign.at, { left: -end, top, right: -UID.gap, bottom })) sign.uidSide = 'left';
  }

  /** Takes the room for a box, if it is free. */
  #take(at: WorldPoint, box: Box): boolean {
    const isFree = this.#grid.addIfFree(this.#toScreen(at, box));
    if (isFree) this.covers.push({ at, box });
    return isFree;
  }

  #toScreen({ x, y }: WorldPoint, { left, top, right, bottom }: Box): Box {
    const [middle, line] = [x * this.#world, y * this.#world];
    return { left: middle + left, top: line + top, right: middle + right, bottom: line + bottom };
  }
}

const square = (half: number): Box => ({ left: -half, top: -half, right: half, bottom: half });

function nameBox(name: string, top: number): Box {
  const half = (name.length * NAME.perLetter) / 2;
  return { left: -half, top, right: half, bottom: top + NAME.height };
}
