import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

// A real HTTP server for tests that takes pushes like the push service of a browser, and browsers that decrypt them.

/** The subscription of a browser, as it sends it to the server. */
export interface TestBrowser {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface ReceivedPush {
  readonly endpoint: string;
  readonly headers: IncomingHttpHeaders;
  readonly payload: Readonly<Record<string, unknown>>;
  /** As it came over the wire. */
  readonly body: Buffer;
}

const CREATED = 201;
const SALT = 16;
const TAG = 16;

interface BrowserSecrets {
  readonly keys: ECDH;
  readonly auth: Buffer;
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** RFC 8291 and RFC 8188, for a message of one record. */
function decrypt(body: Buffer, { keys, auth }: BrowserSecrets): string {
  const salt = body.subarray(0, SALT);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = derive(keys.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

export class TestPushService {
  readonly received: ReceivedPush[] = [];
  /** The status for the next pushes to an endpoint; without one they are taken. */
  readonly statuses = new Map<string, number>();
  readonly #server: Server;
  readonly #browsers = new Map<string, BrowserSecrets>();
  readonly #waiting: (() => void)[] = [];

  constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  makeBrowser(): TestBrowser {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const auth = randomBytes(16);
    const path = `/send/${randomBytes(9).toString('base64url')}`;
    this.#browsers.set(path, { keys, auth });
    const { port } = this.#server.address() as AddressInfo;
    return {
      endpoint: `http://127.0.0.1:${port}${path}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    };
  }

  async untilReceived(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  clear(): void {
    this.received.length = 0;
    this.statuses.clear();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const path = request.url ?? '';
    const endpoint = `http://${request.headers.host}${path}`;
    const browser = this.#browsers.get(path);
    const payload = browser ? (JSON.parse(decrypt(body, browser)) as ReceivedPush['payload']) : {};
    this.received.push({ endpoint, headers: request.headers, payload, body });
    const status = this.statuses.get(endpoint) ?? CREATED;
    response.writeHead(status).end(status === CREATED ? '' : 'refused by the test');
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

export async function startTestPushService(): Promise<TestPushService> {
  const service = new TestPushService();
  await service.listen();
  return service;
}
