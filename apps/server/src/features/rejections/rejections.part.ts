import type { Context } from '../../platform/part.ts';
import { createRejectionsHandlers } from './rejections.routes.ts';

export const createRejectionsPart = ({ database, log }: Context) => ({
  handlers: { rejections: createRejectionsHandlers({ database, log, now: Date.now }) },
});
