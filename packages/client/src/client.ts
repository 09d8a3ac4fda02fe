import type { Calls } from './api.ts';
import { sendPatiently } from './send.ts';
import { toPath, type CallParts } from './to-path.ts';

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
