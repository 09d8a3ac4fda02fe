import pg from 'pg';

const INTEGRITY_VIOLATION = '23';

/** The constraint that refused a statement; undefined for all other errors. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code?.startsWith(INTEGRITY_VIOLATION) ? error.constraint : undefined;
}

/** The meaning of a failed transaction for its messages. */
export type StorageFailure = 'data' | 'conflict' | 'outage';

/**
 * `data`: one of the messages can never be stored. `conflict`: another transaction interfered. `outage`: the database
 * is away or cannot write; unknown errors count as that, so that no message is lost.
 */
export function readStorageFailure(error: unknown): StorageFailure {
  const code = readCode(error);
  if (isMonthMissing(error)) return 'conflict';
  // SQLSTATE classes: data exception, integrity violation; then serialization failure, deadlock, lock not available.
  if (/^(22|23)...$/.test(code)) return 'data';
  if (/^40...$/.test(code) || code === '55P03') return 'conflict';
  return 'outage';
}

/** The partition was dropped after this node had seen it: created again, it accepts the message. */
export function isMonthMissing(error: unknown): boolean {
  return (
    readCode(error) === '23514' && error instanceof Error && 'routine' in error && error.routine === 'ExecFindPartition'
  );
}

function readCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
