import { systemClock, type Clock } from '../../hub/clock.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Context } from '../../platform/part.ts';
import type { Routes } from '@waymark/contract/routes/index';
import { ShareReading } from './read-share.service.ts';
import { listSharesOfRun, makeShare, revokeShare } from './shares.service.ts';

interface Options extends Pick<Context, 'database' | 'box'> {
  readonly courseOf: ConstructorParameters<typeof ShareReading>[0]['courseOf'];
  readonly clock: Clock | undefined;
}

/** Links that show one run to readers without an account. */
export function createSharesPart({ database, box, courseOf, clock = systemClock }: Options) {
  const reading = new ShareReading({ database, box, courseOf, now: () => clock.now() });
  const shares: Handlers<Routes['shares']> = {
    listShares: ({ query }, call) => listSharesOfRun(database, call, query.runId),
    makeShare: ({ body }, call) => makeShare(database, call, body),
    revokeShare: async ({ params }, call) => {
      await revokeShare(database, call, params.id);
      return {};
    },
    readShare: ({ body }, call) => reading.read(call, body),
  };
  return { handlers: { shares } };
}
