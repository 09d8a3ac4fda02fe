import type { Marker } from '../../path/marker.ts';
import { fail, succeed, type Result } from '../../result.ts';
import {
  addManualPassage,
  addMarker,
  changeLaunch,
  changeMarker,
  editPig,
  findPassage,
  keepNote,
  movePassage,
  settlePlace,
  skip,
  unverifyPassage,
  verifyPassage,
  type MarkerPatch,
  type NewMarker,
  type RunChange,
} from './changes.ts';
import { layCourse } from '../estimate/course.ts';
import { MOST_MARKERS, MOST_MARKERS_OF_VIEWERS, type RunRefusal } from '../refusal.ts';
import { isManual, passageKey, type PigEdit, type Run, type RunPassage } from '../run.ts';
import { CLOCKS_DIFFER_MS } from '../time-rules.ts';

// A client posts a whole run. Its changes are the difference from what it had read; changes by others stay.

/** Everything that a client can change in a posted run. It is flat, so that two users can change different fields. */
export type RunFields = Readonly<Record<string, string | number | boolean | null>>;

const MARKER_FIELDS = ['state', 'description', 'note', 'autoLink', 'autoVerify', 'linkedUid'] as const;
type MarkerField = (typeof MARKER_FIELDS)[number];

const markerField = (name: string, field: MarkerField | 'place') => JSON.stringify(['marker', name, field]);
const passageField = (key: string, field: 'marker' | 'verified') => JSON.stringify(['passage', key, field]);
const manualField = ({ markerName, passageAt }: RunPassage) => JSON.stringify(['by hand', markerName, passageAt]);

const writeEdit = (edit: PigEdit | null): string | null =>
  edit === null ? null : JSON.stringify([edit.at, edit.place.lat, edit.place.lon, edit.speed]);

/** Normalises a marker as a run stores it, so that a client that posts it otherwise does not seem to change it. */
const settleMarker = (marker: Marker): Marker => ({
  ...(marker.state === 'SKIP' ? skip(marker) : marker),
  note: keepNote(marker.note),
});

/** The place distinguishes two markers of one name; it cannot be changed. */
function listMarkerFields(sent: Marker) {
  const marker = settleMarker(sent);
  const place = [markerField(marker.name, 'place'), JSON.stringify([marker.lat, marker.lon])] as const;
  return [place, ...MARKER_FIELDS.map((field) => [markerField(marker.name, field), marker[field]] as const)];
}

type Posted = Pick<Run, 'launchAt' | 'completedAt' | 'edit' | 'jobNumber' | 'passages'> & {
  readonly path: Pick<Run['path'], 'markers'>;
};

export function listFields({ launchAt, completedAt, edit, jobNumber, path, passages }: Posted): RunFields {
  const markers = path.markers.flatMap(listMarkerFields);
  const ofDevices = passages
    .filter((passage) => !isManual(passage))
    .flatMap((passage) => [
      [passageField(passageKey(passage), 'marker'), passage.markerName] as const,
      [passageField(passageKey(passage), 'verified'), passage.isVerified] as const,
    ]);
  const byHand = passages
    .filter(isManual)
    .flatMap((passage) => [
      [manualField(passage), true] as const,
      [passageField(passageKey(passage), 'verified'), passage.isVerified] as const,
    ]);
  return Object.fromEntries<RunFields[string]>([
    ['launch', launchAt],
    ['completedAt', completedAt],
    ['edit', writeEdit(edit)],
    ['job', jobNumber],
    ...markers,
    ...ofDevices,
    ...byHand,
  ]);
}

/** The fields in which two states differ, with the values of the first; fields only in the second are null. */
export function listBefore(before: RunFields, after: RunFields): RunFields {
  const changed = Object.keys({ ...before, ...after }).filter(
    (field) => (before[field] ?? null) !== (after[field] ?? null),
  );
  return Object.fromEntries(changed.map((field) => [field, before[field] ?? null]));
}

/** Drops markers and passages that are the same object in both states, which is most of a long run. */
function withoutShared(run: Posted, other: Posted): Posted {
  const [markers, passages] = [new Set(other.path.markers), new Set(other.passages)];
  return {
    ...run,
    path: { markers: run.path.markers.filter((marker) => !markers.has(marker)) },
    passages: run.passages.filter((passage) => !passages.has(passage)),
  };
}

/** The fields in which two states differ, with both values. Expects unchanged parts to be the same objects. */
export function listChanges(before: Posted, after: Posted): { readonly before: RunFields; readonly after: RunFields } {
  const [was, is] = [listFields(withoutShared(before, after)), listFields(withoutShared(after, before))];
  return { before: listBefore(was, is), after: listBefore(is, was) };
}

export type MergeFailure = { readonly kind: 'conflict' } | { readonly kind: 'refused'; readonly refusal: RunRefusal };

interface Merge {
  readonly current: Run;
  /** The fields that the client had read; defaults to the current ones. */
  readonly base: RunFields;
  readonly posted: Posted;
  readonly now: number;
}

/** The fields that only the client has changed; null: another user has changed one of them to another value. */
function findOwnChanges({ current, base, posted }: Merge): RunFields | null {
  const [mine, theirs] = [listFields(posted), listFields(current)];
  const changes: Record<string, string | number | boolean | null> = {};
  for (const [field, value] of Object.entries(mine)) {
    const [was = null, is = null] = [base[field], theirs[field]];
    if (value === was || value === is) continue;
    if (is !== was) return null;
    changes[field] = value;
  }
  return changes;
}

type Step = (run: Run) => RunChange;

const namesOf = (run: Run): ReadonlySet<string> => new Set(run.path.markers.map(({ name }) => name));

