import { isEqual } from '../../equal.ts';
import { computeDistanceM, type Place } from '../../geo/great-circle.ts';
import { MAX_MARKER_NAME, MAX_MARKER_NOTE, type Marker, type MarkerDescription } from '../../path/marker.ts';
import type { NotificationRule } from '../../path/notification-rule.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { foldName } from '../../text/names.ts';
import type { TimeFault, VerificationFault } from '../../verification/verification.ts';
import { layCourse, locateOnCourse, projectToCourse, type Course } from '../estimate/course.ts';
import { listSeen, reckon } from '../estimate/estimate.ts';
import type { RunRefusal } from '../refusal.ts';
import {
  findEditFault,
  findLaunchFault,
  findManualFault,
  findReceiveFault,
  findVerifyFault,
  isAfterReceive,
} from '../time-rules.ts';
import { findMarker, manualPassage, passageKey, type Run, type RunPassage } from '../run.ts';

// Every change of a run is a function from one state to the next, or to the code of a refusal. A change without effect
// returns the same object, so that nothing is stored or audited.

export type RunChange = Result<Run, RunRefusal>;

const refusePassage = (fault: VerificationFault | TimeFault) => fail({ code: 'passage-refused', fault } as const);

const withPath = (run: Run, part: Partial<Run['path']>): Run => ({ ...run, path: { ...run.path, ...part } });

const withMarker = (run: Run, old: Marker, changed: Marker): Run =>
  isEqual(old, changed)
    ? run
    : withPath(run, { markers: run.path.markers.map((marker) => (marker === old ? changed : marker)) });

const withPassage = (run: Run, old: RunPassage, part: Partial<RunPassage>): Run => {
  const changed = { ...old, ...part };
  return isEqual(old, changed)
    ? run
    : { ...run, passages: run.passages.map((passage) => (passage === old ? changed : passage)) };
};

export function findPassage(run: Pick<Run, 'passages'>, key: string): RunPassage | null {
  return run.passages.find((passage) => passageKey(passage) === key) ?? null;
}

const isEnd = ({ path: { markers } }: Run, name: string) => markers[0]?.name === name || markers.at(-1)?.name === name;

/** A skipped marker has nothing automatic and no device (T-099 to T-101). */
export const skip = (marker: Marker): Marker => ({
  ...marker,
  state: 'SKIP',
  autoLink: false,
  autoVerify: false,
  autoLinkedUids: [],
  linkedUid: null,
});

/** The field accepts 200 characters and stores 199 (T-167, T-169). */
export const keepNote = (note: string): string => note.slice(0, MAX_MARKER_NOTE - 1);

export type MarkerPatch = Partial<
  Pick<Marker, 'state' | 'description' | 'note' | 'autoLink' | 'autoVerify' | 'linkedUid'>
>;

function findLinkFault(run: Run, { name, linkedUid, autoLinkedUids }: Marker): RunRefusal | null {
  if (linkedUid === null) return null;
  if (!run.path.agms.includes(linkedUid)) return { code: 'device-not-watching', uid: linkedUid };
  if (autoLinkedUids.length > 0) return { code: 'marker-linked-automatically', markerName: name };
  const holder = run.path.markers.find((other) => other.linkedUid === linkedUid && other.name !== name);
  return holder ? { code: 'device-linked', uid: linkedUid, markerName: holder.name } : null;
}

/** A marker that is tracked again takes part in the order of times, so its earlier verified passage must fit in. */
function findTrackFault(run: Run, name: string): RunRefusal | null {
  const verified = run.passages.filter(({ markerName, isVerified }) => isVerified && markerName === name);
  const faults = verified.map((passage) => findVerifyFault(run, passage, Infinity));
  const fault = faults.find((each) => each === 'before-previous' || each === 'after-further');
  return fault ? { code: 'passage-refused', fault } : null;
}

