import { toPath, type CallParts } from '@waymark/client/to-path';
import { t } from '#/language/t.ts';
import { ApiError, readApiError, PROBLEM_MEDIA_TYPE } from './api-error.ts';

const CALL_TIMEOUT_MS = 30_000;

export function describeNoAnswer(error: unknown, isTimeout: boolean): ApiError {
  const detail = isTimeout
    ? t('The server did not answer within {seconds} s.', { seconds: CALL_TIMEOUT_MS / 1000 })
    : t('The server cannot be reached.');
  return new ApiError({ status: 0, code: isTimeout ? 'timeout' : 'unreachable', detail }, { cause: error });
}

export function makeHeaders(token: string | null): Headers {
  const headers = new Headers({ accept: `application/json, ${PROBLEM_MEDIA_TYPE}` });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/** The options of `fetch` for a call. */
export function makeRequest(method: string, { body }: CallParts, token: string | null): RequestInit {
  const headers = makeHeaders(token);
  if (body === undefined) return { method, headers };
  headers.set('content-type', 'application/json');
  return { method, headers, body: JSON.stringify(body) };
}

interface Sending {
  readonly token: string | null;
  readonly signal?: AbortSignal | undefined;
  readonly successStatus?: number | undefined;
}

async function readReply(response: Response, successStatus = response.status): Promise<unknown> {
  if (!response.ok || response.status !== successStatus) throw await readApiError(response);
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return isJson ? response.json() : response.text();
}

/** Sends a request; every failure except the caller's own abort becomes an ApiError. */
export async function send(
  address: string,
  parts: CallParts,
  { token, signal, successStatus }: Sending,
): Promise<unknown> {
  const [method = 'GET', path = ''] = address.split(' ');
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  try {
    const response = await fetch(toPath(path, parts), {
      ...makeRequest(method, parts, token),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return await readReply(response, successStatus);
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw describeNoAnswer(error, timeout.aborted);
  }
}
