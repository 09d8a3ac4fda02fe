import { writeRunUpdate } from '@waymark/contract/runs/run-names';
import type { RunId } from '@waymark/domain/ids';
import { estimate } from '@waymark/domain/run/estimate/estimate';
import { writeEtas, writeOldEtas } from '@waymark/domain/run/estimate/location-message';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import { systemClock, type Clock } from '../../../hub/clock.ts';
import type { Hub } from '../../../hub/hub.ts';
import type { MethodHandlers } from '../../../hub/methods.ts';
import { scopeOf } from '../../../platform/access/scope.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Notices } from '../../../platform/database/notices.ts';
import { problem } from '../../../platform/http/problem.ts';
import type { Log } from '../../../platform/log.ts';
import { FOLLOWERS_CHANNEL, readRunNotice, RUNS_CHANNEL } from '../runs-notice.ts';
import { findRevision, listVisibleRunIds } from '../runs.queries.ts';
import { ActiveRuns, type TrackedRun } from './active-runs.ts';
import { DeviceLinks } from './link-devices.ts';
import type { RunEvent } from '../../../hub/delivery.ts';

/** A check that every node runs every ten seconds; it must tolerate other nodes running it at the same moment. */
export interface Look {
  readonly name: string;
  look(): Promise<void>;
}

/** Interval at which the server pushes the pig's position to consoles that show the run. */
const PUSH_MS = 3000;
const LOOK_MS = 10_000;

export interface EngineOptions {
  readonly database: Database;
  readonly notices: Notices;
  readonly log: Log;
  /** A function, because the hub needs the engine's methods and is created later. */
  readonly hub: () => Pick<Hub, 'sendToShowing' | 'sendToOthers' | 'shownRuns' | 'reviewRooms'>;
  /** Further periodic checks of the runs. */
  readonly looks?: (runs: ActiveRuns) => readonly Look[];
  readonly clock?: Clock | undefined;
}

export interface RunEngine {
  readonly methods: Pick<MethodHandlers, 'ShowPigRuns' | 'SendPigRunUpdate'>;
  readonly runs: ActiveRuns;
  /** Reads the active runs and starts the timers. */
  start(): Promise<void>;
  /** Runs all periodic checks once. */
  look(): Promise<void>;
  close(): void;
}

/** Pushes pig positions and runs the periodic checks. Every node has its own engine. */
export function createRunEngine(options: EngineOptions): RunEngine {
  const { database, notices, log, hub, clock = systemClock } = options;
  const pushPositions = (runIds: Iterable<RunId>): void => {
    const now = clock.now();
    const events = [...runIds].flatMap((runId) => {
      const tracked = runs.get(runId);
      return tracked ? writePosition(tracked, now) : [];
    });
    if (events.length > 0) hub().sendToShowing(events);
  };
  // Push a new estimate immediately instead of at the next interval.
  const runs = new ActiveRuns(database, log, (runIds) => {
    const shown = hub().shownRuns();
    pushPositions(runIds.filter((runId) => shown.has(runId)));
  });
  const looks: readonly Look[] = [
    new DeviceLinks({ database, runs, log, now: () => clock.now() }),
    ...(options.looks?.(runs) ?? []),
  ];

  notices.on(RUNS_CHANNEL, {
    hear: (payload) => void runs.follow(readRunNotice(payload)),
    back: () => void runs.refreshAll(),
  });
  notices.on(FOLLOWERS_CHANNEL, {
    hear: (payload) => void hub().reviewRooms(Number(payload)),
    back: () => void hub().reviewRooms(null),
  });

  let looking: Promise<void> | undefined;
  const look = (): Promise<void> => {
    looking ??= runChecks(runs, looks, log).finally(() => (looking = undefined));
    return looking;
  };

  const stops: Array<() => void> = [];
  return {
    runs,
    look,
    methods: createMethods(options, runs),
    start: async () => {
      await runs.refreshAll();
      stops.push(
        clock.every(PUSH_MS, () => pushPositions(hub().shownRuns())),
        clock.every(LOOK_MS, () => void look()),
      );
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
}

function createMethods({ database, hub }: EngineOptions, runs: ActiveRuns): RunEngine['methods'] {
  return {
    ShowPigRuns: async ({ actor, connection }, runIds) => {
      connection.shownRuns = await listVisibleRunIds(database.read(scopeOf(actor)), runIds);
    },
    SendPigRunUpdate: async ({ actor, connection }, runId) => {
      const found = await findRevision(database.read(scopeOf(actor)), runId);
      if (!found) throw problem('run-not-found');
      const { groupId, rev } = found;
      await runs.refresh(runId);
      const data = writeRunUpdate({ runId, messageName: 'RunUpdated', rev });
      hub().sendToOthers([{ name: 'ReceivePigRunUpdate', audience: { groupId, runId }, data }], connection);
      return { rev };
    },
  };
}

/** A failed check does not stop the others. */
async function runChecks(runs: ActiveRuns, looks: readonly Look[], log: Log): Promise<void> {
  await runs.catchUp();
  for (const each of looks) {
    try {
      await each.look();
    } catch (error) {
      log.warn({ err: error, look: each.name }, 'a periodic check of the runs failed; retrying at the next interval');
    }
  }
}

/** Writes the pig's position as both hub messages, UpdateLocation and UpdateLocationV2. */
function writePosition({ run, course, reckoning }: TrackedRun, now: number): RunEvent[] {
  const estimated = estimate(reckoning, course, run.path.markers, now);
  const { runId, groupId } = run;
  const common = {
    runId,
    lat: estimated.place.lat,
    lon: estimated.place.lon,
    serverTime: formatUtcMillisecond(now),
    speed: reckoning.speed,
    isPaused: estimated.isPaused,
  };
  return [
    {
      name: 'ReceivePigRunUpdate',
      audience: { groupId, runId },
      data: writeRunUpdate({ ...common, messageName: 'UpdateLocation', ...writeOldEtas(estimated) }),
    },
    {
      name: 'ReceivePigRunUpdate',
      audience: { groupId, runId },
      data: writeRunUpdate({ ...common, messageName: 'UpdateLocationV2', ...writeEtas(estimated) }),
    },
  ];
}
