import type { Calls } from './api.ts';
import { toPath, type CallParts } from './to-path.ts';
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
async function sendPatiently<Answer>(
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

export type { Calls, HubEvents, WebhookEvents } from './api.ts';
export { WaymarkError } from './waymark-error.ts';

/** An API key, or what returns the token of the next request. */
export type Credential = string | (() => string | Promise<string>);

export interface ClientOptions {
  /** Where Waymark is: `https://waymark.example.com`. */
  readonly address: string;
  readonly key: Credential;
  /** How long a call waits for its answer, a file for its first byte; 30 s unless said. */
  readonly timeoutMs?: number;
  /** How often a call is repeated that the server could not take; twice unless said. */
  readonly retries?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A call without parameters needs no parts. */
type Arguments<Parts> = object extends Parts
  ? [parts?: Parts, options?: CallOptions]
  : [parts: Parts, options?: CallOptions];

type RowOf<Reply> = { [K in keyof Reply]: Reply[K] extends readonly (infer Row)[] ? Row : never }[keyof Reply];
/** The calls that answer a page of a list. */
export type PagedAddress = {
  [A in keyof Calls]: Calls[A]['reply'] extends { readonly rowsNumber: number } ? A : never;
}[keyof Calls];
/** The query of a page without the page itself. */
type ListParts<Parts> = {
  [K in keyof Parts]: K extends 'query' ? Omit<Parts[K], 'page' | 'rowsPerPage'> : Parts[K];
};

export interface WaymarkClient {
  /** Calls the API: `call('GET /apexagm/:uid/device', { params: { uid: 100101 } })`. */
  readonly call: <A extends keyof Calls>(
    address: A,
    ...rest: Arguments<Calls[A]['parts']>
  ) => Promise<Calls[A]['reply']>;
  /** The same for a file: its body is read while it arrives. */
  readonly open: <A extends keyof Calls>(address: A, ...rest: Arguments<Calls[A]['parts']>) => Promise<Response>;
  /** All rows of a paged list, one after the other. */
  readonly rows: <A extends PagedAddress>(
    address: A,
    parts: ListParts<Calls[A]['parts']>,
    options?: CallOptions,
  ) => AsyncGenerator<RowOf<Calls[A]['reply']>>;
}

const ROWS_PER_PAGE = 500;

function pickRows(reply: object): readonly unknown[] {
  return Object.values(reply).find((value) => Array.isArray(value)) ?? [];
}

export async function readCredential(key: Credential): Promise<string> {
  return typeof key === 'string' ? key : key();
}

export function createClient({ address, key, timeoutMs = 30_000, retries = 2 }: ClientOptions): WaymarkClient {
  async function request<Answer>(
    name: string,
    parts: CallParts,
    { signal }: CallOptions,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const [method = 'GET', path = ''] = name.split(' ');
    const url = new URL(toPath(path, parts), address);
    const send = async () => ({ method, url, body: parts.body, token: await readCredential(key) });
    return sendPatiently(send, read, { timeoutMs, retries, signal });
  }

  async function readReply(response: Response): Promise<unknown> {
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return isJson ? response.json() : response.text();
  }

  async function* listRows(name: string, parts: CallParts, options: CallOptions): AsyncGenerator {
    for (let page = 1, seen = 0; ; page++) {
      const query = { ...(parts.query as object), page, rowsPerPage: ROWS_PER_PAGE };
      const reply = (await request(name, { ...parts, query }, options, readReply)) as { readonly rowsNumber: number };
      const rows = pickRows(reply);
      yield* rows;
      seen += rows.length;
      if (rows.length === 0 || seen >= reply.rowsNumber) return;
    }
  }

  // The compiler knows parts and replies by the name of the call; here they are only passed on.
  return {
    call: (name: string, parts: CallParts = {}, options: CallOptions = {}) => request(name, parts, options, readReply),
    open: (name: string, parts: CallParts = {}, options: CallOptions = {}) =>
      request(name, parts, options, (response) => Promise.resolve(response)),
    rows: (name: string, parts: CallParts, options: CallOptions = {}) => listRows(name, parts, options),
  } as WaymarkClient;
}
