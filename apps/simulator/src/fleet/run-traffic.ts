import { findMarker, type RunPassage } from '@waymark/domain/run/run';
import { Random } from '@waymark/signals/random';
import type { ToolKind } from '@waymark/signals/tool';
import type { Line } from '../line/line.ts';
import { HALF_RECORD_MS } from '../passage/passage-event.ts';
import { findWay, sendPig, type PigRun } from '../pig/pig-run.ts';
import type { FleetPlan } from '../scenario/plan-fleet.ts';
import type { HeldRun, RunDesk } from '../server-client/run-desk.ts';
import type { Fleet } from './fleet.ts';
import { enterPastRun } from './past-run.ts';
import { knowTruth } from './true-passages.ts';

export interface RunTrafficOptions {
  readonly plan: Pick<FleetPlan, 'seed' | 'lines' | 'pigs'>;
  readonly fleet: Pick<Fleet, 'listEncounters' | 'tell' | 'follow' | 'findLastPig'>;
  readonly desk: RunDesk;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
}

interface Followed {
  readonly pig: PigRun;
  readonly launchAt: number;
  readonly stop: () => void;
}

const LOOK_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
/** How far on its way a pig is that was launched before the fleet began. */
const FIRST_SHARE = 0.42;
/** Before the next pig, and before a pig that has arrived is taken out. */
const PAUSE_MS = 5 * MINUTE_MS;
const UNLOADING_MS = MINUTE_MS;
/** The control room lets the rules decide first. */
const LEFT_FOR_RULES_MS = 30_000;
const ARRIVAL_MS = 250;
const MOST_ARRIVALS = 12;
const USUAL_TOOL: ToolKind = 'cleaning-magnets';

const wait = (durationMs: number) => new Promise<void>((resolve) => setTimeout(resolve, durationMs));

/** They take turns; one that is on its way elsewhere is passed over. */
function chooseNext(
  pigs: readonly string[],
  last: string | undefined,
  elsewhere: ReadonlySet<string>,
): string | undefined {
  const turn = pigs.indexOf(last ?? '') + 1;
  return [...pigs.slice(turn), ...pigs.slice(0, turn)].find((pig) => !elsewhere.has(pig));
}

