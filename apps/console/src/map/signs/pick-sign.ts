import type { Map as MapEngine } from 'maplibre-gl';
import type { ScreenPoint } from '../camera/look-around.ts';
import { findSplitZoom, toPlace } from './cluster-signs.ts';
import type { SignMember } from './lay-out-signs.ts';
import { findSignsAt, signBoard, type SignHit } from './sign-board.ts';

/** What a click on the map means. */
export type Pick =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'device'; readonly uid: number }
  /** They come apart at this zoom. */
  | { readonly kind: 'zoom'; readonly members: readonly SignMember[]; readonly zoom: number }
  /** The user chooses. */
  | { readonly kind: 'list'; readonly members: readonly SignMember[] };

/** Signs whose distances from the click differ by less are both meant, in px. */
const SAME_PX = 6;
/** At this zoom a metre is more than a px: what does not come apart here stands at the same spot. */
const SPLIT_ZOOM = 18;
/** A longer list is not offered while zooming in may shorten it. */
const MOST_LISTED = 12;

/** Decides between selecting a device, zooming in and offering a list; never takes one of several. */
export function choosePick(hits: readonly SignHit[], zoom: number): Pick {
  const [nearest] = hits;
  if (!nearest) return { kind: 'nothing' };
  const meant = hits.filter(({ distancePx }) => distancePx < nearest.distancePx + SAME_PX);
  const members = meant.flatMap(({ sign }) => sign.members);
  const [only, ...others] = members;
  if (only?.device && others.length === 0) return { kind: 'device', uid: only.device.uid };
  if (meant.length > 1 && members.length <= MOST_LISTED) return { kind: 'list', members };
  // The selected device stays a sign of its own, but it does not come apart from the others.
  const loose = members.map((member) => ({ ...member, isPinned: false, isAlarmed: false }));
  const splitZoom = findSplitZoom(loose, zoom, SPLIT_ZOOM);
  return splitZoom === null ? { kind: 'list', members } : { kind: 'zoom', members, zoom: splitZoom };
}

export function pickSign(map: MapEngine, { x, y }: ScreenPoint): Pick {
  const { lat, lng: lon } = map.unproject([x, y]);
  return choosePick(findSignsAt(signBoard.layout, { lat, lon }, map.getZoom()), map.getZoom());
}

/** The bounding box of signs. */
export function boundMembers(members: readonly SignMember[]) {
  const places = members.map(({ at }) => toPlace(at));
  const [lats, lons] = [places.map(({ lat }) => lat), places.map(({ lon }) => lon)];
  return { west: Math.min(...lons), south: Math.min(...lats), east: Math.max(...lons), north: Math.max(...lats) };
}
