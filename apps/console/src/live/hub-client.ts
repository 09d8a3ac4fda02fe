import { Manager, type Socket } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { bearerSource } from '#/api/bearer.ts';
import { callApi } from '#/api/client.ts';
import {
  AGM_HUB,
  EVENT_GROUP,
  HUB_PATH,
  RECEIVE_STREAM,
  STREAM_HUB,
  type ArgumentOf,
  type DataOf,
  type MethodAnswer,
  type MethodName,
  type StreamMethodName,
} from './hub-event.ts';

/** The delay between attempts after a failed start or a close. */
export const HUB_RETRY_MS = 5000;

export type HubPhase = 'stopped' | 'connecting' | 'up' | 'resting';
export type HubSignal = 'start' | 'connected' | 'failed' | 'closed' | 'rested' | 'stop';
export type HubAct = 'connect' | 'rest' | 'disconnect' | 'nothing';

interface Step {
  readonly phase: HubPhase;
  readonly act: HubAct;
}

/** The next step of a connection. A failed start or a close causes one wait, however many signals report it. */
export function stepHubRetry(phase: HubPhase, signal: HubSignal): Step {
  const stay: Step = { phase, act: 'nothing' };
  switch (signal) {
    case 'start':
      return phase === 'stopped' ? { phase: 'connecting', act: 'connect' } : stay;
    case 'connected':
      return phase === 'stopped' ? { phase, act: 'disconnect' } : { phase: 'up', act: 'nothing' };
    case 'failed':
      return phase === 'connecting' ? { phase: 'resting', act: 'rest' } : stay;
    case 'closed':
      return phase === 'connecting' || phase === 'up' ? { phase: 'resting', act: 'rest' } : stay;
    case 'rested':
      return phase === 'resting' ? { phase: 'connecting', act: 'connect' } : stay;
    case 'stop':
      return phase === 'stopped' ? stay : { phase: 'stopped', act: 'disconnect' };
  }
}

/** Keeps one namespace connected: after a failed start or a close it waits, then tries again. */
class HubConnection {
  readonly #socket: Socket;
  readonly #listening: Listening;
  #phase: HubPhase = 'stopped';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settling: Promise<unknown> = Promise.resolve();