function patchMarker(marker: Marker, { note, ...patch }: MarkerPatch): Marker {
  const { beforeSkip, ...known } = marker;
  const patched = { ...known, ...patch, note: note === undefined ? marker.note : keepNote(note) };
  if (patched.state === 'SKIP') {
    const { autoLink, autoVerify, linkedUid } = marker;
    const taken = marker.state === 'TRACK' ? { autoLink, autoVerify, linkedUid } : beforeSkip;
    return { ...skip(patched), ...(taken && { beforeSkip: taken }) };
  }
  return patched.autoLink ? patched : { ...patched, autoLinkedUids: [] };
}

export function changeMarker(run: Run, name: string, patch: MarkerPatch): RunChange {
  const marker = findMarker(run, name);
  if (!marker) return fail({ code: 'marker-unknown', markerName: name });
  if (patch.note !== undefined && patch.note.length > MAX_MARKER_NOTE) return fail({ code: 'marker-note-too-long' });
  const patched = patchMarker(marker, patch);
  const isTrackedAgain = patched.state === 'TRACK' && marker.state === 'SKIP';
  if (isTrackedAgain && isEnd(run, name)) return fail({ code: 'site-not-tracked' });
  const fault =
    (isTrackedAgain ? findTrackFault(run, name) : null) ??
    (patched.linkedUid === marker.linkedUid ? null : findLinkFault(run, patched));
  return fault === null ? succeed(withMarker(run, marker, patched)) : fail(fault);
}

const isTaken = (run: Run, name: string, uid: number) =>
  !run.path.agms.includes(uid) || run.path.markers.some((other) => other.name !== name && other.linkedUid === uid);

/**
 * Undoes a change to SKIP: the marker takes back what it had before, except a device that a user has linked elsewhere
 * or taken out of the run. SKIP leaves its passages.
 */
export function restoreSkipped(run: Run, name: string): RunChange {
  const marker = findMarker(run, name);
  if (!marker) return fail({ code: 'marker-unknown', markerName: name });
  if (marker.state === 'TRACK') return succeed(run);
  const { autoLink, autoVerify, linkedUid } = marker.beforeSkip ?? marker;
  const isLinkLost = linkedUid !== null && isTaken(run, name, linkedUid);
  return changeMarker(run, name, { state: 'TRACK', autoLink, autoVerify, linkedUid: isLinkLost ? null : linkedUid });
}

export interface NewMarker extends Place {
  readonly name: string;
  readonly description?: MarkerDescription;
  readonly note?: string;
  readonly state?: Marker['state'];
  readonly autoLink?: boolean;
  readonly autoVerify?: boolean;
}

/** Keeps the order of the line; the launch site stays first and the receive site last. */
function findPlaceFor(markers: readonly Marker[], distanceM: number): number {
  const found = markers.findIndex(({ fromLaunchM }, at) => at > 0 && fromLaunchM > distanceM);
  return found < 0 ? Math.max(1, markers.length - 1) : found;
}

/**
 * When many markers are added, all are placed on the course before the change: a new marker lies on the course and does
 * not bend it.
 */
export function addMarker(run: Run, sent: NewMarker, course: Course = layCourse(run.path)): RunChange {
  const {
    name: typed,
    lat,
    lon,
    description = 'AGM',
    note = '',
    state = 'TRACK',
    autoLink = false,
    autoVerify = false,
  } = sent;
  const name = typed.trim();
  if (name === '') return fail({ code: 'marker-name-missing' });
  if (name.length > MAX_MARKER_NAME) return fail({ code: 'marker-name-too-long' });
  const { markers } = run.path;
  if (markers.some((marker) => foldName(marker.name) === foldName(name)))
    return fail({ code: 'marker-name-taken', markerName: name });
  const distanceM = Math.floor(projectToCourse(course, { lat, lon }) * 1000) / 1000;
  const { base } = reckon(run, course);
  const marker: Marker = {
    name,
    lat,
    lon,
    state,
    description,
    note: keepNote(note),
    distanceMetres: null,
    fromLaunchM: distanceM,
    autoLink,
    autoVerify,
    autoLinkedUids: [],
    linkedUid: null,
    // The marker was added after the pig had passed.
    ...(base && base.at > (run.launchAt ?? 0) && distanceM <= base.distanceM && { wasWatched: false }),
  };
  return succeed(
    withPath(run, {
      markers: markers.toSpliced(findPlaceFor(markers, distanceM), 0, state === 'SKIP' ? skip(marker) : marker),
    }),
  );
}

