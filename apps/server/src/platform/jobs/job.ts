import { z } from 'zod';

/** Work for the job queue, identified by its name. */
export interface Job {
  readonly name: string;
  readonly run: (payload: unknown) => Promise<void>;
}

/**
 * A job runs at least once: a failed one is retried, and another node takes over the jobs of a dead one. So `run` must
 * be idempotent.
 */
export function defineJob<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
  run: (payload: Payload) => Promise<void>,
): Job {
  return {
    name,
    run: async (payload) => {
      const parsed = schema.safeParse(payload);
      if (!parsed.success) throw new Error(`The payload of job ${name} does not fit: ${z.prettifyError(parsed.error)}`);
      await run(parsed.data);
    },
  };
}
