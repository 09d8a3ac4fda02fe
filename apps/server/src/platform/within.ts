/**
 * Waits at most `limitMs`, then resolves with undefined. An answer that has arrived but is not read yet still counts.
 */
export async function within<Outcome>(limitMs: number, work: Promise<Outcome>): Promise<Outcome | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, undefined), limitMs).unref();
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
