import type { CompanyId } from '@waymark/domain/ids';
import type { Place } from '@waymark/domain/geo/great-circle';
import { chooseRun, findMarkerFor, linkDevice, type Candidate } from '@waymark/domain/run/changes/link';
import { runAsOf, takeInOrder } from '@waymark/domain/run/changes/late-passages';
import type { Course } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { judgeMissed } from '@waymark/domain/run/estimate/missed';
import { passageKey, type Run, type RunPassage } from '@waymark/domain/run/run';
import type { Change } from '../../platform/database/change.ts';
import { planChange, storeChanges, type PlannedChange, type RunReason } from './change-run.ts';
import { findPlaceAt } from './device-places.queries.ts';
import { lockRunsOf, readerOfAll } from './lock-run.ts';
import { deviceKey } from './run-passages.queries.ts';
import { readForLinking, type LinkingState, type RunToLink } from './runs.queries.ts';

// Assigns passages that devices have heard to runs and markers.

export interface HeardPassage {
  readonly uid: number;
  readonly groupId: number;
  /** UTC milliseconds. */
  readonly endOfSnipAt: number;
  /** Only the first record looks for a run. Later records complete it, so that a passage a user took out stays out. */
  readonly isFirst: boolean;
}

export interface Courses {
  courseOf(run: Run): Course;
}

interface LinkingOptions {
  readonly courses: Courses;
  readonly now: number;
}

interface Found extends Candidate {
  readonly course: Course;
}

const countVerified = ({ passages }: Run) => passages.filter(({ isVerified }) => isVerified).length;

/** Links the passages of one company in memory, each after the previous one, and collects the changes of their runs. */
class Linking {
  readonly #change: Change;
  readonly #options: LinkingOptions;
  readonly #state: LinkingState;
  readonly #runs: Map<number, RunToLink>;
  readonly planned: PlannedChange[] = [];

  constructor(change: Change, state: LinkingState, options: LinkingOptions) {
    this.#change = change;
    this.#options = options;
    this.#state = state;
    this.#runs = new Map(state.runs.map((each) => [each.run.runId, each]));
  }

  /** Links a passage once, however often it is called. For a further record of a linked passage it announces the run. */
  async link(heard: HeardPassage): Promise<void> {
    const key = deviceKey(heard);
    const passage = this.#state.recorded.get(key);
    if (!passage) return;
    const own = [...this.#runs.values()].find(({ run }) => run.passages.some((each) => passageKey(each) === key));
    if (!own) return heard.isFirst ? this.#linkToRun(heard, passage) : undefined;
    if (!heard.isFirst) this.#announceRecord(own.run, key);
  }

  async #linkToRun(heard: HeardPassage, { isVerified, ...recorded }: RunPassage): Promise<void> {
    const passage = { ...recorded, isVerified: false };
    const candidates = await this.#listCandidates(heard, passage);
    const chosen = candidates.find(({ run }) => run === chooseRun(candidates, passage.passageAt)?.run);
    if (!chosen) return;
    const decided = this.#runs.get(chosen.run.runId)?.decided;
    const next = takeInOrder(linkDevice(chosen.run, chosen.marker, heard.uid), {
      passage: { ...passage, markerName: chosen.marker?.name ?? null },
      course: chosen.course,
      now: this.#options.now,
      judgeMissed,
      isVerified,
      isDecided: (key) => decided?.has(key) ?? false,
    });
    const message = countVerified(next) === countVerified(chosen.run) ? 'RunUpdated' : 'PassageVerified';
    this.#plan(chosen.run, next, { action: 'run-passage-added', message });
  }

  async #listCandidates(heard: HeardPassage, passage: RunPassage): Promise<Found[]> {
    const watched = [...this.#runs.values()].filter(
      ({ run, watching }) =>
        run.completedAt === null &&
        watching.has(heard.uid) &&
        run.launchAt !== null &&
        run.launchAt < passage.passageAt,
    );
    if (watched.length === 0) return [];
    const told = await this.#findPlace(heard, passage);
    return watched.map(({ run }) => {
      const course = this.#options.courses.courseOf(run);
      const then = runAsOf(run, passage.passageAt);
      const place = told ?? run.path.offlineAgms[String(heard.uid)] ?? null;
      return { run, course, reckoning: reckon(then, course), marker: findMarkerFor(then, { uid: heard.uid, place }) };
    });
  }

  /** The device's place at the time of the passage: crews move devices, and some passages arrive late. */
  async #findPlace({ uid, groupId }: HeardPassage, { place, passageAt }: RunPassage): Promise<Place | null> {
    return place ?? findPlaceAt(readerOfAll(this.#change), { uid, groupId }, passageAt);
  }

  /** The run shows a further record as soon as it is stored; its nodes and consoles do not know of it yet. */
  #announceRecord(run: Run, key: string): void {
    const passages = run.passages.map((passage) => (passageKey(passage) === key ? { ...passage } : passage));
    this.#plan(run, { ...run, passages }, { action: 'run-passage-completed', message: 'RunUpdated' });
  }

  #plan(before: Run, next: Run, reason: Omit<RunReason, 'now'>): void {
    const planned = planChange(this.#change, before, next, { ...reason, now: this.#options.now });
    const known = this.#runs.get(before.runId);
    if (!planned || !known) return;
    this.#runs.set(before.runId, { ...known, run: planned.after });
    this.planned.push(planned);
  }
}

/** Links passages of one company in their order, in one read and one write. Returns the changed runs. */
export async function linkPassages(
  change: Change,
  groupId: CompanyId,
  heard: readonly HeardPassage[],
  options: LinkingOptions,
): Promise<Run[]> {
  await lockRunsOf(change, groupId);
  const linking = new Linking(change, await readForLinking(readerOfAll(change), groupId, heard), options);
  for (const each of heard) await linking.link(each);
  await storeChanges(change, linking.planned);
  return linking.planned.map(({ after }) => after);
}
