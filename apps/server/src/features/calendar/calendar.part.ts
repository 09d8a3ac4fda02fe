import type { Routes } from '@waymark/contract/routes/index';
import { originOf } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Context } from '../../platform/part.ts';
import { addFeed, listFeeds, revokeFeed } from './feeds.service.ts';
import { readCalendar } from './read-calendar.service.ts';

interface Options extends Context {
  readonly config: { readonly publicUrl: string };
}

function createCalendarHandlers(database: Database, publicUrl: string): Handlers<Routes['calendar']> {
  return {
    listCalendarFeeds: (_input, call) => listFeeds(database, call.actor),
    addCalendarFeed: ({ body }, call) => addFeed(database, originOf(call), call.actor, body, publicUrl),
    revokeCalendarFeed: async ({ params }, call) => {
      await revokeFeed(database, originOf(call), call.actor, params.id);
      return {};
    },
    readCalendar: ({ params }) => readCalendar(database, params.secret, publicUrl, Date.now()),
  };
}

export const createCalendarPart = ({ database, config }: Options) => ({
  handlers: { calendar: createCalendarHandlers(database, config.publicUrl) },
});
