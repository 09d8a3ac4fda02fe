import { systemClock, type Clock } from '../../hub/clock.ts';
import type { Context } from '../../platform/part.ts';
import { EscalationWatch } from './alerts/watch-escalations.ts';
import { RunWatch } from './alerts/watch-runs.ts';
import { createRunEngine, type EngineOptions } from './engine/engine.ts';
import { createFinishedRunsHandlers } from './finished/finished-runs.routes.ts';
import { createSpreadsJobs, SPREADS_CRONTAB } from './finished/learn-spreads.jobs.ts';
import { createLinkingJobs } from './link-passage.jobs.ts';
import { createRunsHandlers } from './runs.routes.ts';
import { findZone } from '../../platform/geo/zone-of-place.ts';
import { systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { sql } from 'kysely';

const ORIGIN = 'time zones of lines';
const ROWS_A_TIME = 500;

interface Unfilled {
  readonly id: number;
  readonly lat: number;
  readonly lon: number;
}

const FIND = {
  pig_paths: sql<Unfilled>`select id, launch_lat as lat, launch_lon as lon from pig_paths
    where time_zone is null order by id limit ${ROWS_A_TIME}`,
  pig_runs: sql<Unfilled>`select id, (path ->> 'launchSiteLat')::float8 as lat, (path ->> 'launchSiteLon')::float8 as lon
    from pig_runs where time_zone is null order by id limit ${ROWS_A_TIME}`,
} as const;

/** Gives the paths and runs of older versions the zone of their launch site; other nodes may do the same meanwhile. */
export async function fillZones(database: Database): Promise<void> {
  const reader = database.read(systemScope(ORIGIN));
  for (const table of ['pig_paths', 'pig_runs'] as const)
    for (;;) {
      const { rows } = await FIND[table].execute(reader.db);
      if (rows.length === 0) break;
      const zones = rows.map(({ id, lat, lon }) => ({ id, zone: findZone({ lat: lat ?? 0, lon: lon ?? 0 }) }));
      await database.change(systemOrigin(ORIGIN), async ({ db }) => {
        await sql`update ${sql.table(table)} t set time_zone = found.zone
          from jsonb_to_recordset(${JSON.stringify(zones)}::jsonb) as found (id bigint, zone text)
          where t.id = found.id and t.time_zone is null`.execute(db);
      });
    }
}

interface Options extends Context {
  readonly config: { readonly publicUrl: string };
  readonly hub: EngineOptions['hub'];
  readonly clock: Clock | undefined;
}

export function createRunsPart({ database, notices, log, closing, config, hub, clock = systemClock }: Options) {
  const { publicUrl } = config;
  const now = () => clock.now();
  const engine = createRunEngine({
    database,
    notices,
    log,
    hub,
    clock,
    looks: (runs) => [
      new RunWatch({ database, runs, log, publicUrl, now }),
      new EscalationWatch({ database, log, publicUrl, now }),
    ],
  });
  closing.add('run engine', () => engine.close());
  const { createRunBroadcast, ...finishedRuns } = createFinishedRunsHandlers(database);
  return {
    handlers: { runs: createRunsHandlers(database, publicUrl), finishedRuns, broadcast: { createRunBroadcast } },
    jobs: [...createLinkingJobs(database, engine.runs, Date.now), ...createSpreadsJobs(database, log)],
    crontab: SPREADS_CRONTAB,
    methods: engine.methods,
    countActive: () => engine.runs.size,
    active: engine.runs,
    start: async () => {
      await fillZones(database);
      await engine.start();
    },
  };
}
