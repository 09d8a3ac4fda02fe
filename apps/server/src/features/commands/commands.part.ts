import { systemScope } from '../../platform/access/scope.ts';
import type { Context } from '../../platform/part.ts';
import { createAutoDownloadJobs } from './auto-download.jobs.ts';
import { createCommandsHandlers } from './commands.routes.ts';
import { countListedCommands } from './deliveries.queries.ts';
import { createStreamStopJobs } from './stream-stop.jobs.ts';

export function createCommandsPart({ database, metrics }: Context) {
  metrics.watchStored('commands', 'Commands that no device has accepted, by state.', () =>
    countListedCommands(database.read(systemScope('metrics'))),
  );
  return {
    handlers: { commands: createCommandsHandlers(database) },
    jobs: [...createAutoDownloadJobs(database), ...createStreamStopJobs(database)],
  };
}