  constructor(socket: Socket, listening: Listening) {
    this.#socket = socket;
    this.#listening = listening;
    socket.on('connect', () => this.#take('connected'));
    socket.on('disconnect', () => this.#take('closed'));
    socket.on('connect_error', (error) => {
      if (!isTransportFailure(error))
        this.#settling = (listening.onRefused?.(error.message) ?? Promise.resolve()).catch(() => undefined);
      this.#take('failed');
    });
  }

  start(): void {
    this.#take('start');
  }

  stop(): void {
    this.#take('stop');
  }

  #take(signal: HubSignal): void {
    const wasUp = this.#phase === 'up';
    const { phase, act } = stepHubRetry(this.#phase, signal);
    this.#phase = phase;
    if (phase === 'up' && !wasUp) this.#listening.onUp?.();
    if (phase !== 'up' && wasUp) this.#listening.onDown?.();
    switch (act) {
      case 'connect':
        this.#socket.connect();
        break;
      case 'rest':
        this.#timer = setTimeout(() => void this.#settling.then(() => this.#take('rested')), HUB_RETRY_MS);
        break;
      case 'disconnect':
        clearTimeout(this.#timer);
        this.#socket.disconnect();
        break;
      case 'nothing':
        break;
    }
  }
}

const CONNECT_TIMEOUT_MS = 20_000;
const METHOD_TIMEOUT_MS = 10_000;

export type SessionEndReason = DataOf<'ReceiveSessionEnd'>['reason'];

export interface HubListening {
  readonly onUp: () => void;
  readonly onDown: () => void;
  readonly onEvent: (name: string, data: unknown) => void;
  /** Called on every message of the server, including pings. */
  readonly onHeard: () => void;
  readonly onSessionEnd: (reason: SessionEndReason) => void;
  /** The stream hub has lost the subscriptions of this console. */
  readonly onStreamUp: () => void;
  readonly onStream: (text: string) => void;
}

export interface HubClient {
  readonly start: () => void;
  readonly stop: () => void;
  /** Drops a connection that is probably dead, without waiting for the next ping. */
  readonly drop: () => void;
  readonly call: <Name extends MethodName>(name: Name, argument: ArgumentOf<Name>) => Promise<MethodAnswer>;
  readonly callStream: (name: StreamMethodName, uid: number) => Promise<MethodAnswer>;
}

const readToken = async () => {
  const bearer = bearerSource.get();
  return bearer.readToken() ?? (await bearer.renewToken());
};

async function callOver(socket: Socket, name: string, argument: unknown): Promise<MethodAnswer> {
  if (!socket.connected) return { error: 'not-connected' };
  try {
    return (await socket.timeout(METHOD_TIMEOUT_MS).emitWithAck(name, argument)) as MethodAnswer;
  } catch {
    return { error: 'timeout' };
  }
}

/** Each with its name and data. */
type EventGroup = readonly (readonly [name: string, data: unknown])[];

/** A listener that fails on one event is reported; the events after it are still taken. */
function takeEach(group: EventGroup, take: (name: string, data: unknown) => void): void {
  for (const event of group)
    try {
      take(...event);
    } catch (error) {
      reportError(error);
    }
}

/** The agm hub, with the access token. */
function connectAgmHub(manager: Manager, listening: HubListening) {
  const socket = manager.socket(AGM_HUB, {
    auth: (send) =>
      void readToken().then(
        (token) => send({ token: token ?? '', eventGroups: true }),
        () => send({ token: '', eventGroups: true }),
      ),
  });
  const connection = new HubConnection(socket, {
    onUp: listening.onUp,
    onDown: listening.onDown,
    onRefused: () => bearerSource.get().renewToken(),
  });
  socket.on('connect', listening.onHeard);
  const take = (name: string, data: unknown) => {
    if (name === 'ReceiveSessionEnd') listening.onSessionEnd((data as DataOf<'ReceiveSessionEnd'>).reason);
    else listening.onEvent(name, data);
  };
  socket.onAny((name: string, data: unknown) => {
    listening.onHeard();
    if (name === EVENT_GROUP) takeEach(data as EventGroup, take);
    else take(name, data);
  });
  return { socket, connection };
}

/** The stream hub, with the browser's cookie. */
function connectStreamHub(manager: Manager, listening: HubListening, drop: () => void) {
  const socket = manager.socket(STREAM_HUB);
  let mayRenewCookie = true;
  const connection = new HubConnection(socket, {
    onUp: () => {
      mayRenewCookie = true;
      listening.onStreamUp();
    },
    // The WebSocket's own request sends the cookie: a new one needs a new connection, tried once.
    onRefused: async () => {
      if (!mayRenewCookie) return;
      mayRenewCookie = false;
      await callApi('POST /session');
      drop();
    },
  });
  // Bypasses the queue of the other events: sound and detection continue while the page is hidden.
  socket.on(RECEIVE_STREAM, listening.onStream);
  return { socket, connection };
}

/** Both hubs over one WebSocket. */
export function createHubClient(listening: HubListening): HubClient {
  const manager = new Manager({
    path: HUB_PATH,
    transports: ['websocket'],
    parser,
    timeout: CONNECT_TIMEOUT_MS,
    autoConnect: false,
    // The console schedules its own retries.
    reconnection: false,
  });
  const drop = () => manager.engine?.close();
  const agm = connectAgmHub(manager, listening);
  const stream = connectStreamHub(manager, listening, drop);
  manager.on('ping', listening.onHeard);
  return {
    start() {
      agm.connection.start();
      stream.connection.start();
    },
    stop() {
      agm.connection.stop();
      stream.connection.stop();
    },
    drop,
    call: (name, argument) => callOver(agm.socket, name, argument),
    callStream: (name, uid) => callOver(stream.socket, name, uid),
  };
}

interface Listening {
  readonly onUp?: () => void;
  readonly onDown?: () => void;
  /** The server refused the handshake, with a code. Awaited before the next attempt. */
  readonly onRefused?: (code: string) => Promise<unknown>;
}

/** A failure of the transport itself says nothing about the credentials. */
function isTransportFailure(error: Error): boolean {
  return 'type' in error || error.message === 'timeout';
}
