import { readFile } from 'node:fs/promises';
import { buildLinks } from './fleet/build-links.ts';
import { createCatchUpClock } from './fleet/catch-up-clock.ts';
import { Counters } from './fleet/counters.ts';
import { Fleet } from './fleet/fleet.ts';
import { RunTraffic } from './fleet/run-traffic.ts';
import { Timeline } from './fleet/timeline.ts';
import type { Options } from './options.ts';
import { planFleet, resizeScenario, type FleetPlan } from './scenario/plan-fleet.ts';
import { readScenario } from './scenario/read-scenario.ts';
import type { Scenario } from './scenario/scenario.ts';
import { prepareFleet } from './server-client/prepare-fleet.ts';
import { RunDesk } from './server-client/run-desk.ts';
import { ServerClient } from './server-client/server-client.ts';

const DAY_MS = 86_400_000;

export interface RunningFleet {
  readonly plan: FleetPlan;
  readonly fleet: Fleet;
  readonly counters: Counters;
  /** Resolves when the replay is complete and the present has begun. */
  readonly started: Promise<void>;
  stop(): Promise<void>;
  abandon(): Promise<void>;
}

function keepKinds(scenario: Scenario, kinds: Options['kinds']): Scenario {
  if (!kinds) return scenario;
  const devices = scenario.devices.filter(({ link }) => kinds.includes(link));
  if (devices.length === 0) throw new Error(`scenario "${scenario.name}" has no ${kinds.join(' or ')} devices`);
  return { ...scenario, devices };
}

function setRate(scenario: Scenario, rate: number | undefined): Scenario {
  if (rate === undefined) return scenario;
  const heartbeatIntervalS = scenario.devices.reduce((sum, { count }) => sum + count, 0) / rate;
  return { ...scenario, devices: scenario.devices.map((group) => ({ ...group, heartbeatIntervalS })) };
}

/** Applies the options to the scenario. */
export function adaptScenario(
  scenario: Scenario,
  options: Pick<Options, 'devices' | 'kinds' | 'rate' | 'seed'>,
): Scenario {
  const kept = keepKinds(scenario, options.kinds);
  const sized = options.devices === undefined ? kept : resizeScenario(kept, options.devices);
  return { ...setRate(sized, options.rate), seed: options.seed ?? scenario.seed };
}

/** A timeline that starts in the past and either jumps to the present or catches up with it. */
function createTimeline(clock: () => number, beginAt: number, factor: number | null): Timeline {
  if (beginAt >= clock()) return new Timeline(clock);
  if (factor === null) return new Timeline(clock, beginAt);
  const { now, computeWaitMs } = createCatchUpClock(clock, beginAt, factor);
  return new Timeline(now, null, computeWaitMs);
}

/** Reports active pigs first, because replaying two weeks takes a while. `clock`: there is a past to replay. */
async function begin(
  fleet: Fleet,
  runs: RunTraffic,
  { clock, isNew }: { readonly clock: (() => number) | null; readonly isNew: boolean },
): Promise<void> {
  if (clock) {
    await fleet.prepare();
    await runs.start();
    await fleet.replayHistory(clock);
    if (isNew) await runs.enterPast();
    return runs.watch();
  }
  fleet.start();
  void runs.start().then(() => runs.watch());
}

/** Registers the fleet with the server and starts it. */
export async function runSimulator(options: Options, clock: () => number): Promise<RunningFleet> {
  const plan = planFleet(adaptScenario(await readScenario(options.scenario), options));
  const client = new ServerClient(options.server, { email: options.email, password: options.password });
  const { groupId, credentials, known } = await prepareFleet(client, plan, options.company ?? null);
  const ca = options['mqtt-ca'];
  const endpoints = {
    mqtt: { url: options.mqtt, ...(ca === undefined ? {} : { ca: await readFile(ca, 'utf8') }) },
    directIp: options.directip,
  };
  const counters = new Counters();
  const historyMs = options['history-days'] * DAY_MS;
  const presentAt = clock();
  const timeline = createTimeline(clock, presentAt - historyMs, options['time-factor'] ?? null);
  const links = buildLinks(plan, {
    endpoints,
    credentials,
    now: clock,
    allowsConcurrency: () => timeline.isReplaying,
    onError: (error) => counters.fail(error),
  });
  if (plan.devices.some(({ profile }) => profile.imei !== null)) await links.gateway.listen(options['mt-port']);
  const desk = new RunDesk(client, groupId);
  const isNew = plan.devices.every(({ profile }) => (known.get(profile.uid)?.lastHeartbeatAt ?? null) === null);
  const fleet = new Fleet({
    plan,
    timeline,
    counters,
    buildLink: links.build,
    known,
    presentAt,
    // Pigs on a line with a path belong to runs of the server; its timetable only applies before the first of them.
    findTimetableEnd: (line) =>
      !line.path ? Infinity : isNew ? Math.min(presentAt, runs.findFirstLaunch(line)) : -Infinity,
  });
  const runs = new RunTraffic({ plan, fleet, desk, clock, onError: (error) => counters.fail(error) });
  const started = begin(fleet, runs, { clock: timeline.isReplaying ? clock : null, isNew });
  return {
    plan,
    fleet,
    counters,
    started,
    stop: async () => {
      runs.stop();
      await fleet.stop();
      await links.gateway.close();
    },
    abandon: async () => {
      runs.stop();
      fleet.abandon();
      await links.gateway.close();
    },
  };
}
