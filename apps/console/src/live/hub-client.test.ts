import { Manager, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearerSource, type BearerSource } from '#/api/bearer.ts';
import { AGM_HUB, STREAM_HUB } from './hub-event.ts';
import { createHubClient, type HubListening, HUB_RETRY_MS } from './hub-client.ts';

type Listener = (...sent: unknown[]) => void;

/** A namespace of a server that the test plays. */
class FakeSocket {
  readonly connect = vi.fn<() => void>();
  readonly disconnect = vi.fn<() => void>();
  readonly emitWithAck = vi.fn<(name: string, argument: unknown) => Promise<unknown>>();
  connected = false;
  auth: ((send: (data: object) => void) => void) | undefined;
  readonly #listeners: (readonly [name: string, listener: Listener])[] = [];
  readonly #any: Listener[] = [];

  on(name: string, listener: Listener): void {
    this.#listeners.push([name, listener]);
  }

  onAny(listener: Listener): void {
    this.#any.push(listener);
  }

  timeout(): Pick<FakeSocket, 'emitWithAck'> {
    return this;
  }

  /** Calls the listeners of an event by which the library reports the connection. */
  report(name: 'connect' | 'disconnect' | 'connect_error', ...sent: readonly unknown[]): void {
    this.connected = name === 'connect';
    for (const [known, listener] of this.#listeners) if (known === name) listener(...sent);
  }

  /** An event of the server. */
  send(name: string, data: unknown): void {
    for (const [known, listener] of this.#listeners) if (known === name) listener(data);
    for (const listener of this.#any) listener(name, data);
  }
}

const refusal = (code: string) => new Error(code);
/** The library marks failures of the transport with a type. */
const lostTransport = () => Object.assign(new Error('websocket error'), { type: 'TransportError' });

function listenTo() {
  const heard: string[] = [];
  const note = (name: string) => (data?: string) => void heard.push(data === undefined ? name : `${name} ${data}`);
  const listening: HubListening = {
    onUp: note('up'),
    onDown: note('down'),
    onEvent: (name, data) => void heard.push(`${name} ${JSON.stringify(data)}`),
    onHeard: vi.fn<() => void>(),
    onSessionEnd: note('ended'),
    onStreamUp: note('stream up'),
    onStream: note('stream'),
  };
  return { heard, listening };
}

function open(source: Partial<BearerSource> = {}) {
  const sockets: Record<string, FakeSocket> = { [AGM_HUB]: new FakeSocket(), [STREAM_HUB]: new FakeSocket() };
  const [agm = new FakeSocket(), stream = new FakeSocket()] = [sockets[AGM_HUB], sockets[STREAM_HUB]];
  const managers: Manager[] = [];
  vi.spyOn(Manager.prototype, 'socket').mockImplementation(function (this: Manager, name, options) {
    managers.push(this);
    const socket = sockets[name] ?? new FakeSocket();
    socket.auth = options?.auth as FakeSocket['auth'];
    return socket as unknown as Socket;
  });
  const renewToken = vi.fn<() => Promise<string | null>>(async () => 'renewed');
  bearerSource.put({ readToken: () => 'held', renewToken, endSession: () => undefined, ...source });
  const { heard, listening } = listenTo();
  const client = createHubClient(listening);
  const [manager] = managers;
  return { agm, stream, client, heard, listening, renewToken, manager };
}

type Opened = ReturnType<typeof open>;

/** Started and connected in both namespaces. */
function connectBoth(): Opened {
  const opened = open();
  opened.client.start();
  opened.agm.report('connect');
  opened.stream.report('connect');
  return opened;
}

const rest = () => vi.advanceTimersByTimeAsync(HUB_RETRY_MS);

const sendsAuth = ({ agm }: Opened) =>
  new Promise<object>((resolve) => {
    agm.auth?.(resolve);
  });

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the connection of the hub', () => {
  it('the hub connects both namespaces once, even if it is started twice', () => {
    const { client, agm, stream } = open();
    expect(agm.connect).not.toHaveBeenCalled();
    client.start();
    client.start();
    expect([agm.connect, stream.connect].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('the hub reports once that it is up and once that it is down', () => {
    const { agm, heard } = connectBoth();
    agm.report('disconnect', 'transport close');
    agm.report('disconnect', 'transport close');
    expect(heard).toEqual(['up', 'stream up', 'down']);
  });

  it('the hub connects again only after a rest', async () => {
    const { agm } = connectBoth();
    agm.report('disconnect', 'transport close');
    await vi.advanceTimersByTimeAsync(HUB_RETRY_MS - 1);
    expect(agm.connect).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(agm.connect).toHaveBeenCalledTimes(2);
    agm.report('connect_error', lostTransport());
    await rest();
    expect(agm.connect).toHaveBeenCalledTimes(3);
  });

  it('the hub does not report that it is down if it was never up', () => {
    const { client, agm, heard } = open();
    client.start();
    agm.report('connect_error', lostTransport());
    expect(heard).toEqual([]);
  });

  it('a stopped hub neither waits for its next attempt nor accepts a late connection', async () => {
    const { client, agm, heard } = open();
    client.start();
    agm.report('connect_error', lostTransport());
    client.stop();
    await rest();
    expect(agm.connect).toHaveBeenCalledTimes(1);
    agm.report('connect');
    expect(agm.disconnect).toHaveBeenCalledTimes(2);
    expect(heard).toEqual([]);
  });

  it('the stop of a connected hub reports that it is down', () => {
    const { client, heard, agm, stream } = connectBoth();
    client.stop();
    expect(heard.at(-1)).toBe('down');
    expect([agm.disconnect, stream.disconnect].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('the hub closes a connection that is probably dead, for both namespaces', () => {
    const { client, manager } = connectBoth();
    const close = vi.fn<() => void>();
    Object.assign(manager ?? {}, { engine: { close } });
    client.drop();
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('the sign-in of the hub', () => {
  it('the hub signs in with the token that the page has', async () => {
    const opened = open();
    expect(await sendsAuth(opened)).toEqual({ token: 'held', eventGroups: true });
    expect(opened.renewToken).not.toHaveBeenCalled();
  });

  it('the hub fetches a token if the page has none yet', async () => {
    expect(await sendsAuth(open({ readToken: () => null }))).toEqual({ token: 'renewed', eventGroups: true });
  });

  it('the hub signs in without a token, and is refused, if there is none or it cannot be fetched', async () => {
    const ended = open({ readToken: () => null, renewToken: async () => null });
    expect(await sendsAuth(ended)).toEqual({ token: '', eventGroups: true });
    const failed = open({ readToken: () => null, renewToken: () => Promise.reject(new Error('no answer')) });
    expect(await sendsAuth(failed)).toEqual({ token: '', eventGroups: true });
  });

  it('a refused hub renews the token before its next attempt, and waits for it', async () => {
    const renewal = Promise.withResolvers<string | null>();
    const renewToken = vi.fn<() => Promise<string | null>>(() => renewal.promise);
    const { client, agm } = open({ renewToken });
    client.start();
    agm.report('connect_error', refusal('invalid-token'));
    expect(renewToken).toHaveBeenCalledOnce();
    await rest();
    expect(agm.connect).toHaveBeenCalledTimes(1);
    renewal.resolve('renewed');
    await vi.advanceTimersByTimeAsync(0);
    expect(agm.connect).toHaveBeenCalledTimes(2);
  });

  it('a hub that cannot renew its token tries again all the same', async () => {
    const { client, agm } = open({ renewToken: () => Promise.reject(new Error('no answer')) });
    client.start();
    agm.report('connect_error', refusal('invalid-token'));
    await rest();
    expect(agm.connect).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['a lost transport', lostTransport()],
    ['a timeout', new Error('timeout')],
  ])('the hub does not renew its token after %s', (_, failure) => {
    const { client, agm, renewToken } = open();
    client.start();
    agm.report('connect_error', failure);
    expect(renewToken).not.toHaveBeenCalled();
  });

  it('the refused stream renews its cookie once per connection, over a new WebSocket', async () => {
    const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(async () => Response.json({}));
    vi.stubGlobal('fetch', fetch);
    const { client, stream, manager } = open();
    const close = vi.fn<() => void>();
    Object.assign(manager ?? {}, { engine: { close } });
    client.start();
    stream.report('connect_error', refusal('no-session'));
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(fetch.mock.calls.map(([path, { method }]) => [method, path])).toEqual([['POST', '/api/session']]);
    await rest();
    stream.report('connect_error', refusal('no-session'));
    await rest();
    expect(fetch).toHaveBeenCalledTimes(1);
    stream.report('connect');
    stream.report('disconnect', 'transport close');
    await rest();
    stream.report('connect_error', refusal('no-session'));
    await rest();
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('the messages of the hub', () => {
  it('the hub passes events on, but not the end of the session and the frames of streams', () => {
    const { agm, stream, heard } = connectBoth();
    agm.send('ReceiveAgmOffline', { uid: 7 });
    agm.send('ReceiveSessionEnd', { reason: 'signed-out' });
    stream.send('ReceiveStream', 'frame');
    expect(heard.slice(2)).toEqual(['ReceiveAgmOffline {"uid":7}', 'ended signed-out', 'stream frame']);
  });

  it('[W-552] the hub passes on each event of a group, in order', () => {
    const { agm, heard, listening } = connectBoth();
    agm.send('ReceiveEvents', [
      ['ReceiveAgmOffline', { uid: 7 }],
      ['ReceiveAgmOffline', { uid: 8 }],
      ['ReceiveSessionEnd', { reason: 'signed-out' }],
    ]);
    expect(heard.slice(2)).toEqual(['ReceiveAgmOffline {"uid":7}', 'ReceiveAgmOffline {"uid":8}', 'ended signed-out']);
    expect(listening.onHeard).toHaveBeenCalledTimes(2);
  });

  it('[W-552] the hub reports an event of a group that fails, and passes on the next one', () => {
    const report = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', report);
    const { agm, heard, listening } = connectBoth();
    vi.spyOn(listening, 'onSessionEnd').mockImplementation(() => {
      throw new Error('broken');
    });
    agm.send('ReceiveEvents', [
      ['ReceiveSessionEnd', { reason: 'signed-out' }],
      ['ReceiveAgmOffline', { uid: 8 }],
    ]);
    expect(report).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
    expect(heard.slice(2)).toEqual(['ReceiveAgmOffline {"uid":8}']);
  });

  it('every message of the server proves that it is there: connections, events and pings', () => {
    const { agm, listening, manager } = connectBoth();
    expect(listening.onHeard).toHaveBeenCalledTimes(1);
    agm.send('ReceiveAgmOffline', { uid: 7 });
    // The type of the library reserves its own events.
    (manager as unknown as { readonly emit: (name: string) => void }).emit('ping');
    expect(listening.onHeard).toHaveBeenCalledTimes(3);
  });

  it('a call is not sent while its namespace is down', async () => {
    const { client, agm, stream } = open();
    expect(await client.call('RenewToken', 'token')).toEqual({ error: 'not-connected' });
    agm.connected = true;
    expect(await client.callStream('ListenToAgm', 7)).toEqual({ error: 'not-connected' });
    expect(stream.emitWithAck).not.toHaveBeenCalled();
  });

  it('a call resolves with the answer of its namespace, and with a timeout without one', async () => {
    const { client, agm, stream } = connectBoth();
    agm.emitWithAck.mockResolvedValue({ ok: true });
    stream.emitWithAck.mockRejectedValue(new Error('operation has timed out'));
    expect(await client.call('RenewToken', 'token')).toEqual({ ok: true });
    expect(agm.emitWithAck).toHaveBeenCalledWith('RenewToken', 'token');
    expect(await client.callStream('ListenToAgm', 7)).toEqual({ error: 'timeout' });
    expect(stream.emitWithAck).toHaveBeenCalledWith('ListenToAgm', 7);
  });
});
