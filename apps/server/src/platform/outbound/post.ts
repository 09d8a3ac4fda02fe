import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

const MOST_BYTES = 64 * 1024;

export interface Post {
  readonly url: URL;
  /** The checked addresses of the host: the only ones that are connected to. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Buffer;
  /** Ends the request. An answer whose status has arrived by then counts. */
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  /** At most 64 KiB. */
  readonly text: string;
}

/** Answers the checked addresses, whatever the name servers say by now. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    const [first] = known;
    if (options.all) done(null, known);
    else done(null, first?.address ?? '', first?.family ?? 0);
  };
}

/** Reads until the end, the limit or the abort, whichever is first. */
function readAnswer(response: http.IncomingMessage, signal: AbortSignal): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = () => resolve(Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8'));
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_BYTES) response.destroy();
  });
  // The close that follows ends the reading.
  response.on('error', () => undefined);
  response.on('close', finish);
  signal.addEventListener('abort', finish, { once: true });
  void promise.then(() => signal.removeEventListener('abort', finish));
  return promise;
}

/** Posts a body over a connection of its own. Redirects are not followed: they are answers. */
export function post({ url, addresses, headers, body, signal }: Post): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { request: open } = url.protocol === 'https:' ? https : http;
  const request = open(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
    lookup: answerWith(addresses),
    signal,
  });
  let isAnswered = false;
  request.on('error', (error) => {
    if (!isAnswered) reject(error);
  });
  request.on('response', (response) => {
    isAnswered = true;
    const status = response.statusCode ?? 0;
    void readAnswer(response, signal).then((text) => {
      resolve({ status, text });
      request.destroy();
    });
  });
  request.end(body);
  return promise;
}
