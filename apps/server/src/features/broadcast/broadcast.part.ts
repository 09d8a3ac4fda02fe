import type { Context } from '../../platform/part.ts';
import { createBroadcastHandlers } from './broadcast.routes.ts';

export const createBroadcastPart = ({ database }: Context) => ({
  handlers: { broadcast: createBroadcastHandlers(database) },
});
