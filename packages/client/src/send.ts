import { PROBLEM_MEDIA_TYPE, readRefusal, WaymarkError } from './waymark-error.ts';

interface Request {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
  readonly token: string;
}

interface Patience {
  readonly timeoutMs: number;
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

type Read<Answer> = (response: Response) => Promise<Answer>;

/** A server that wants a longer pause is not waited for. */
const LONGEST_PAUSE_S = 60;

function toInit({ method, body, token }: Request): RequestInit {
  const headers = { accept: `application/json, ${PROBLEM_MEDIA_TYPE}, */*`, authorization: `Bearer ${token}` };
  if (body === undefined) return { method, headers };
  return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Sends once. Every failure is a WaymarkError, except the caller's own abort. */
async function sendOnce<Answer>(
  request: Request,
  read: Read<Answer>,
  { timeoutMs, signal }: Patience,
): Promise<Answer> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  try {
    const signals = signal === undefined ? [late.signal] : [late.signal, signal];
    const response = await fetch(request.url, { ...toInit(request), signal: AbortSignal.any(signals) });
    if (!response.ok) throw await readRefusal(response);
    return await read(response);
  } catch (error) {
    if (error instanceof WaymarkError || signal?.aborted) throw error;
    const [code, detail] = late.signal.aborted
      ? ['timeout', `The server did not answer within ${timeoutMs / 1000} s.`]
      : ['unreachable', 'The server cannot be reached.'];
    throw new WaymarkError({ status: 0, code, detail }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** A call that was not carried out may be sent again: one that only reads, and one that came too soon. */
function mayRepeat(method: string, { status }: WaymarkError): boolean {
  return status === 429 || (method === 'GET' && (status === 0 || status === 503));
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Repeats a request that the server could not take. Each attempt asks for the token again. */
export async function sendPatiently<Answer>(
  makeRequest: () => Promise<Request>,
  read: Read<Answer>,
  patience: Patience,
): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const request = await makeRequest();
    try {
      return await sendOnce(request, read, patience);
    } catch (error) {
      if (!(error instanceof WaymarkError) || !mayRepeat(request.method, error)) throw error;
      const seconds = error.retryAfterS ?? 2 ** attempt;
      if (attempt >= patience.retries || seconds > LONGEST_PAUSE_S) throw error;
      await pause(seconds, patience.signal);
    }
  }
}