/**
 * The pigs of the server's runs: each that is on its way along a line of the fleet moves and is heard, whoever launched it.
 * On lines that want it one pig follows the other.
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

  /** Begins with what is on its way: what the devices have heard of it meanwhile is told in its order. */
  async start(): Promise<void> {
    await this.#look(true).catch(this.#options.onError);
  }

  /** What is past has been told: lines that want it have a completed run. */
  async enterPast(): Promise<void> {
    const { plan, onError } = this.#options;
    for (const line of plan.lines) if (line.path?.isPastEntered) await enterPastRun(this.#options, line).catch(onError);
  }

  /** From now on looks for launches and receives. */
  watch(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      void this.#look(false)
        .catch(this.#options.onError)
        .finally(() => this.watch());
    }, LOOK_EVERY_MS);
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

  async #look(isFirst: boolean): Promise<void> {
    const { desk, plan } = this.#options;
    if (!plan.lines.some(({ path }) => path)) return;
    const active = await desk.listRuns(true);
    this.#leave(active);
    await Promise.all(active.map((run) => this.#take(run)));
    let hasLaunched = false;
    for (const line of plan.lines)
      if (line.path?.runs && (await this.#keepBusy(line, active, isFirst))) hasLaunched = true;
    if (hasLaunched) await Promise.all((await desk.listRuns(true)).map((run) => this.#take(run)));
  }

  /** What is no longer on its way, or was launched at another time, is followed no more. */
  #leave(active: readonly HeldRun[]): void {
    for (const [runId, { stop, launchAt }] of this.#followed) {
      if (active.some((run) => run.runId === runId && run.launchAt === launchAt)) continue;
      stop();
      this.#followed.delete(runId);
    }
  }

  #buildPig({ path, runId, launchAt }: HeldRun): PigRun | null {
    const { plan } = this.#options;
    const [from, to] = [
      { lat: path.launchSiteLat, lon: path.launchSiteLon },
      { lat: path.recieveSiteLat, lon: path.recieveSiteLon },
    ];
    const way = findWay(plan.lines, from, to);
    if (!way || launchAt === null) return null;
    const tool = plan.pigs.find(({ line }) => line === way.line)?.tool ?? USUAL_TOOL;
    return sendPig(
      { way, launchAt, tool, expectedMps: path.expectedSpeed },
      new Random(`${plan.seed}/run/${way.line.name}/${runId}`),
    );
  }

  async #take(run: HeldRun): Promise<void> {
    const pig = this.#followed.get(run.runId)?.pig ?? this.#buildPig(run);
    if (!pig || run.launchAt === null) return;
    if (!this.#followed.has(run.runId)) {
      const now = this.#options.clock();
      this.#followed.set(run.runId, { pig, launchAt: run.launchAt, stop: this.#options.fleet.follow(pig, now) });
      await this.#tellPassed(run, pig, now);
    } else if (pig.way.line.path?.runs) {
      await this.#verifyLeft(run, pig, run.passages);
    }
  }

  /** One after the other: the server reckons where the pig is with each of them. */
  async #tellPassed(run: HeldRun, pig: PigRun, now: number): Promise<void> {
    const { fleet } = this.#options;
    const heard = new Set(run.passages.map(({ uid }) => uid));
    for (const encounter of fleet.listEncounters(pig)) {
      const { device, passing } = encounter;
      if (passing.at + HALF_RECORD_MS > now || heard.has(device.uid) || !run.path.agms.includes(device.uid)) continue;
      if (!(await fleet.tell(encounter))) continue;
      const passages = await this.#awaitArrival(run.runId, device.uid);
      if (pig.way.line.path?.runs) await this.#verifyLeft(run, pig, passages, 0);
    }
  }

  async #awaitArrival(runId: number, uid: number): Promise<readonly RunPassage[]> {
    let passages: readonly RunPassage[] = [];
    for (let look = 0; look < MOST_ARRIVALS && !this.#isStopped; look++) {
      passages = await this.#options.desk.listPassages(runId);
      if (passages.some((passage) => passage.uid === uid)) break;
      await wait(ARRIVAL_MS);
    }
    return passages;
  }

  /** A pig that was early or late is verified by the control room, where a marker wants it verified at once. */
  async #verifyLeft(
    run: HeldRun,
    pig: PigRun,
    passages: readonly RunPassage[],
    leftMs = LEFT_FOR_RULES_MS,
  ): Promise<void> {
    const { fleet, desk, clock } = this.#options;
    const isTrue = knowTruth(fleet.listEncounters(pig));
    for (const passage of passages) {
      const isLeft = clock() - passage.passageAt > HALF_RECORD_MS + leftMs;
      if (!passage.isVerified && isTrue(passage) && isLeft && findMarker(run, passage.markerName)?.autoVerify)
        await desk.verify(passage);
    }
  }

  /** Takes a pig that has arrived out of its line, and sends the next one; answers whether it did send one. */
  async #keepBusy(line: Line, active: readonly HeldRun[], isFirst: boolean): Promise<boolean> {
    const { desk, clock } = this.#options;
    const now = clock();
    const run = active.find(({ path }) => path.pigRunName === line.name);
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

  async #launch(line: Line, active: readonly HeldRun[], isFirst: boolean): Promise<boolean> {
    const { desk, clock } = this.#options;
    const path = (await desk.listPaths()).find(({ pigRunName }) => pigRunName === line.name);
    const last = (await desk.listRuns(false)).find((run) => run.path.pathId === path?.pathId);
    const pig =
      path &&
      chooseNext(
        path.pigs,
        last?.pig,
        new Set(active.flatMap((run) => (run.path.pathId === path.pathId ? [] : [run.pig]))),
      );
    if (!path || pig === undefined) return false;
    const now = clock();
    const earliestAt = isFirst ? now - (FIRST_SHARE * line.lengthM * 1000) / path.expectedSpeed : now;
    const launchAt = Math.min(now, Math.max(earliestAt, (last?.recieveAt ?? 0) + PAUSE_MS));
    await desk.launch({ path, pig, launchAt, notifies: line.path?.runs?.notifies ?? false });
    return true;
  }
}
