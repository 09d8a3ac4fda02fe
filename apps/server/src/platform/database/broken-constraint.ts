import pg from 'pg';

const INTEGRITY_VIOLATION = '23';

/** The constraint that refused a statement; undefined for all other errors. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code?.startsWith(INTEGRITY_VIOLATION) ? error.constraint : undefined;
}
