/** What a failed transaction means for the messages in it. */
export type StorageFailure = 'data' | 'conflict' | 'outage';

/**
 * `data`: one of the messages cannot be stored, today or ever. `conflict`: another transaction was in the way.
 * `outage`: the database is away or cannot write; anything unknown counts as that, so that nothing is thrown away.
 */
export function readStorageFailure(error: unknown): StorageFailure {
  const code = readCode(error);
  if (isMonthMissing(error)) return 'conflict';
  // SQLSTATE classes: data exception, integrity violation; then serialization failure, deadlock, lock not available.
  if (/^(22|23)...$/.test(code)) return 'data';
  if (/^40...$/.test(code) || code === '55P03') return 'conflict';
  return 'outage';
}

/** The month was dropped after this node had seen it: made again, it takes the message. */
export function isMonthMissing(error: unknown): boolean {
  return (
    readCode(error) === '23514' && error instanceof Error && 'routine' in error && error.routine === 'ExecFindPartition'
  );
}

function readCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
