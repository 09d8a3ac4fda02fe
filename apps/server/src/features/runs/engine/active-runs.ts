import { layCourse, type Course } from '@waymark/domain/run/course';
import { reckon, type Reckoning } from '@waymark/domain/run/estimate';
import type { Run } from '@waymark/domain/run/run';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { findRuns, listActiveRunIds } from '../runs.queries.ts';

/** So many are read at once: their markers are many. */
const RUNS_A_READ = 50;

/** A run on its way with what is reckoned of it once, so that looking at it costs nothing. */
export interface TrackedRun {
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
}

/** The line of a run stays: only its markers can bend what is counted along it. */
function isSameCourse(before: Run, after: Run): boolean {
  const [old, now] = [before.path.markers, after.path.markers];
  return (
    old.length === now.length &&
    now.every(({ lat, lon, DistanceFromLaunch }, at) => {
      const was = old[at];
      return was?.lat === lat && was.lon === lon && was.DistanceFromLaunch === DistanceFromLaunch;
    })
  );
}

/** All active runs, in the memory of this node; a run that has changed is read again. */
export class ActiveRuns {
  readonly #database: Database;
  readonly #log: Log;
  readonly #runs = new Map<number, TrackedRun>();
  readonly #stale = new Set<number>();
  readonly #onRead: (runIds: readonly number[]) => void;
  #reading: Promise<void> | undefined;
  #isUnknown = true;

  /** `onRead` hears which runs have just been read anew. */
  constructor(database: Database, log: Log, onRead: (runIds: readonly number[]) => void = () => undefined) {
    this.#database = database;
    this.#log = log;
    this.#onRead = onRead;
  }

  get(runId: number): TrackedRun | undefined {
    return this.#runs.get(runId);
  }

  get size(): number {
    return this.#runs.size;
  }

  values(): Iterable<TrackedRun> {
    return this.#runs.values();
  }

  /** Of a run in some state, without laying it anew where it is known. */
  courseOf(run: Run): Course {
    const known = this.#runs.get(run.runId);
    return known && isSameCourse(known.run, run) ? known.course : layCourse(run.path);
  }

  /** Has changed, or has come or gone. */
  async refresh(runId: number): Promise<void> {
    this.#stale.add(runId);
    return this.#read();
  }

  /** Nobody knows what was missed. */
  async refreshAll(): Promise<void> {
    this.#isUnknown = true;
    return this.#read();
  }

  /** What could not be read before. */
  async catchUp(): Promise<void> {
    if (this.#isUnknown) await this.#read();
  }

  /** One at a time: what changes while it is read is read next. */
  async #read(): Promise<void> {
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const reader = this.#database.read(systemScope('run engine'));
    while (this.#isUnknown || this.#stale.size > 0) {
      const isUnknown = this.#isUnknown;
      const stale = [...this.#stale];
      this.#isUnknown = false;
      this.#stale.clear();
      try {
        await (isUnknown ? this.#replaceAll(reader) : this.#replace(reader, stale));
      } catch (error) {
        // The next change, or the next look, tries again.
        this.#isUnknown = true;
        this.#log.warn({ err: error }, 'the active runs could not be read');
        break;
      }
    }
    // In the same breath as the last look at what is stale: what changes next is read anew.
    this.#reading = undefined;
  }

  async #replaceAll(reader: Reader): Promise<void> {
    const active = await listActiveRunIds(reader);
    for (let at = 0; at < active.length; at += RUNS_A_READ)
      await this.#replace(reader, active.slice(at, at + RUNS_A_READ));
    const isActive = new Set(active);
    for (const runId of this.#runs.keys()) if (!isActive.has(runId)) this.#runs.delete(runId);
  }

  async #replace(reader: Reader, runIds: readonly number[]): Promise<void> {
    const byId = new Map((await findRuns(reader, runIds)).map((run) => [run.runId, run]));
    for (const runId of runIds) {
      const run = byId.get(runId);
      if (run?.recieveAt === null) this.#track(run);
      else this.#runs.delete(runId);
    }
    this.#onRead(runIds);
  }

  /** A run that cannot be reckoned leaves the others alone. */
  #track(run: Run): void {
    try {
      const course = this.courseOf(run);
      this.#runs.set(run.runId, { run, course, reckoning: reckon(run, course) });
    } catch (error) {
      this.#runs.delete(run.runId);
      this.#log.error({ err: error, runId: run.runId }, 'a run could not be reckoned');
    }
  }
}
