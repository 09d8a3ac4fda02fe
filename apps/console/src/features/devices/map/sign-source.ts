import type { Feature, Point } from 'geojson';
import type { GeoJSONSourceDiff } from 'maplibre-gl';
import { chooseClusterIcon } from '#/map/icons/cluster-icon.ts';
import { formatCount } from '#/map/icons/count-chip.ts';
import type { SignProperties } from '#/map/layers/marker-properties.ts';
import { SIGN_STATES, toPlace, type SignState, type WorldPoint } from '#/map/signs/cluster-signs.ts';
import type { Sign, SignLayout, SignMember } from '#/map/signs/lay-out-signs.ts';
import type { Marker } from './marker-feed.ts';

type FindMarker = (uid: number) => Marker | undefined;

const stateOf = ({ device, marker }: SignMember, find: FindMarker): SignState =>
  marker?.isAlarmed ? 'alarm' : ((device && find(device.uid)?.look.state) ?? 'fine');

/** The worst state in a cluster. */
function findWorst(members: readonly SignMember[], find: FindMarker): SignState {
  const worst = Math.max(...members.map((member) => SIGN_STATES.indexOf(stateOf(member, find))));
  return SIGN_STATES[worst] ?? 'fine';
}

/** null: a marker without a device, which the layers of its run draw. */
function describeSign({ members, hasCountRoom, uidSide }: Sign, find: FindMarker): SignProperties | null {
  const [member] = members;
  if (!member) return null;
  if (members.length > 1) {
    const state = findWorst(members, find);
    return {
      icon: chooseClusterIcon(members.length, state),
      rank: state === 'alarm' ? 2 : 1,
      isAlarmed: state === 'alarm',
      state,
      count: formatCount(members.length),
      chip: 'count-chip-2',
      isCluster: true,
      uid: '',
      uidSide: 'right',
    };
  }
  const { device } = member;
  const look = device && find(device.uid)?.look;
  if (!look) return null;
  const count = hasCountRoom ? look.count : '';
  const uid = uidSide === null ? '' : String(device.uid);
  return { ...look, count, isCluster: false, uid, uidSide: uidSide ?? 'right' };
}

interface Shown {
  readonly at: WorldPoint;
  readonly look: SignProperties;
}

const LOOK_KEYS = ['icon', 'rank', 'isAlarmed', 'state', 'count', 'chip', 'isCluster', 'uid', 'uidSide'] as const;

function toFeature(id: number, { at, look }: Shown): Feature<Point, SignProperties> {
  const { lat, lon } = toPlace(at);
  return { type: 'Feature', id, geometry: { type: 'Point', coordinates: [lon, lat] }, properties: look };
}

/** Mirrors the signs in the map's source. */
export class SignSource {
  readonly #shown = new Map<number, Shown>();
  #layout: SignLayout | null = null;

  /** The changes since the last call; `changed`: devices that look different. null: none. */
  takeDiff(layout: SignLayout, changed: Iterable<number>, find: FindMarker): GeoJSONSourceDiff | null {
    const isNew = layout !== this.#layout;
    this.#layout = layout;
    const signs = isNew ? layout.signs : new Set(listSigns(layout, changed));
    const diff = {
      add: [] as Feature[],
      update: [] as NonNullable<GeoJSONSourceDiff['update']>,
      remove: [] as number[],
    };
    const ids = new Set<number>();
    for (const sign of signs) {
      const look = describeSign(sign, find);
      if (!look) continue;
      ids.add(sign.id);
      this.#put(sign, look, diff);
    }
    if (isNew) for (const id of this.#shown.keys()) if (!ids.has(id)) diff.remove.push(id);
    for (const id of diff.remove) this.#shown.delete(id);
    return diff.add.length + diff.update.length + diff.remove.length > 0 ? diff : null;
  }

  #put(
    { id, at }: Sign,
    look: SignProperties,
    { add, update }: { readonly add: Feature[]; readonly update: NonNullable<GeoJSONSourceDiff['update']> },
  ): void {
    const before = this.#shown.get(id);
    const next = { at, look };
    this.#shown.set(id, next);
    if (!before) return void add.push(toFeature(id, next));
    const keys = LOOK_KEYS.filter((key) => before.look[key] !== look[key]);
    const hasMoved = before.at.x !== at.x || before.at.y !== at.y;
    if (keys.length === 0 && !hasMoved) return;
    update.push({
      id,
      ...(hasMoved && { newGeometry: toFeature(id, next).geometry }),
      ...(keys.length > 0 && { addOrUpdateProperties: keys.map((key) => ({ key, value: look[key] })) }),
    });
  }
}

function* listSigns({ signOfDevice }: SignLayout, uids: Iterable<number>): Iterable<Sign> {
  for (const uid of uids) {
    const sign = signOfDevice.get(uid);
    if (sign) yield sign;
  }
}
