import { findMarker, type RunPassage } from '@waymark/domain/run/run';
import { Random } from '@waymark/signals/random';
import type { ToolKind } from '@waymark/signals/tool';
import type { Line } from '../line/line.ts';
import { HALF_RECORD_MS } from '../passage/passage-event.ts';
import { findWay, sendPig, type PigRun } from '../pig/pig-run.ts';
import type { FleetPlan } from '../scenario/plan-fleet.ts';
import type { RunWithText, RunDesk } from '../server-client/run-desk.ts';
import type { Fleet } from './fleet.ts';
import { enterPastRun } from './past-run.ts';
import { matchEncounters } from './true-passages.ts';

export interface RunTrafficOptions {
  readonly plan: Pick<FleetPlan, 'seed' | 'lines' | 'pigs'>;
  readonly fleet: Pick<Fleet, 'listEncounters' | 'reportLate' | 'follow' | 'findLastPig'>;
  readonly desk: RunDesk;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

interface Followed {
  readonly pig: PigRun;
  readonly launchAt: number;
  readonly stop: () => void;
}

const POLL_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
/** Pauses before the next launch, and before an arrived pig is received. */
const PAUSE_MS = 5 * MINUTE_MS;
const UNLOADING_MS = MINUTE_MS;
/** The control room waits this long for automatic verification. */
const RULES_DELAY_MS = 30_000;
const ARRIVAL_MS = 250;
const MOST_ARRIVALS = 12;
const NO_RUNS = { notifies: false, startsAtShare: 0 };
const USUAL_TOOL: ToolKind = 'cleaning-magnets';

const wait = (durationMs: number) => new Promise<void>((resolve) => setTimeout(resolve, durationMs));

/** Takes the pigs in turn; skips those on their way elsewhere. */
function chooseNext(
  pigs: readonly string[],
  last: string | undefined,
  elsewhere: ReadonlySet<string>,
): string | undefined {
  const turn = pigs.indexOf(last ?? '') + 1;
  return [...pigs.slice(turn), ...pigs.slice(0, turn)].find((pig) => !elsewhere.has(pig));
}

/**
 * Moves the pigs of the server's runs: each active run on a line of the fleet is simulated, even if a user launched it. On
 * lines with `runs` it also launches one pig after the other.
 */
export class RunTraffic {
  readonly #options: RunTrafficOptions;
  readonly #followed = new Map<number, Followed>();
  readonly #idleSince = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: RunTrafficOptions) {
    this.#options = options;
  }

  /** Starts with the active runs: passages that the devices have heard meanwhile are reported in order. */
  async start(): Promise<void> {
    await this.#poll(true).catch(this.#options.onError);
  }

