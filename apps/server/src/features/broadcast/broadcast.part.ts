import type { Context } from '../../platform/part.ts';
import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { createBroadcast, readBroadcast } from './broadcast.service.ts';
import { fireNowFlags, readPathFlags, savePathFlags } from './path-flags.service.ts';
import { readFlags, writeFlags } from './path-flags.wire.ts';

export const createBroadcastPart = ({ database }: Context) => ({
  handlers: { broadcast: createBroadcastHandlers(database) },
});

/** `now` answers UTC milliseconds. */
function createBroadcastHandlers(
  database: Database,
  now: () => number = Date.now,
): Handlers<Omit<Routes['broadcast'], 'createRunBroadcast'>> {
  return {
    createBroadcast: ({ body }, call) => createBroadcast(database, originOf(call), body, now()),
    readBroadcast: ({ params }, call) => readBroadcast(database.read(scopeOfCall(call)), params.broadcastId),
    readPathFlags: async ({ params }, call) =>
      writeFlags(await readPathFlags(database.read(scopeOfCall(call)), params.pathId)),
    savePathFlags: async ({ body: { pathId, ...flags } }, call) => {
      await savePathFlags(database, originOf(call), pathId, readFlags(flags));
      return {};
    },
    fireNowFlags: async ({ params }, call) => {
      const { formatDiskBroadcastCommandNowEvent: formats } = await readPathFlags(
        database.read(scopeOfCall(call)),
        params.pathId,
      );
      if (formats) await call.checkStepUp();
      return fireNowFlags(database, originOf(call), params.pathId, now());
    },
  };
}
