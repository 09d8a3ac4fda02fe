import type { Context } from '../../platform/part.ts';
import { createPassagesHandlers } from './passages.routes.ts';

interface Options extends Context {
  readonly config: { readonly retention: Parameters<typeof createPassagesHandlers>[0]['retention'] };
}

export const createPassagesPart = ({ database, partitions, config }: Options) => ({
  handlers: {
    passages: createPassagesHandlers({ database, partitions, retention: config.retention, now: Date.now }),
  },
});
