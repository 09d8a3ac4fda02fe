import type { Marker } from '../../path/marker.ts';
import type { Run, RunPassage } from '../run.ts';
import { judgeDue, type Due } from './due.ts';
import { predictArrival } from './estimate.ts';
import { estimateArrivals } from './interval.ts';
import { knowRun, type MarkerKnowledge } from './knowledge.ts';
import type { Outlook } from './outlook.ts';

// Every marker of a run with its times at one instant. The run sheet and the files for maps read them here.

export type FollowedState = 'launch' | 'receive' | 'skip' | MarkerKnowledge;

/** UTC milliseconds. */
export interface EtaSpan {
  readonly earliestAt: number;
  readonly expectedAt: number;
  readonly latestAt: number;
  /** Whether the times still apply. */
  readonly due: Due;
}

export interface FollowedMarker {
  readonly marker: Marker;
  readonly distanceM: number;
  readonly state: FollowedState;
  /** At the expected speed of the path, from the launch; null: not launched. */
  readonly plannedAt: number | null;
  /** null: the pig has passed, stands, or is not launched. */
  readonly eta: EtaSpan | null;
  /** The verified passage, else the newest one. */
  readonly passage: RunPassage | null;
}

function findPassage({ passages }: Run, { name }: Marker): RunPassage | null {
  const here = passages.filter(({ markerName }) => markerName === name);
  return (
    here.find(({ isVerified }) => isVerified) ??
    here.reduce<RunPassage | null>((one, other) => (one && one.passageAt >= other.passageAt ? one : other), null)
  );
}

function findState({ path: { markers } }: Run, marker: Marker, known: MarkerKnowledge | undefined): FollowedState {
  if (marker === markers[0]) return 'launch';
  if (marker === markers.at(-1)) return 'receive';
  return marker.state === 'SKIP' ? 'skip' : (known ?? 'unwatched');
}

/** The times of the markers ahead of the pig, by name. */
function listEtas(outlook: Outlook, now: number): ReadonlyMap<string, EtaSpan> {
  const { forecast, reckoning, course, run } = outlook;
  if (!forecast) return new Map();
  const ahead = run.path.markers
    .map(({ name, fromLaunchM }, at) => ({
      name,
      distanceM: at === run.path.markers.length - 1 ? course.lengthM : fromLaunchM,
    }))
    .filter(({ distanceM }) => distanceM > forecast.base.distanceM);
  const from = Math.max(now, forecast.base.at);
  const spans = estimateArrivals(
    forecast,
    ahead.map(({ distanceM }) => distanceM),
    from,
  );
  return new Map(
    ahead.flatMap((stop, at): (readonly [string, EtaSpan])[] => {
      const [span, expectedAt] = [spans[at], predictArrival(reckoning, stop.distanceM)];
      if (!span || expectedAt === null) return [];
      const [earliestAt, latestAt] = [from + span.lowS * 1000, from + span.highS * 1000];
      return [[stop.name, { earliestAt, expectedAt, latestAt, due: judgeDue(outlook, stop, now) }]];
    }),
  );
}

export function followMarkers(outlook: Outlook, now: number): readonly FollowedMarker[] {
  const { run, course } = outlook;
  const { launchAt, path } = run;
  const { markers: known } = knowRun(outlook, now);
  const etas = listEtas(outlook, now);
  return path.markers.map((marker, at): FollowedMarker => {
    const distanceM = at === path.markers.length - 1 ? course.lengthM : marker.fromLaunchM;
    return {
      marker,
      distanceM,
      state: findState(run, marker, known.get(marker.name)),
      plannedAt:
        launchAt === null || path.expectedSpeed <= 0 ? null : launchAt + (distanceM / path.expectedSpeed) * 1000,
      eta: etas.get(marker.name) ?? null,
      passage: findPassage(run, marker),
    };
  });
}
