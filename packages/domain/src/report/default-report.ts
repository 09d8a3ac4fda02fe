import { markText } from '../language/translate.ts';
import type { Place } from '../geo/great-circle.ts';
import { wasWatched, type Marker } from '../path/marker.ts';
import { CHANNEL_NAMES } from '../run/estimate/missing.ts';
import { passageIdOf, passageKey, type Run, type RunPassage } from '../run/run.ts';

// The Default report of a run: each marker in the order of the line, with its verified passage.

/** The scores of the channels from 0 to 100, as in their badges; null: not scored. */
export interface Percents {
  readonly elf: number | null;
  readonly geo: number | null;
  readonly mag: number | null;
}

/** Facts about a passage from outside of its run. */
export interface PassageFacts {
  /** Firmware of the device. */
  readonly firmware: number | null;
  /** Place of the device: from its heartbeat at the time, else from the passage. */
  readonly place: Place | null;
  readonly altitudeMm: number | null;
  /** From the heartbeat nearest in time within ten minutes. */
  readonly batteryMv: number | null;
  readonly signalDbm: number | null;
  readonly percents: Percents;
}
/** By passage key. */
export type FactsByPassage = ReadonlyMap<string, PassageFacts>;

const NOTHING_KNOWN: PassageFacts = {
  firmware: null,
  place: null,
  altitudeMm: null,
  batteryMv: null,
  signalDbm: null,
  percents: { elf: null, geo: null, mag: null },
};

export const MANUAL = markText('Manual Passage');
export const MISSED = markText('Missed Passage');
export const SKIPPED = markText('Skipped Marker');
/** A tracked marker without an AGM: it cannot have missed the pig. */
export const UNWATCHED = markText('Unwatched Marker');

/** The way from the last confirmed place: the launch, or a marker with a verified passage. */
export interface Leg {
  readonly distanceM: number;
  readonly seconds: number;
  /** Metres per second; null: its times are missing or in the wrong order. */
  readonly speed: number | null;
}

export interface MarkerRow {
  /** Counts all markers of the run; the launch site is 1. */
  readonly number: number;
  readonly marker: Marker;
  /** null: no verified passage. */
  readonly passage: RunPassage | null;
  /** The channels that heard it, "ELF/GEO/MAG", or one of the four words above. */
  readonly type: string;
  /** Seconds since the launch. */
  readonly elapsedS: number | null;
  readonly leg: Leg | null;
  readonly facts: PassageFacts;
}

/** The verified passage of each marker; there is at most one. */
export function mapVerified({ passages }: Pick<Run, 'passages'>): ReadonlyMap<string, RunPassage> {
  return new Map(
    passages.flatMap((passage) =>
      passage.isVerified && passage.markerName !== null ? [[passage.markerName, passage]] : [],
    ),
  );
}

/** The type of a marker without a verified passage. A marker that has heard anything was watched. */
export function nameSilence({ passages }: Pick<Run, 'passages'>, marker: Marker): string {
  if (marker.state === 'SKIP') return SKIPPED;
  const isWatched = wasWatched(marker) || passages.some(({ markerName }) => markerName === marker.name);
  return isWatched ? MISSED : UNWATCHED;
}

export function nameType(passage: Pick<RunPassage, 'elfId' | 'geoId' | 'magId'>): string {
  if (passageIdOf(passage) === null) return MANUAL;
  const ids = [passage.elfId, passage.geoId, passage.magId];
  return CHANNEL_NAMES.filter((_name, at) => ids[at] !== null).join('/');
}

interface Point {
  readonly distanceM: number;
  readonly at: number;
}

function measureLeg(from: Point | null, to: Point): Leg | null {
  if (from === null) return null;
  const [distanceM, seconds] = [to.distanceM - from.distanceM, (to.at - from.at) / 1000];
  return { distanceM, seconds, speed: distanceM > 0 && seconds > 0 ? distanceM / seconds : null };
}

export function listMarkerRows(run: Pick<Run, 'path' | 'passages' | 'launchAt'>, facts: FactsByPassage): MarkerRow[] {
  const [verified, { launchAt }] = [mapVerified(run), run];
  let from: Point | null = launchAt === null ? null : { distanceM: 0, at: launchAt };
  return run.path.markers.map((marker, at): MarkerRow => {
    const passage = verified.get(marker.name) ?? null;
    const shared = { number: at + 1, marker, passage, type: passage ? nameType(passage) : nameSilence(run, marker) };
    if (passage === null) return { ...shared, elapsedS: null, leg: null, facts: NOTHING_KNOWN };
    const to = { distanceM: marker.fromLaunchM, at: passage.passageAt };
    const leg = measureLeg(from, to);
    from = to;
    const elapsedS = launchAt === null ? null : (passage.passageAt - launchAt) / 1000;
    return { ...shared, elapsedS, leg, facts: facts.get(passageKey(passage)) ?? NOTHING_KNOWN };
  });
}
