import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { readHeldToken } from '#/features/session/session-store.ts';

const MAX_MESSAGE = 2000;
const MAX_STACK = 20_000;

/** Cuts texts to the server's limits; any value can be thrown. */
export function describeError(error: unknown, address: string) {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  return {
    message: message.slice(0, MAX_MESSAGE) || 'Error',
    ...(stack !== undefined && { stack: stack.slice(0, MAX_STACK) }),
    location: address.slice(0, MAX_MESSAGE),
  };
}

/**
 * Stores a failure of the console in the server's error log. Returns its log id; a failed call has one already, and
 * without a session there is none.
 */
export async function reportError(error: unknown): Promise<number | undefined> {
  logFailure(error);
  if (isApiError(error)) return error.logId;
  if (!readHeldToken()) return undefined;
  return callApi('POST /console/error', { body: describeError(error, location.pathname) }).catch(() => undefined);
}
