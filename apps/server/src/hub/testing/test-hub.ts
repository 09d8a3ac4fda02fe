import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { MethodAnswer } from '@waymark/contract/event';
import { AGM_HUB, HUB_PATH, STREAM_HUB } from '@waymark/contract/events/index';
import { pino } from 'pino';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import type { Actor } from '../../platform/access/actor.ts';
import { problem } from '../../platform/http/problem.ts';
import { createHub, type Hub, type HubOptions } from '../hub.ts';
import { renewTokenBy } from '../renew-token.ts';
import { ManualClock } from './manual-clock.ts';

type Handlers = Record<string, (data: unknown) => void>;
type Calls = Record<string, (...args: unknown[]) => void>;
export type TestClient = Socket<Handlers, Calls>;
type ClientOptions = Partial<ManagerOptions & SocketOptions>;

const HOUR_MS = 3_600_000;

/** A signed-in user; an admin of company 1 by default. */
export function makeActor(changes: Partial<Actor> = {}): Actor {
  const person = { userId: 7, name: 'Dana Reyes', email: 'dana@example.com' };
  return { ...person, role: 'admin', groupId: 1, sessionId: 's1', expiresAt: 0, ...changes };
}

/** A test token is the actor as JSON. */
export function makeToken(actor: Actor): string {
  return JSON.stringify(actor);
}

function makeCookie(actor: Actor): { readonly cookie: string } {
  return { cookie: `stream=${encodeURIComponent(makeToken(actor))}` };
}

export interface TestHub {
  readonly hub: Hub;
  readonly clock: ManualClock;
  readonly url: string;
  /** Log lines at warn and above. */
  readonly complaints: readonly string[];
  /** Connects to the agm hub; rejects with the code of a refusal. */
  readonly connectAgm: (actor: Actor, options?: ClientOptions) => Promise<TestClient>;
  readonly connectStream: (actor: Actor, options?: ClientOptions) => Promise<TestClient>;
  /** Connects to both hubs over one connection, as a console does. */
  readonly connectBoth: (actor: Actor, streamActor?: Actor) => Promise<[agm: TestClient, stream: TestClient]>;
  readonly connect: (namespace: string, options: ClientOptions) => Promise<TestClient>;
  readonly stop: () => Promise<void>;
}

/** Starts a hub on a free local port with invented sign-ins that last 24 hours by default. */
export async function startHub(options: Partial<HubOptions> = {}): Promise<TestHub> {
  const clock = new ManualClock();
  const complaints: string[] = [];
  const lines = new Writable({
    write(line, _encoding, done) {
      complaints.push(String(line));
      done();
    },
  });
  const authenticate = async (token: string): Promise<Actor> => {
    if (!token.startsWith('{')) throw problem('unauthenticated');
    const actor = JSON.parse(token) as Actor;
    const expiresAt = actor.expiresAt || clock.now() + 24 * HOUR_MS;
    if (expiresAt <= clock.now()) throw problem('token-expired');
    return { ...actor, expiresAt };
  };
  const server = createServer((_request, response) => response.end());
  const hub = createHub({
    server,
    log: pino({ level: 'warn' }, lines),
    authenticate,
    authenticateStream: async (cookie) => authenticate(decodeURIComponent(cookie?.replace('stream=', '') ?? '')),
    allowedOrigin: (origin, host) => origin === undefined || origin === `http://${host}`,
    methods: {
      RenewToken: renewTokenBy((token) => (options.authenticate ?? authenticate)(token, '')),
      ShowPigRuns: async () => undefined,
      SendPigRunUpdate: async () => undefined,
    },
    streamMethods: { ListenToAgm: async () => undefined, ShutupToAgm: async () => undefined },
    clock,
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: TestClient[] = [];

  const connect = async (namespace: string, changes: ClientOptions): Promise<TestClient> => {
    const transport = { path: HUB_PATH, parser, transports: ['websocket'], reconnection: false, forceNew: true };
    const client: TestClient = io(`${url}${namespace}`, { ...transport, ...changes });
    clients.push(client);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', resolve);
      client.once('connect_error', reject);
      client.once('disconnect', (reason) => reject(new Error(reason)));
    });
    return client;
  };
  return {
    hub,
    clock,
    url,
    complaints,
    connect,
    connectAgm: async (actor, changes) => connect(AGM_HUB, { auth: { token: makeToken(actor) }, ...changes }),
    connectStream: async (actor, changes) => connect(STREAM_HUB, { extraHeaders: makeCookie(actor), ...changes }),
    connectBoth: async (actor, streamActor = actor) => {
      const agm = await connect(AGM_HUB, { auth: { token: makeToken(actor) }, extraHeaders: makeCookie(streamActor) });
      const stream: TestClient = agm.io.socket(STREAM_HUB);
      await new Promise<void>((resolve) => stream.once('connect', resolve));
      return [agm, stream];
    },
    stop: async () => {
      for (const client of clients) client.disconnect();
      await hub.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Waits for the next event of this name; call it before causing the event. */
export async function nextEvent(client: TestClient, name: string): Promise<unknown> {
  return new Promise((resolve) => client.once(name, resolve));
}

/** Waits for the end of the connection and returns the reason. */
export async function closed(client: TestClient): Promise<string> {
  return new Promise((resolve) => client.once('disconnect', resolve));
}

/** Stops the client from reading until the returned function is called. */
export function pauseReading(client: TestClient): () => void {
  const { ws } = client.io.engine.transport as unknown as { ws: { _socket: { pause(): void; resume(): void } } };
  ws._socket.pause();
  return () => ws._socket.resume();
}

export async function call(client: TestClient, method: string, ...args: unknown[]): Promise<MethodAnswer> {
  return (await client.emitWithAck(method, ...args)) as MethodAnswer;
}

/** Collects received events; `all` waits until everything sent before the call has arrived. */
export function collect(client: TestClient): { all: () => Promise<readonly (readonly [string, unknown])[]> } {
  const received: (readonly [string, unknown])[] = [];
  client.onAny((name: string, data: unknown) => received.push([name, data]));
  return {
    async all() {
      await call(client, 'Fence');
      return received;
    },
  };
}
