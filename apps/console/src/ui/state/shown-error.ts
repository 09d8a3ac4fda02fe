import { t } from '#/language/t.ts';

/** An error in the form for dialogs and toasts. */
export interface ShownError {
  readonly message: string;
  /** The number of the server's error log entry, shown as "LogId = 4711". */
  readonly logId?: string | number;
}

const unknownReason = t('Something went wrong.');

function readField(value: object, name: string): unknown {
  return Reflect.get(value, name);
}

/** Reads the message of any thrown value, and the log id if it has one. */
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
