import type { Context } from '../../platform/part.ts';
import { createHistoryHandlers } from './history.routes.ts';

export const createHistoryPart = ({ database, log }: Context) => ({
  handlers: { history: createHistoryHandlers({ database, log, now: Date.now }) },
});