/** A verified passage at or past the furthest one moves the pig and clears the manual edit. */
function clearSupersededEdit(run: Run, passage: RunPassage): Run {
  const marker = findMarker(run, passage.markerName);
  if (!run.edit || marker?.state !== 'TRACK') return run;
  const furthest = listSeen(run.path, run.passages, run.launchAt).at(-1);
  return furthest && marker.fromLaunchM >= furthest.distanceM ? { ...run, edit: null } : run;
}

export function verifyPassage(run: Run, key: string, now: number): RunChange {
  const passage = findPassage(run, key);
  if (!passage) return fail({ code: 'passage-unknown' });
  if (passage.isVerified) return succeed(run);
  const fault = findVerifyFault(run, passage, now);
  if (fault !== null) return refusePassage(fault);
  return isAfterReceive(run, passage.passageAt)
    ? fail({ code: 'passage-after-receive' })
    : succeed(markVerified(run, passage));
}

/** For callers that have already checked the rules. */
export function markVerified(run: Run, passage: RunPassage): Run {
  const own = findPassage(run, passageKey(passage));
  return own ? clearSupersededEdit(withPassage(run, own, { isVerified: true }), own) : run;
}

/** The run returns to its earlier verified state; this is never refused. */
export function unverifyPassage(run: Run, key: string): RunChange {
  const passage = findPassage(run, key);
  return passage ? succeed(withPassage(run, passage, { isVerified: false })) : fail({ code: 'passage-unknown' });
}

export function addManualPassage(run: Run, markerName: string, passageAt: number, now: number): RunChange {
  const marker = findMarker(run, markerName);
  if (marker?.state !== 'TRACK') return fail({ code: 'marker-not-tracked', markerName });
  const fault = findManualFault(run, markerName, passageAt, now);
  if (fault !== null) return fail({ code: 'manual-passage-refused', fault });
  const passage = manualPassage(markerName, passageAt);
  return succeed(clearSupersededEdit({ ...run, passages: [...run.passages, passage] }, passage));
}

export function removePassage(run: Run, key: string): RunChange {
  if (!findPassage(run, key)) return fail({ code: 'passage-unknown' });
  return succeed({ ...run, passages: run.passages.filter((passage) => passageKey(passage) !== key) });
}

export function changePassageTime(run: Run, key: string, passageAt: number, now: number): RunChange {
  const passage = findPassage(run, key);
  if (!passage) return fail({ code: 'passage-unknown' });
  const fault = findEditFault(run, passage, passageAt, now);
  if (fault !== null) return refusePassage(fault);
  return isAfterReceive(run, passageAt)
    ? fail({ code: 'passage-after-receive' })
    : succeed(withPassage(run, passage, { passageAt }));
}

/** Whether passages can be assigned to a marker: it is tracked, or an AGM stands there (H-045). */
export const takesPassages = ({ state, description }: Pick<Marker, 'state' | 'description'>): boolean =>
  state === 'TRACK' || description === 'AGM';

/** Assigns a device passage to another marker. It stays verified only where the rules allow it. */
export function movePassage(run: Run, key: string, markerName: string | null, now: number): RunChange {
  const passage = findPassage(run, key);
  if (!passage) return fail({ code: 'passage-unknown' });
  if (passage.markerName === markerName) return succeed(run);
  const marker = findMarker(run, markerName);
  if (markerName !== null && !(marker && takesPassages(marker)))
    return fail({ code: 'marker-not-tracked', markerName });
  const moved: RunPassage = { ...passage, markerName, isVerified: false };
  const next = withPassage(run, passage, moved);
  const verified = passage.isVerified && markerName !== null ? verifyPassage(next, key, now) : null;
  return verified?.ok ? verified : succeed(next);
}

