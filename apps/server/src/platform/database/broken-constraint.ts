import pg from 'pg';

const INTEGRITY_VIOLATION = '23';

/** Which constraint of a table refused a statement, if that is why it failed. */
export function brokenConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code?.startsWith(INTEGRITY_VIOLATION) ? error.constraint : undefined;
}
