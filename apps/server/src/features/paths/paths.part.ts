import type { Context } from '../../platform/part.ts';
import { createPathsHandlers } from './paths.routes.ts';

export const createPathsPart = ({ database, log }: Context) => ({
  handlers: { paths: createPathsHandlers({ database, log, now: Date.now }) },
});
