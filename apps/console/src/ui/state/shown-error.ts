/** An error as a dialog or a toast shows it. */
export interface ShownError {
  readonly message: string;
  /** The server's error log entry, quoted as "LogId = 4711". */
  readonly logId?: string | number;
}

const unknownReason = 'Something went wrong.';

function readField(value: object, name: string): unknown {
  return Reflect.get(value, name);
}

/** What can be told of anything that was thrown: its message, and the log id if it carries one. */
export function toShownError(thrown: unknown): ShownError {
  if (typeof thrown === 'string' && thrown !== '') return { message: thrown };
  if (typeof thrown !== 'object' || thrown === null) return { message: unknownReason };
  const message = readField(thrown, 'message');
  const logId = readField(thrown, 'logId');
  return {
    message: typeof message === 'string' && message !== '' ? message : unknownReason,
    ...(typeof logId === 'number' || typeof logId === 'string' ? { logId } : {}),
  };
}
