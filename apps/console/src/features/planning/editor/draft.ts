import type { PathFlags } from '@waymark/commands/broadcast-codes';
import type { Place } from '@waymark/domain/geo/great-circle';
import { generateLine, measureMarkers, trackOf } from '@waymark/domain/path/line';
import type { Marker } from '@waymark/domain/path/marker';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { LIMITS, type LinePoint, type PigPath } from '@waymark/domain/path/pig-path';
import { listSaveFaults, type PathDraft, type SaveFault } from '@waymark/domain/path/save-checks';
import { metresPerSecond, metresPerSecondToMph, mphToMetresPerSecond } from '@waymark/domain/units/speed';
import type { SavedPath } from '#/features/runs/runs.data.ts';

/** A path being edited: as typed, and possibly incomplete. It can be stored as JSON. */
export interface EditorDraft {
  /** -1: a new path. */
  readonly pathId: number;
  /** Revision of the edited version; null for a new path. */
  readonly rev: number | null;
  /** null: no CSV has been read yet. */
  readonly csvFileName: string | null;
  readonly name: string;
  readonly speedMph: number | null;
  readonly diameterIn: number | null;
  /** From launch to receive; empty before a CSV is read. */
  readonly markers: readonly Marker[];
  /** The line of a line file; its name is known only until the path is saved. */
  readonly lineKml: readonly LinePoint[] | null;
  readonly lineFileName: string | null;
  /** Describes how the line file was joined; known only until the path is saved. */
  readonly lineNote: string | null;
  readonly agms: readonly number[];
  readonly offlineAgms: Readonly<Record<string, Place>>;
  readonly pigs: readonly string[];
  readonly notes: string;
  readonly notifications: readonly NotificationRule[];
  /** The zone of the stored path; undefined: not saved yet. */
  readonly timeZone?: string | undefined;
  /** null: that of the launch site; undefined: unchanged. */
  readonly ownTimeZone?: string | null | undefined;
  /** The choice in the Broadcast Commands dialog; null: unchanged. */
  readonly flags: PathFlags | null;
}

export const NEW_DRAFT: EditorDraft = {
  pathId: -1,
  rev: null,
  csvFileName: null,
  name: '',
  speedMph: LIMITS.speedMph.default,
  diameterIn: LIMITS.diameterIn.default,
  markers: [],
  lineKml: null,
  lineFileName: null,
  lineNote: null,
  agms: [],
  offlineAgms: {},
  pigs: [],
  notes: '',
  notifications: [],
  flags: null,
};

const MPH_DECIMALS = 4;

export function draftOfPath(path: SavedPath): EditorDraft {
  return {
    pathId: path.pathId,
    rev: path.rev,
    csvFileName: path.csvFileName,
    name: path.name,
    speedMph: Number(metresPerSecondToMph(metresPerSecond(path.expectedSpeed)).toFixed(MPH_DECIMALS)),
    diameterIn: path.pipelineDiameter,
    markers: path.markers,
    lineKml: path.pigLineKml,
    lineFileName: null,
    lineNote: null,
    agms: path.agms,
    offlineAgms: path.offlineAgms,
    pigs: path.pigs,
    notes: path.notes,
    notifications: path.notifications,
    ...(path.timeZone !== undefined && { timeZone: path.timeZone }),
    ...(path.ownTimeZone !== undefined && { ownTimeZone: path.ownTimeZone }),
    flags: null,
  };
}

/** The draft in the shape that the checks of the requirements expect. */
function toChecked(draft: EditorDraft): PathDraft {
  const [first, last] = [draft.markers[0], draft.markers.at(-1)];
  return {
    csvFileName: draft.csvFileName,
    name: draft.name,
    speedMph: draft.speedMph,
    diameterIn: draft.diameterIn,
    hasReceiveSite: last !== undefined && last !== first,
    hasLaunchSite: first !== undefined,
    agmCount: draft.agms.length,
    linePoints: draft.markers.length,
    pigCount: draft.pigs.length,
    notes: draft.notes,
  };
}

/** All reasons why it cannot be saved yet. */
export const listFaults = (draft: EditorDraft): readonly SaveFault[] => listSaveFaults(toChecked(draft));

/** Drops places of devices that no longer watch the line. */
function placesOf({ agms, offlineAgms }: EditorDraft): PigPath['offlineAgms'] {
  return Object.fromEntries(
    agms.flatMap((uid) => (offlineAgms[String(uid)] ? [[String(uid), offlineAgms[String(uid)]] as const] : [])),
  ) as PigPath['offlineAgms'];
}

/** The path as it is sent; call it only with a draft that has passed the checks. */
export function toPath(draft: EditorDraft): PigPath {
  const [launch, receive] = [draft.markers[0], draft.markers.at(-1)];
  const sites = {
    launchSiteLat: launch?.lat ?? 0,
    launchSiteLon: launch?.lon ?? 0,
    receiveSiteLat: receive?.lat ?? 0,
    receiveSiteLon: receive?.lon ?? 0,
  };
  const lines = { pigLineGenerated: generateLine(draft.markers), pigLineKml: draft.lineKml };
  return {
    pathId: draft.pathId,
    name: draft.name.trim(),
    ...sites,
    ...lines,
    agms: draft.agms,
    offlineAgms: placesOf(draft),
    pigs: draft.pigs,
    expectedSpeed: mphToMetresPerSecond(draft.speedMph ?? 0),
    pipelineDiameter: draft.diameterIn ?? 0,
    notes: draft.notes,
    markers: measureMarkers(draft.markers, trackOf({ ...sites, ...lines })),
    csvFileName: draft.csvFileName ?? '',
    notifications: draft.notifications,
    ...(draft.ownTimeZone !== undefined && { ownTimeZone: draft.ownTimeZone }),
  };
}

/** The markers with their distances along the present line. */
export function measureDraft(draft: EditorDraft): EditorDraft {
  return draft.markers.length === 0 ? draft : { ...draft, markers: toPath(draft).markers };
}
