import { fail, succeed, type Result } from '../result.ts';
import { metresPerSecond, metresPerSecondToMph } from '../units/speed.ts';
import { measureMarkers, trackOf } from './line.ts';
import type { Marker } from './marker.ts';
import type { PigPath } from './pig-path.ts';
import { findNamesake } from '../text/names.ts';
import { draftOf, listSaveFaults, type SaveFault } from './save-checks.ts';

/** The reason why a path cannot be saved; `words/refusals.ts` has the texts. */
export type PathFault =
  | { readonly code: SaveFault | 'user-notified-twice' }
  | { readonly code: 'marker-name-taken' | 'pig-name-taken' | 'path-name-taken'; readonly name: string };

const toMph = (speed: number) => metresPerSecondToMph(metresPerSecond(speed));

function findRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

function findOtherFault({ markers, pigs, notifications }: PigPath): PathFault | null {
  const marker = findRepeated(markers.map(({ name }) => name));
  if (marker !== undefined) return { code: 'marker-name-taken', name: marker };
  const pig = findNamesake(pigs);
  if (pig !== undefined) return { code: 'pig-name-taken', name: pig };
  const user = findRepeated(notifications.map(({ userId }) => String(userId)));
  return user === undefined ? null : { code: 'user-notified-twice' };
}

/** A skipped marker has nothing automatic; the launch and the receive site are never tracked. */
function settleMarker(marker: Marker, at: number, { length }: readonly Marker[]): Marker {
  const isEnd = at === 0 || at === length - 1;
  if (!isEnd && marker.state === 'TRACK') return marker;
  return { ...marker, state: 'SKIP', autoLink: false, autoVerify: false, autoLinkedUids: [], linkedUid: null };
}

/** The path as stored, with its markers measured again; or the first fault. */
export function settlePath(path: PigPath): Result<PigPath, PathFault> {
  const [saveFault] = listSaveFaults(draftOf(path, toMph));
  const fault = saveFault === undefined ? findOtherFault(path) : { code: saveFault };
  if (fault !== null) return fail(fault);
  return succeed({
    ...path,
    name: path.name.trim(),
    markers: measureMarkers(path.markers.map(settleMarker), trackOf(path)),
  });
}

/**
 * The name that another marker has in a different case; null: none. Names that were saved before stay, so that an old
 * path can still be edited.
 */
export function findMarkerNamesake({ markers }: PigPath, before: Pick<PigPath, 'markers'> | null): PathFault | null {
  const stored = new Set(before?.markers.map(({ name }) => name));
  if (markers.every(({ name }) => stored.has(name))) return null;
  const name = findNamesake(markers.map((marker) => marker.name));
  return name === undefined ? null : { code: 'marker-name-taken', name };
}