/** Merges another record into the same passage. Marker, verification and time stay. */
function completePassage(known: RunPassage, heard: RunPassage): RunPassage {
  const { markerName, isVerified, passageAt, elfId, geoId, magId } = known;
  const whole = {
    ...known,
    ...heard,
    markerName,
    isVerified,
    passageAt,
    elfId: heard.elfId ?? elfId,
    geoId: heard.geoId ?? geoId,
    magId: heard.magId ?? magId,
    // MAG records have frequency 0: keep the transmitter that ELF or GEO heard.
    frequency: heard.frequency || known.frequency,
  };
  return isEqual(known, whole) ? known : whole;
}

/** Adds a device passage, or completes the known one with another record. */
export function takePassage(run: Run, passage: RunPassage): Run {
  const known = findPassage(run, passageKey(passage));
  return known
    ? withPassage(run, known, completePassage(known, passage))
    : { ...run, passages: [...run.passages, passage] };
}

export interface SentEdit {
  readonly place: Place;
  /** Metres per second. */
  readonly speed: number;
}

/** A place nearer to the line than this counts as on it, so that projecting it twice does not move it. */
const ON_LINE_M = 0.5;
const SECOND_MS = 1000;

/** Projects a place onto the line. */
export function settlePlace(course: Course, place: Place): Place {
  const onLine = locateOnCourse(course, projectToCourse(course, place));
  return computeDistanceM(place, onLine) < ON_LINE_M ? { lat: place.lat, lon: place.lon } : onLine;
}

/** The edit counts from now, in whole seconds as on the wire. */
export function editPig(run: Run, { place, speed }: SentEdit, now: number): RunChange {
  if (run.launchAt === null) return fail({ code: 'not-launched' });
  return succeed({
    ...run,
    edit: { at: Math.floor(now / SECOND_MS) * SECOND_MS, place: settlePlace(layCourse(run.path), place), speed },
  });
}

export function changeLaunch(run: Run, launchAt: number, now: number): RunChange {
  const fault = findLaunchFault(run, launchAt, now);
  return fault === null
    ? succeed(run.launchAt === launchAt ? run : { ...run, launchAt })
    : fail({ code: 'launch-refused', fault });
}

export function endRun(run: Run, completedAt: number, now: number): RunChange {
  const fault = findReceiveFault(run, completedAt, now);
  return fault === null ? succeed({ ...run, completedAt }) : fail({ code: 'receive-refused', fault });
}

/** Removes the links to devices that no longer watch the run. */
export function changeDevices(run: Run, sent: Pick<Run['path'], 'agms' | 'offlineAgms'>): Run {
  const watching = new Set(sent.agms.toSorted((one, other) => one - other));
  const agms = [...watching];
  const offlineAgms = Object.fromEntries(Object.entries(sent.offlineAgms).filter(([uid]) => watching.has(Number(uid))));
  if (isEqual([agms, offlineAgms], [run.path.agms, run.path.offlineAgms])) return run;
  const markers = run.path.markers.map((marker) => {
    const linkedUid = marker.linkedUid !== null && watching.has(marker.linkedUid) ? marker.linkedUid : null;
    const kept = { ...marker, linkedUid, autoLinkedUids: marker.autoLinkedUids.filter((uid) => watching.has(uid)) };
    return isEqual(marker, kept) ? marker : kept;
  });
  return withPath(run, { agms, offlineAgms, markers });
}

export function changeRules(run: Run, notifications: readonly NotificationRule[]): Run {
  const before = new Map(run.path.notifications.map((rule) => [rule.userId, rule]));
  const isKnown = (rule: NotificationRule) => {
    const was = before.get(rule.userId);
    return was !== undefined && isEqual(rule, was);
  };
  return notifications.length === before.size && notifications.every(isKnown) ? run : withPath(run, { notifications });
}
