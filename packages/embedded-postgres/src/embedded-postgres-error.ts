/** The embedded PostgreSQL cannot run; the message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** The data folder is locked, foreign, corrupted, of another PostgreSQL, or not writable. */
export class DataFolderError extends EmbeddedPostgresError {
  override name = 'DataFolderError';
}

export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a file is in the way',
  ENOSPC: 'the disk is full',
};

export function describeReason(error: unknown): string {
  return reasons[readErrorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}
