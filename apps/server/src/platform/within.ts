import { setImmediate as untilRead, setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits at most `limitMs`, then resolves with undefined. An answer that has arrived but is not read yet still counts.
 */
export async function within<Outcome>(limitMs: number, work: Promise<Outcome>): Promise<Outcome | undefined> {
  const timeout = new AbortController();
  const tooLate = async () => {
    await sleep(limitMs, undefined, { ref: false, signal: timeout.signal });
    await untilRead();
    return undefined;
  };
  const late = tooLate();
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timeout.abort();
    work.catch(() => undefined);
  }
}
