import { z } from 'zod';

/** Work for the queue, known by its name. */
export interface Job {
  readonly name: string;
  readonly run: (payload: unknown) => Promise<void>;
}

/**
 * A job runs at least once: one that fails is tried again later, one whose node died in the middle is
 * taken over. So `run` must bear a second time.
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
