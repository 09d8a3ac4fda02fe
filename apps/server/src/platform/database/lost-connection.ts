import { DatabaseAwayError, UnansweredQueryError } from './query-limit.ts';

// Messages of pg errors that have no code.
const MESSAGES: readonly string[] = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/** PostgreSQL is stopping, has crashed, is starting, or has ended the transaction of a node that stood still. */
const CODES: readonly unknown[] = ['57P01', '57P02', '57P03', '25P03'];

/** A broken connection, unlike a caller's aborted request, names the system call. */
const SYSTEM_CODES: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

/** Whether the connection to the database was lost or could not be opened; the caller may retry. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && CODES.includes(error.code)) return true;
  // The socket of the embedded database does not exist.
  if ('syscall' in error && error.syscall === 'connect') return true;
  if ('syscall' in error && 'code' in error && SYSTEM_CODES.includes(error.code)) return true;
  return (
    error instanceof DatabaseAwayError || error instanceof UnansweredQueryError || MESSAGES.includes(error.message)
  );
}
