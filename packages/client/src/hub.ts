import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import type { HubEvents } from './api.ts';
import { readCredential, type Credential } from './client.ts';
import { WaymarkError } from './waymark-error.ts';

export interface HubOptions {
  /** Where Waymark is: `https://waymark.example.com`. */
  readonly address: string;
  readonly key: Credential;
  /** How long it waits before it connects again; 5 s unless said. */
  readonly retryMs?: number;
}

type Listen<Data> = (data: Data) => void;

export interface HubConnection {
  /** Hears an event; the returned function ends that. */
  readonly on: <N extends keyof HubEvents>(name: N, listen: Listen<HubEvents[N]>) => () => void;
  /** Called at every connection: load afresh what you show, because what happened meanwhile is not sent again. */
  readonly onConnect: (listen: () => void) => () => void;
  /** Called when the connection is lost or refused, with the reason or the code. It is tried again. */
  readonly onDisconnect: (listen: Listen<string>) => () => void;
  /** Asks for the positions of these runs, every 3 s, instead of those asked for before. */
  readonly showRuns: (runIds: readonly number[]) => Promise<void>;
  readonly close: () => void;
}

const ANSWER_MS = 10_000;

const openSocket = (address: string, key: Credential) =>
  io(new URL('/agm', address).href, {
    path: '/hub',
    transports: ['websocket'],
    parser,
    // Socket.IO itself does not try again after a refusal, nor after an end by the server.
    reconnection: false,
    forceNew: true,
    auth: (send) =>
      void readCredential(key).then(
        (token) => send({ token }),
        () => send({ token: '' }),
      ),
  });

/** Connects to the live events, and connects again after every end of the connection but `close`. */
export function connectHub({ address, key, retryMs = 5000 }: HubOptions): HubConnection {
  let shown: readonly number[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const socket = openSocket(address, key);
  const listeners = { connect: new Set<() => void>(), disconnect: new Set<Listen<string>>() };

  const retry = (why: string) => {
    if (isClosed) return;
    for (const listen of listeners.disconnect) listen(why);
    clearTimeout(timer);
    timer = setTimeout(() => socket.connect(), retryMs);
  };
  socket.on('disconnect', retry);
  socket.on('connect_error', ({ message }) => retry(message));
  socket.on('connect', () => {
    if (shown.length > 0) void sendShown().catch(() => undefined);
    for (const listen of listeners.connect) listen();
  });

  async function sendShown(): Promise<void> {
    const answer = (await socket.timeout(ANSWER_MS).emitWithAck('ShowPigRuns', shown)) as { readonly error?: string };
    if (answer.error !== undefined)
      throw new WaymarkError({ status: 0, code: answer.error, detail: `The hub answered ${answer.error}.` });
  }

  function add<L>(set: Set<L>, listen: L): () => void {
    set.add(listen);
    return () => set.delete(listen);
  }

  return {
    on: (name, listen) => {
      const event: string = name;
      const take = listen as Listen<unknown>;
      socket.on(event, take);
      return () => socket.off(event, take);
    },
    onConnect: (listen) => add(listeners.connect, listen),
    onDisconnect: (listen) => add(listeners.disconnect, listen),
    showRuns: async (runIds) => {
      shown = runIds;
      if (socket.connected) await sendShown();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      socket.disconnect();
    },
  };
}