  /** Enters a completed run after the replay, on lines that ask for it. */
  async enterPast(): Promise<void> {
    const { plan, onError } = this.#options;
    for (const line of plan.lines) if (line.path?.isPastEntered) await enterPastRun(this.#options, line).catch(onError);
  }

  /** Polls for launches and receives from now on. */
  watch(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      void this.#poll(false)
        .catch(this.#options.onError)
        .finally(() => this.watch());
    }, POLL_EVERY_MS);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Infinity: there is none. */
  findFirstLaunch(line: Line): number {
    return Math.min(
      ...[...this.#followed.values()].flatMap(({ pig, launchAt }) => (pig.way.line === line ? [launchAt] : [])),
    );
  }

  async #poll(isFirst: boolean): Promise<void> {
    const { desk, plan } = this.#options;
    if (!plan.lines.some(({ path }) => path)) return;
    const active = await desk.listRuns(true);
    this.#unfollow(active);
    await Promise.all(active.map((run) => this.#follow(run)));
    let hasLaunched = false;
    for (const line of plan.lines)
      if (line.path?.runs && (await this.#launchNext(line, active, isFirst))) hasLaunched = true;
    if (plan.lines.some(({ path }) => path?.runs)) await desk.acknowledgeStops();
    if (hasLaunched) await Promise.all((await desk.listRuns(true)).map((run) => this.#follow(run)));
  }

  /** Stops following runs that have ended or were launched at another time. */
  #unfollow(active: readonly RunWithText[]): void {
    for (const [runId, { stop, launchAt }] of this.#followed) {
      if (active.some((run) => run.runId === runId && run.launchAt === launchAt)) continue;
      stop();
      this.#followed.delete(runId);
    }
  }

  #buildPig({ path, runId, launchAt }: RunWithText): PigRun | null {
    const { plan } = this.#options;
    const [from, to] = [
      { lat: path.launchSiteLat, lon: path.launchSiteLon },
      { lat: path.receiveSiteLat, lon: path.receiveSiteLon },
    ];
    const way = findWay(plan.lines, from, to);
    if (!way || launchAt === null) return null;
    const tool = plan.pigs.find(({ line }) => line === way.line)?.tool ?? USUAL_TOOL;
    return sendPig(
      { way, launchAt, tool, expectedMps: path.expectedSpeed, stop: way.line.path?.stop },
      new Random(`${plan.seed}/run/${way.line.name}/${runId}`),
    );
  }

  async #follow(run: RunWithText): Promise<void> {
    const pig = this.#followed.get(run.runId)?.pig ?? this.#buildPig(run);
    if (!pig || run.launchAt === null) return;
    if (!this.#followed.has(run.runId)) {
      const now = this.#options.clock();
      this.#followed.set(run.runId, { pig, launchAt: run.launchAt, stop: this.#options.fleet.follow(pig, now) });
      await this.#reportPassed(run, pig, now);
    } else if (pig.way.line.path?.runs) {
      await this.#verifyUndecided(run, pig, run.passages);
    }
  }

  /** Sequentially: the server updates its estimate with each of them. */
  async #reportPassed(run: RunWithText, pig: PigRun, now: number): Promise<void> {
    const { fleet } = this.#options;
    const heard = new Set(run.passages.map(({ uid }) => uid));
    for (const encounter of fleet.listEncounters(pig)) {
      const { device, passing } = encounter;
      if (passing.at + HALF_RECORD_MS > now || heard.has(device.uid) || !run.path.agms.includes(device.uid)) continue;
      if (!(await fleet.reportLate(encounter))) continue;
      const passages = await this.#awaitArrival(run.runId, device.uid);
      if (pig.way.line.path?.runs) await this.#verifyUndecided(run, pig, passages, 0);
    }
  }

  async #awaitArrival(runId: number, uid: number): Promise<readonly RunPassage[]> {
    let passages: readonly RunPassage[] = [];
    for (let attempt = 0; attempt < MOST_ARRIVALS && !this.#isStopped; attempt++) {
      passages = await this.#options.desk.listPassages(runId);
      if (passages.some((passage) => passage.uid === uid)) break;
      await wait(ARRIVAL_MS);
    }
    return passages;
  }

  /** The control room verifies early or late passages at markers with automatic verification. */
  async #verifyUndecided(
    run: RunWithText,
    pig: PigRun,
    passages: readonly RunPassage[],
    delayMs = RULES_DELAY_MS,
  ): Promise<void> {
    const { fleet, desk, clock } = this.#options;
    const isOfPig = matchEncounters(fleet.listEncounters(pig));
    for (const passage of passages) {
      const isDue = clock() - passage.passageAt > HALF_RECORD_MS + delayMs;
      if (!passage.isVerified && isOfPig(passage) && isDue && findMarker(run, passage.markerName)?.autoVerify)
        await desk.verify(passage);
    }
  }

  /** Ends the run of an arrived pig and launches the next one. Returns whether it launched one. */
  async #launchNext(line: Line, active: readonly RunWithText[], isFirst: boolean): Promise<boolean> {
    const { desk, clock } = this.#options;
    const now = clock();
    const run = active.find(({ path }) => path.name === line.name);
    const receiveAt = run && this.#followed.get(run.runId)?.pig.receiveAt;
    if (run && (receiveAt === undefined || receiveAt + UNLOADING_MS > now)) {
      this.#idleSince.delete(line.name);
      return false;
    }
    if (run && receiveAt !== undefined) await desk.end(run, receiveAt);
    const idleSince = this.#idleSince.get(line.name) ?? now;
    this.#idleSince.set(line.name, idleSince);
    if (!isFirst && idleSince + PAUSE_MS > now) return false;
    return this.#launch(line, active, isFirst);
  }

  async #launch(line: Line, active: readonly RunWithText[], isFirst: boolean): Promise<boolean> {
    const { desk, clock } = this.#options;
    const path = (await desk.listPaths()).find(({ name }) => name === line.name);
    const last = (await desk.listRuns(false)).find((run) => run.path.pathId === path?.pathId);
    const pig =
      path &&
      chooseNext(
        path.pigs,
        last?.pig,
        new Set(active.flatMap((run) => (run.path.pathId === path.pathId ? [] : [run.pig]))),
      );
    const { notifies, startsAtShare } = line.path?.runs ?? NO_RUNS;
    if (!path || pig === undefined) return false;
    const now = clock();
    const earliestAt = isFirst ? now - (startsAtShare * line.lengthM * 1000) / path.expectedSpeed : now;
    const launchAt = Math.min(now, Math.max(earliestAt, (last?.completedAt ?? 0) + PAUSE_MS));
    await desk.launch({ path, pig, launchAt, notifies });
    return true;
  }
}