function listAdded(current: Run, posted: readonly NewMarker[]): Step[] {
  const [known, course] = [namesOf(current), layCourse(current.path)];
  const added = posted.filter(({ name }) => !known.has(name));
  if (known.size + added.length > MOST_MARKERS) return [() => fail({ code: 'too-many-markers' })];
  return added.map((marker) => (run) => addMarker(run, marker, course));
}

/**
 * Patches that free a device come first, so that another marker can take it. New markers exist already, only their
 * device is left to set.
 */
function listPatches(current: Run, posted: Posted, changes: RunFields): Step[] {
  const known = namesOf(current);
  const patches = posted.path.markers.flatMap((marker) => {
    const { name } = marker;
    const fields = known.has(name) ? MARKER_FIELDS : (['linkedUid'] as const);
    const changed = fields.filter((field) => markerField(name, field) in changes);
    const patch: MarkerPatch = Object.fromEntries(changed.map((field) => [field, marker[field]]));
    return changed.length === 0 ? [] : [{ name, patch }];
  });
  const givesDevice = ({ patch }: { readonly patch: MarkerPatch }) => Number((patch.linkedUid ?? null) !== null);
  return patches
    .toSorted((one, other) => givesDevice(one) - givesDevice(other))
    .map(
      ({ name, patch }) =>
        (run) =>
          changeMarker(run, name, patch),
    );
}

/** Skips passages that have left the run: only the server decides which device passages belong to it. */
function listPassageSteps(
  posted: Posted,
  changes: RunFields,
  field: 'marker' | 'verified',
  isSelected: (passage: RunPassage) => boolean,
  act: (run: Run, key: string, passage: RunPassage) => RunChange,
): Step[] {
  return posted.passages
    .filter((passage) => passageField(passageKey(passage), field) in changes && isSelected(passage))
    .map(
      (passage) => (run) =>
        findPassage(run, passageKey(passage)) ? act(run, passageKey(passage), passage) : succeed(run),
    );
}

/** A manual passage that was removed meanwhile does not come back. */
function listManualSteps(posted: Posted, changes: RunFields, now: number): Step[] {
  return posted.passages
    .filter((passage) => isManual(passage) && manualField(passage) in changes)
    .map(
      ({ markerName, passageAt }) =>
        (run) =>
          addManualPassage(run, markerName ?? '', passageAt, now + CLOCKS_DIFFER_MS),
    );
}

/** Maximum deviation of a client's clock. An edit with a time further off, or without one, counts from now. */
const MOST_OFF_MS = 60_000;
const editedAt = (edit: PigEdit, now: number) => (Math.abs(edit.at - now) > MOST_OFF_MS ? now : Math.min(edit.at, now));

function listScalarSteps(posted: Posted, changes: RunFields, now: number): Step[] {
  const steps: Step[] = [];
  const { launchAt, jobNumber } = posted;
  if ('launch' in changes && launchAt !== null) steps.push((run) => changeLaunch(run, launchAt, now));
  if ('job' in changes) steps.push((run) => succeed({ ...run, jobNumber }));
  return steps;
}

/** The edit comes last: it is newer than a passage that is verified in the same post. */
function listEditSteps({ edit }: Posted, changes: RunFields, now: number): Step[] {
  if (!('edit' in changes)) return [];
  return [(run) => (edit === null ? succeed({ ...run, edit: null }) : editPig(run, edit, editedAt(edit, now)))];
}

function applySteps(run: Run, steps: readonly Step[]): Result<Run, MergeFailure> {
  let next = run;
  for (const step of steps) {
    const outcome = step(next);
    if (!outcome.ok) return fail({ kind: 'refused', refusal: outcome.failure });
    next = outcome.value;
  }
  return succeed(next);
}

const onTheLine = (run: Run, edit: PigEdit | null) =>
  edit && { ...edit, place: settlePlace(layCourse(run.path), edit.place) };

export function mergeRun(merge: Merge): Result<Run, MergeFailure> {
  const { current, now } = merge;
  const posted = { ...merge.posted, edit: onTheLine(current, merge.posted.edit) };
  const changes = findOwnChanges({ ...merge, posted });
  if (changes === null) return fail({ kind: 'conflict' });
  // Apply removals first: they free the slot.
  return applySteps(current, [
    ...listPassageSteps(posted, changes, 'verified', ({ isVerified }) => !isVerified, unverifyPassage),
    ...listScalarSteps(posted, changes, now),
    ...listAdded(current, posted.path.markers),
    ...listPatches(current, posted, changes),
    ...listPassageSteps(
      posted,
      changes,
      'marker',
      () => true,
      (run, key, { markerName }) => movePassage(run, key, markerName, now),
    ),
    ...listPassageSteps(
      posted,
      changes,
      'verified',
      ({ isVerified }) => isVerified,
      (run, key) => verifyPassage(run, key, now),
    ),
    ...listManualSteps(posted, changes, now),
    ...listEditSteps(posted, changes, now),
  ]);
}

/** A viewer may add markers that inform, and nothing else. `addedByViewers` counts the existing ones. */
export function mergeMarkersOfViewer(
  current: Run,
  markers: readonly NewMarker[],
  addedByViewers: number,
): Result<Run, MergeFailure> {
  const known = namesOf(current);
  const added = markers.filter(({ name }) => !known.has(name));
  if (addedByViewers + added.length > MOST_MARKERS_OF_VIEWERS) {
    return fail({ kind: 'refused', refusal: { code: 'too-many-markers-of-viewers' } });
  }
  return applySteps(
    current,
    listAdded(
      current,
      added.map(({ name, lat, lon }) => ({ name, lat, lon, description: 'OTHER', state: 'SKIP' })),
    ),
  );
}
