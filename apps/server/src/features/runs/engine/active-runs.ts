import type { RunId } from '@waymark/domain/ids';
import { layCourse, type Course } from '@waymark/domain/run/estimate/course';
import { reckon, type Reckoning } from '@waymark/domain/run/estimate/estimate';
import type { Run } from '@waymark/domain/run/run';
import { systemScope } from '../../../platform/access/scope.ts';
import { Coalescer } from '../../../platform/coalescer.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import type { RunNotice } from '../runs-notice.ts';
import { findRuns, listActiveRunIds } from '../runs.queries.ts';

/** Runs per query: each has many markers. */
const RUNS_PER_READ = 50;

/** An active run with the estimate that is computed once per change. */
export interface TrackedRun {
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
}

/** The line of a run never changes: only its markers can change distances along it. */
function isSameCourse(before: Run, after: Run): boolean {
  const [old, now] = [before.path.markers, after.path.markers];
  return (
    old.length === now.length &&
    now.every(({ lat, lon, fromLaunchM }, at) => {
      const was = old[at];
      return was?.lat === lat && was.lon === lon && was.fromLaunchM === fromLaunchM;
    })
  );
}

/** Caches all active runs in the memory of this node; reads a run again after a change. */
export class ActiveRuns {
  readonly #database: Database;
  readonly #log: Log;
  readonly #runs = new Map<number, TrackedRun>();
  readonly #stale = new Set<number>();
  readonly #onRead: (runIds: readonly RunId[]) => void;
  readonly #reads = new Coalescer(() => this.#readStale());
  #isUnknown = true;

  /** `onRead` is called with the runs that were just read. */
  constructor(database: Database, log: Log, onRead: (runIds: readonly RunId[]) => void = () => undefined) {
    this.#database = database;
    this.#log = log;
    this.#onRead = onRead;
  }

  get(runId: RunId): TrackedRun | undefined {
    return this.#runs.get(runId);
  }

  get size(): number {
    return this.#runs.size;
  }

  values(): Iterable<TrackedRun> {
    return this.#runs.values();
  }

  /** Returns the course of a run, from the cache where it is the same. */
  courseOf(run: Run): Course {
    const known = this.#runs.get(run.runId);
    return known && isSameCourse(known.run, run) ? known.course : layCourse(run.path);
  }

  /** Reads a run that was changed, started or ended. */
  async refresh(runId: RunId): Promise<void> {
    this.#stale.add(runId);
    return this.#reads.request();
  }

  /** Follows a notice of another change: reads the run unless this revision is known. */
  async follow({ runId, rev }: RunNotice): Promise<void> {
    const known = this.#runs.get(runId)?.run;
    if (rev === null || !known || known.rev < rev) await this.refresh(runId);
  }

  /** Takes over runs that this node has just changed, in place of a read. Of several states of a run the last counts. */
  adopt(changed: readonly Run[]): void {
    const latest = new Map(changed.map((run) => [run.runId, run])).values();
    const newer = [...latest].filter(({ runId, rev }) => (this.#runs.get(runId)?.run.rev ?? Infinity) < rev);
    for (const run of newer) this.#keep(run);
    if (newer.length > 0) this.#onRead(newer.map(({ runId }) => runId));
  }

  /** Reads all runs, after notices may have been missed. */
  async refreshAll(): Promise<void> {
    this.#isUnknown = true;
    return this.#reads.request();
  }

  /** Retries a failed read. */
  async catchUp(): Promise<void> {
    if (this.#isUnknown) await this.#reads.request();
  }

  async #readStale(): Promise<void> {
    const reader = this.#database.read(systemScope('run engine'));
    const isUnknown = this.#isUnknown;
    const stale = [...this.#stale];
    this.#isUnknown = false;
    this.#stale.clear();
    try {
      await (isUnknown ? this.#replaceAll(reader) : this.#replace(reader, stale));
    } catch (error) {
      this.#isUnknown = true;
      this.#log.warn({ err: error }, 'reading the active runs failed; retrying with the next change or the next poll');
    }
  }

  async #replaceAll(reader: Reader): Promise<void> {
    const active = await listActiveRunIds(reader);
    for (let at = 0; at < active.length; at += RUNS_PER_READ)
      await this.#replace(reader, active.slice(at, at + RUNS_PER_READ));
    const isActive = new Set(active);
    for (const runId of this.#runs.keys()) if (!isActive.has(runId)) this.#runs.delete(runId);
  }

  async #replace(reader: Reader, runIds: readonly RunId[]): Promise<void> {
    const byId = new Map((await findRuns(reader, runIds)).map((run) => [run.runId, run]));
    for (const runId of runIds) {
      const run = byId.get(runId);
      if (run) this.#keep(run);
      else this.#runs.delete(runId);
    }
    this.#onRead(runIds);
  }

  /** A read may end after a newer state was adopted. */
  #keep(run: Run): void {
    if (run.rev < (this.#runs.get(run.runId)?.run.rev ?? 0)) return;
    if (run.completedAt === null) this.#track(run);
    else this.#runs.delete(run.runId);
  }

  /** A failing estimate drops this run only. */
  #track(run: Run): void {
    try {
      const course = this.courseOf(run);
      this.#runs.set(run.runId, { run, course, reckoning: reckon(run, course) });
    } catch (error) {
      this.#runs.delete(run.runId);
      this.#log.error({ err: error, runId: run.runId }, 'estimating a run failed; it is not tracked');
    }
  }
}
