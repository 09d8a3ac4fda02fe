import { formatEta } from '@waymark/domain/run/estimate/location-message';
import { predictArrival } from '@waymark/domain/run/estimate/estimate';
import { listLacking } from '@waymark/domain/run/estimate/missing';
import type { Marker } from '@waymark/domain/path/marker';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import type { RunDialog } from '#/features/runs/run-selection.ts';
import { t } from '#/language/t.ts';
import { describeDue, joinEta, OVERDUE } from '../knowledge.view.ts';
import type { LiveRun } from '../use-live-run.ts';

// Texts and actions of a marker's card.

export interface Eta {
  readonly text: string;
  /** Less prominent, beside the text. */
  readonly aside: string;
}

const indexOf = ({ path: { markers } }: Pick<Run, 'path'>, { name }: Pick<Marker, 'name'>) =>
  markers.findIndex((marker) => marker.name === name);

/** A marker before the pig's last known place counts as passed, with or without a passage. */
export function describeMarkerEta(
  live: Pick<LiveRun, 'run' | 'course' | 'reckoning' | 'estimate' | 'now'>,
  marker: Marker,
): Eta {
  const { run, reckoning, estimate, now } = live;
  const at = indexOf(run, marker);
  const isSeen = reckoning.seen.some((point) => point.at === at);
  if (isSeen || (reckoning.base !== null && marker.fromLaunchM <= reckoning.base.distanceM))
    return { text: t('passed'), aside: '' };
  if (estimate.isPaused) return { text: formatEta(-1, t), aside: t('(Paused)') };
  const arrivalAt = predictArrival(reckoning, marker.fromLaunchM);
  if (arrivalAt === null) return { text: formatEta(-1, t), aside: '' };
  const due = describeDue(live, { name: marker.name, distanceM: marker.fromLaunchM });
  if (!due) return { text: formatEta(Math.max(0, (arrivalAt - now) / 1000), t), aside: '' };
  return due.note === OVERDUE ? { text: joinEta(due), aside: '' } : { text: due.value, aside: due.note };
}

export interface Link {
  readonly text: string;
  readonly aside: string;
}

export function describeLink({ linkedUid, autoLinkedUids }: Pick<Marker, 'linkedUid' | 'autoLinkedUids'>): Link {
  if (linkedUid !== null) return { text: String(linkedUid), aside: '' };
  return autoLinkedUids.length > 0
    ? { text: autoLinkedUids.join(', '), aside: t('auto-linked') }
    : { text: t('None'), aside: '' };
}

/** The passages of a marker, the newest first. */
export function listMarkerPassages(
  { passages }: Pick<Run, 'passages'>,
  { name }: Pick<Marker, 'name'>,
): readonly RunPassage[] {
  return passages
    .filter(({ markerName }) => markerName === name)
    .toSorted((one, other) => other.passageAt - one.passageAt);
}

/** The problem of a marker's passages; null: none. */
export function describeLack({ run, knowledge }: Pick<LiveRun, 'run' | 'knowledge'>, marker: Marker): string | null {
  const state = knowledge.markers.get(marker.name);
  if (state === 'missed') return t('Missing: no verified passage, and the pig was seen beyond');
  if (state === 'unwatched') return t('Unwatched: no AGM stands here to hear the pig');
  const last = listMarkerPassages(run, marker)[0];
  const lacking = last ? listLacking(last) : [];
  return lacking.length > 0 ? t('Partial: no {kinds} record', { kinds: lacking.join(', ') }) : null;
}

/** By name; the next of the last one is the first. */
export function findNeighbours(
  { path: { markers } }: Pick<Run, 'path'>,
  name: string | null,
): { readonly previous: string | null; readonly next: string | null } {
  const at = markers.findIndex((marker) => marker.name === name);
  const nameAt = (index: number) => markers.at(index % Math.max(1, markers.length))?.name ?? null;
  return at < 0 ? { previous: nameAt(-1), next: nameAt(0) } : { previous: nameAt(at - 1), next: nameAt(at + 1) };
}

export type MarkerAct =
  | 'unlink-uid'
  | 'toggle-state'
  | 'undo-skip'
  | Extract<RunDialog, 'assign-uid' | 'add-passage' | 'description' | 'note' | 'passages'>;

export interface OfferedAct {
  readonly act: MarkerAct;
  readonly label: string;
  /** Placed in the menu behind the buttons. */
  readonly isSecondary: boolean;
}

const isEndOf = ({ path: { markers } }: Pick<Run, 'path'>, { name }: Pick<Marker, 'name'>) =>
  markers[0]?.name === name || markers.at(-1)?.name === name;

function listLinkActs({ linkedUid, autoLinkedUids }: Marker): OfferedAct[] {
  if (autoLinkedUids.length > 0) return [];
  return [
    linkedUid === null
      ? { act: 'assign-uid', label: t('Assign UID'), isSecondary: false }
      : { act: 'unlink-uid', label: t('Unlink UID'), isSecondary: false },
  ];
}

/** The actions of the user on a marker; launch and receive cannot be changed. */
export function listMarkerActs(
  run: Pick<Run, 'path'>,
  marker: Marker,
  { isAdmin }: { readonly isAdmin: boolean },
): readonly OfferedAct[] {
  const look: OfferedAct = { act: 'passages', label: t('Passages'), isSecondary: false };
  if (!isAdmin) return [look];
  const isTracked = marker.state === 'TRACK';
  const isEnd = isEndOf(run, marker);
  const offered: (OfferedAct | false)[] = [
    ...(isTracked ? listLinkActs(marker) : []),
    isTracked && { act: 'add-passage', label: t('Add Manual Passage'), isSecondary: false },
    marker.beforeSkip !== undefined && { act: 'undo-skip', label: t('Undo SKIP'), isSecondary: false },
    !isEnd && {
      act: 'toggle-state',
      label: isTracked ? t('Change to SKIP') : t('Change to TRACK'),
      isSecondary: false,
    },
    look,
    !isEnd && { act: 'description', label: t('Change Description'), isSecondary: true },
    { act: 'note', label: t('Add Note'), isSecondary: true },
  ];
  return offered.filter((each) => each !== false);
}

/** The devices of the run without a marker, neither linked nor automatic. */
export function listFreeUids({ path: { agms, markers } }: Pick<Run, 'path'>): readonly number[] {
  const taken = new Set(
    markers.flatMap(({ linkedUid, autoLinkedUids }) =>
      linkedUid === null ? autoLinkedUids : [linkedUid, ...autoLinkedUids],
    ),
  );
  return agms.filter((uid) => !taken.has(uid)).toSorted((one, other) => one - other);
}
