import type { Knowledge } from '@waymark/domain/run/estimate/knowledge';
import { isSeenMove } from '#/features/devices/map/visible-move.ts';
import type { HeardPosition } from '#/features/runs/heard-positions.ts';
import { knowTracked, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { boundsOf, type Box } from './run-bounds.ts';
import { drawPig, type Band, type DrawnPig } from './pig-place.ts';
import {
  describeLines,
  describeMarkers,
  describePig,
  findStretch,
  lineIdsOf,
  markerIdsOf,
  markerKey,
  movingIdsOf,
  type FindDrawnLook,
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
  /** The forms of its markers on the map. */
  readonly looks: string;
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
  /** Gives the markers of all runs to the layout of signs. */
  readonly placeMarkers: (runs: readonly DrawnRun[]) => void;
  readonly findLook: FindDrawnLook;
}

/** A run with what is known of it and where its pig is. */
export type DrawnRun = Pick<Drawn, 'tracked' | 'knowledge' | 'pig'>;

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

  /** The runs as they are drawn at present. */
  get drawn(): Iterable<DrawnRun> {
    return this.#drawn.values();
  }

  take(runs: readonly TrackedRun[], now: number): void {
    const changes = new Changes();
    const wanted = new Set(runs.map(({ run }) => run.runId));
    for (const [runId, { tracked }] of this.#drawn) if (!wanted.has(runId)) this.#drop(runId, tracked, changes);
    const changed = runs.filter((tracked) => this.#drawn.get(tracked.run.runId)?.tracked !== tracked);
    const before = new Map(changed.map(({ run: { runId } }) => [runId, this.#drawn.get(runId)?.tracked]));
    for (const tracked of changed) this.#know(tracked, now);
    this.#known.placeMarkers([...this.#drawn.values()]);
    for (const tracked of changed) this.#draw(tracked.run.runId, before.get(tracked.run.runId), now, changes);
    changes.tell(this.#known.update);
  }

  /** Signs or silences have changed: redraws the runs whose markers look different. */
  redrawMarkers(): void {
    const changes = new Changes();
    for (const [runId, drawn] of this.#drawn) {
      const { tracked, knowledge } = drawn;
      const looks = this.#readLooks(tracked);
      if (looks === drawn.looks) continue;
      this.#drawn.set(runId, { ...drawn, looks });
      changes.put(
        'run-markers',
        markerIdsOf(tracked),
        describeMarkers(tracked, knowledge.markers, this.#known.findLook),
      );
    }
    changes.tell(this.#known.update);
  }

  /** Redraws the pigs in view that have visibly moved. */
  move(now: number, { zoom, sees }: View): void {
    const changes = new Changes();
    const news: DrawnRun[] = [];
    for (const [runId, drawn] of this.#drawn) {
      const { tracked, stretch, pig: before, looks } = drawn;
      if (!sees(boundsOf(tracked.course))) continue;
      const knowledge = knowTracked(tracked, now);
      const isNews = !looksAlike(drawn.knowledge, knowledge);
      const pig = drawPig(tracked, this.#known.heardOf(runId), now, knowledge);
      if (!isNews && !isSeenMove(before.place, pig.place, zoom)) continue;
      const next = findStretch(pig.drawnM);
      const redrawn = { tracked, stretch: next, pig, knowledge, looks };
      this.#drawn.set(runId, redrawn);
      this.#putPig(tracked, pig, knowledge, now, changes);
      if (next !== stretch) changes.put('run-lines', lineIdsOf(runId), describeLines(tracked, next));
      if (isNews) news.push(redrawn);
    }
    if (news.length > 0) this.#known.placeMarkers([...this.#drawn.values()]);
    for (const { tracked, knowledge } of news)
      changes.put(
        'run-markers',
        markerIdsOf(tracked),
        describeMarkers(tracked, knowledge.markers, this.#known.findLook),
      );
    changes.tell(this.#known.update);
  }

  #putPig(tracked: TrackedRun, pig: DrawnPig, knowledge: Knowledge, now: number, changes: Changes): void {
    const band = this.#known.findBand(tracked, knowledge, now);
    const features = describePig(tracked, pig, band, knowledge.overdue !== null);
    changes.put('run-pigs', movingIdsOf(tracked.run.runId), features);
  }

  #know(tracked: TrackedRun, now: number): void {
    const { runId } = tracked.run;
    const knowledge = knowTracked(tracked, now);
    const pig = drawPig(tracked, this.#known.heardOf(runId), now, knowledge);
    this.#drawn.set(runId, { tracked, stretch: findStretch(pig.drawnM), pig, knowledge, looks: '' });
  }

  #draw(runId: number, before: TrackedRun | undefined, now: number, changes: Changes): void {
    const drawn = this.#drawn.get(runId);
    if (!drawn) return;
    const { tracked, stretch, pig, knowledge } = drawn;
    this.#drawn.set(runId, { ...drawn, looks: this.#readLooks(tracked) });
    changes.put('run-lines', lineIdsOf(runId), describeLines(tracked, stretch));
    const markers = describeMarkers(tracked, knowledge.markers, this.#known.findLook);
    changes.put('run-markers', before ? markerIdsOf(before) : [], markers);
    this.#putPig(tracked, pig, knowledge, now, changes);
  }

  #readLooks({ run: { runId, path } }: TrackedRun): string {
    return path.markers
      .map(({ name }) => {
        const look = this.#known.findLook(markerKey(runId, name));
        return look
          ? `${look.form}${Number(look.isOnDevice)}${Number(look.hasNameRoom)}${Number(look.isSilenced)}${look.isOnDevice ? look.at.x : ''}`
          : '';
      })
      .join();
  }

  #drop(runId: number, tracked: TrackedRun, changes: Changes): void {
    this.#drawn.delete(runId);
    changes.put('run-lines', lineIdsOf(runId), []);
    changes.put('run-markers', markerIdsOf(tracked), []);
    changes.put('run-pigs', movingIdsOf(runId), []);
  }
}
