import type { Knowledge } from '@waymark/domain/run/estimate/knowledge';
import { isSeenMove } from '#/features/devices/map/visible-move.ts';
import type { HeardPosition } from '#/features/runs/heard-positions.ts';
import { knowTracked, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { boundsOf, type Box } from './run-bounds.ts';
import { drawPig, type DrawnPig } from './pig-place.ts';
import {
  describeLines,
  describeMarkers,
  describePig,
  findStretch,
  lineIdsOf,
  markerIdsOf,
  movingIdsOf,
  type Band,
  type RunFeature,
} from './run-features.ts';

export interface RunsDiff {
  readonly remove: readonly string[];
  readonly add: readonly RunFeature[];
}

export const RUN_SOURCES = ['run-lines', 'run-pigs', 'run-markers'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** The visible part of the map. */
export interface View {
  readonly zoom: number;
  readonly sees: (box: Box) => boolean;
}

interface Drawn {
  readonly tracked: TrackedRun;
  readonly stretch: number;
  readonly pig: DrawnPig;
  readonly knowledge: Knowledge;
}

/** Compares the parts of a run that change by time alone: overdue markers and the stretch to search. */
function looksAlike(one: Knowledge, other: Knowledge): boolean {
  return (
    one.search?.to.name === other.search?.to.name &&
    one.markers.size === other.markers.size &&
    [...one.markers].every(([name, state]) => other.markers.get(name) === state)
  );
}

interface Known {
  readonly heardOf: (runId: number) => HeardPosition | undefined;
  readonly findBand: (tracked: TrackedRun, knowledge: Knowledge, now: number) => Band | null;
  readonly update: (source: RunSource, diff: RunsDiff) => void;
}

class Changes {
  readonly #remove = new Map<RunSource, string[]>();
  readonly #add = new Map<RunSource, RunFeature[]>();

  put(source: RunSource, remove: readonly string[], add: readonly RunFeature[]): void {
    this.#remove.set(source, [...(this.#remove.get(source) ?? []), ...remove]);
    this.#add.set(source, [...(this.#add.get(source) ?? []), ...add]);
  }

  tell(update: Known['update']): void {
    for (const [source, remove] of this.#remove) update(source, { remove, add: this.#add.get(source) ?? [] });
  }
}

/** Updates the map's sources from the active runs: draws each run on a change, and its pig on a visible movement. */
export class RunFeed {
  readonly #known: Known;
  readonly #drawn = new Map<number, Drawn>();

  constructor(known: Known) {
    this.#known = known;
  }

  take(runs: readonly TrackedRun[], now: number): void {
    const changes = new Changes();
    const wanted = new Set(runs.map(({ run }) => run.runId));
    for (const [runId, { tracked }] of this.#drawn) if (!wanted.has(runId)) this.#drop(runId, tracked, changes);
    for (const tracked of runs) {
      const before = this.#drawn.get(tracked.run.runId);
      if (before?.tracked !== tracked) this.#draw(tracked, before?.tracked, now, changes);
    }
    changes.tell(this.#known.update);
  }

  /** Redraws the pigs in view that have visibly moved. */
  move(now: number, { zoom, sees }: View): void {
    const changes = new Changes();
    for (const [runId, drawn] of this.#drawn) {
      const { tracked, stretch, pig: before } = drawn;
      if (!sees(boundsOf(tracked.course))) continue;
      const knowledge = knowTracked(tracked, now);
      const isNews = !looksAlike(drawn.knowledge, knowledge);
      const pig = drawPig(tracked, this.#known.heardOf(runId), now, knowledge);
      if (!isNews && !isSeenMove(before.place, pig.place, zoom)) continue;
      const next = findStretch(pig.drawnM);
      this.#drawn.set(runId, { tracked, stretch: next, pig, knowledge });
      this.#putPig(tracked, pig, knowledge, now, changes);
      if (next !== stretch) changes.put('run-lines', lineIdsOf(runId), describeLines(tracked, next));
      if (isNews) changes.put('run-markers', markerIdsOf(tracked), describeMarkers(tracked, knowledge.markers));
    }
    changes.tell(this.#known.update);
  }

  #putPig(tracked: TrackedRun, pig: DrawnPig, knowledge: Knowledge, now: number, changes: Changes): void {
    const band = this.#known.findBand(tracked, knowledge, now);
    const features = describePig(tracked, pig, band, knowledge.overdue !== null);
    changes.put('run-pigs', movingIdsOf(tracked.run.runId), features);
  }

  #draw(tracked: TrackedRun, before: TrackedRun | undefined, now: number, changes: Changes): void {
    const { runId } = tracked.run;
    const knowledge = knowTracked(tracked, now);
    const pig = drawPig(tracked, this.#known.heardOf(runId), now, knowledge);
    const stretch = findStretch(pig.drawnM);
    this.#drawn.set(runId, { tracked, stretch, pig, knowledge });
    changes.put('run-lines', lineIdsOf(runId), describeLines(tracked, stretch));
    changes.put('run-markers', before ? markerIdsOf(before) : [], describeMarkers(tracked, knowledge.markers));
    this.#putPig(tracked, pig, knowledge, now, changes);
  }

  #drop(runId: number, tracked: TrackedRun, changes: Changes): void {
    this.#drawn.delete(runId);
    changes.put('run-lines', lineIdsOf(runId), []);
    changes.put('run-markers', markerIdsOf(tracked), []);
    changes.put('run-pigs', movingIdsOf(runId), []);
  }
}
