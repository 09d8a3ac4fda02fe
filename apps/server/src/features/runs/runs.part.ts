import { systemClock, type Clock } from '../../hub/clock.ts';
import type { Context } from '../../platform/part.ts';
import { EscalationWatch } from './alerts/watch-escalations.ts';
import { RunWatch } from './alerts/watch-runs.ts';
import { createRunEngine, type EngineOptions } from './engine/engine.ts';
import { createFinishedRunsHandlers } from './finished/finished-runs.routes.ts';
import { createSpreadsJobs, SPREADS_CRONTAB } from './finished/learn-spreads.jobs.ts';
import { fillZones } from './fill-zones.ts';
import { createLinkingJobs } from './link-passage.jobs.ts';
import { createRunsHandlers } from './runs.routes.ts';

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
