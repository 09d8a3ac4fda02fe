import { AGM_HUB, HUB_PATH, STREAM_HUB } from '@waymark/contract/events/index';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { afterEach, describe, expect, test } from 'vitest';
import {
  closed,
  collect,
  makeActor,
  makeToken,
  nextEvent,
  pauseReading,
  startHub,
  type TestHub,
} from './testing/test-hub.ts';

const reason = { reason: 'signed-out' } as const;
let running: TestHub | undefined;

async function start(options: Parameters<typeof startHub>[0] = {}): Promise<TestHub> {
  running = await startHub(options);
  return running;
}

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

describe('a suspended hub', () => {
  test('a suspended hub closes every connection and admits none until it resumes', async () => {
    const { hub, connectAgm } = await start();
    const gone = closed(await connectAgm(makeActor()));
    hub.suspend();
    await gone;
    await expect(connectAgm(makeActor())).rejects.toThrow();
    hub.resume();
    await connectAgm(makeActor());
    expect(hub.connections().agm).toBe(1);
  });
});

describe('admission', () => {
  test('[V-002] the agm hub takes a token, and the stream hub takes the cookie without a token', async () => {
    const { hub, connectAgm, connectStream } = await start();
    await connectAgm(makeActor());
    await connectStream(makeActor());
    expect(hub.connections()).toEqual({ agm: 1, stream: 1 });
  });

  test('a console can open both hubs over one connection', async () => {
    const { hub, connectBoth } = await start();
    await connectBoth(makeActor());
    expect(hub.connections()).toEqual({ agm: 1, stream: 1 });
  });

  test.each([
    ['no token', {}, 'unauthenticated'],
    ['a token that is no text', { token: { $ne: '' } }, 'unauthenticated'],
    ['an empty token', { token: '' }, 'unauthenticated'],
    ['a token beyond all size', { token: 'x'.repeat(9000) }, 'unauthenticated'],
    ['an unknown token', { token: 'made-up' }, 'unauthenticated'],
    ['an expired token', { token: makeToken(makeActor({ expiresAt: 1 })) }, 'token-expired'],
  ])('agm refuses %s with the code of the problem', async (_what, auth, code) => {
    const { connect, hub, complaints } = await start();
    await expect(connect(AGM_HUB, { auth })).rejects.toThrow(new Error(code));
    expect(hub.connections().agm).toBe(0);
    expect(complaints).toEqual([]);
  });

  test.each([
    ['no cookie', {}, 'unauthenticated'],
    ['a foreign cookie', { cookie: 'stream=made-up' }, 'unauthenticated'],
  ])('stream refuses %s', async (_what, extraHeaders, code) => {
    const { connect, hub } = await start();
    const auth = { token: makeToken(makeActor()) };
    await expect(connect(STREAM_HUB, { extraHeaders, auth })).rejects.toThrow(new Error(code));
    expect(hub.connections().stream).toBe(0);
  });

  test('an internal error rejects the handshake as internal-error and is logged', async () => {
    const { connectAgm, complaints } = await start({
      roomsOf: async () => {
        throw new Error('the database is on fire');
      },
    });
    await expect(connectAgm(makeActor())).rejects.toThrow(new Error('internal-error'));
    expect(complaints.join()).toContain('the database is on fire');
  });

  test.each([
    ['no origin', undefined, true],
    ['its own origin', (url: string) => url, true],
    ['another site', () => 'https://elsewhere.example', false],
  ])('the hub checks the Origin of a handshake from %s', async (_where, originOf, isLetIn) => {
    const { connectAgm, hub, url } = await start();
    const extraHeaders: Record<string, string> = originOf ? { origin: originOf(url) } : {};
    const outcome = await connectAgm(makeActor(), { extraHeaders }).then(
      () => true,
      () => false,
    );
    expect(outcome).toBe(isLetIn);
    expect(hub.connections().agm).toBe(isLetIn ? 1 : 0);
  });

  test('the server has no namespace and no transport beside the two hubs', async () => {
    const { connect, url } = await start();
    const auth = { token: makeToken(makeActor()) };
    await expect(connect('/', { auth })).rejects.toThrow(new Error('not-found'));
    await expect(connect('/elsewhere', { auth })).rejects.toThrow(new Error('Invalid namespace'));
    const polling = await fetch(`${url}${HUB_PATH}/?EIO=4&transport=polling`);
    expect(polling.status).toBe(400);
    const script = await fetch(`${url}${HUB_PATH}/socket.io.js`);
    expect(script.headers.get('content-type')).not.toContain('javascript');
  });

  test('the hub disconnects a client that does not speak MessagePack', async () => {
    const { url, hub } = await start();
    const options = { path: HUB_PATH, transports: ['websocket'], reconnection: false, auth: { token: '{}' } };
    const client = io(`${url}${AGM_HUB}`, options);
    await new Promise<void>((resolve) => client.io.on('close', () => resolve()));
    expect(client.connected).toBe(false);
    expect(hub.connections().agm).toBe(0);
  });

  test('[W-002] a second sign-in of one connection to the same hub ends the connection before it is checked', async () => {
    const checked = Promise.withResolvers<void>();
    let asked = 0;
    const { url, hub } = await start({
      authenticate: async () => {
        asked += 1;
        await checked.promise;
        return makeActor({ expiresAt: Number.MAX_SAFE_INTEGER });
      },
    });
    const transport = { path: HUB_PATH, parser, transports: ['websocket'], reconnection: false };
    const client = io(`${url}${AGM_HUB}`, { ...transport, auth: { token: 'one' } });
    const end = new Promise((resolve) => client.io.once('close', resolve));
    const packet = { type: 0, nsp: AGM_HUB, data: { token: 'two' } };
    const [second] = new parser.Encoder().encode(packet) as unknown as [Buffer];
    client.io.once('open', () => client.io.engine.send(second));
    await end;
    expect(asked).toBe(1);
    checked.resolve();
    expect(hub.connections().agm).toBe(0);
  });
});

test('[W-120] a client learns from the ping settings to expect a sign of life within 10 s', async () => {
  const { url } = await start();
  const socket = new WebSocket(`${url}${HUB_PATH}/?EIO=4&transport=websocket`);
  const opening = await new Promise<string>((resolve) =>
    socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
  );
  socket.close();
  expect(opening.startsWith('0')).toBe(true);
  const { pingInterval, pingTimeout } = JSON.parse(opening.slice(1)) as { pingInterval: number; pingTimeout: number };
  expect(pingInterval + pingTimeout).toBeLessThanOrEqual(10_000);
});

describe('delivery of events', () => {
  test('[V-001] an event reaches every connection of its user immediately, and no other user', async () => {
    const { hub, connectAgm, connectStream } = await start();
    const tabs = [await connectAgm(makeActor()), await connectAgm(makeActor({ sessionId: 's2' }))];
    const other = collect(await connectAgm(makeActor({ userId: 8 })));
    const superadmin = collect(await connectAgm(makeActor({ userId: 9, role: 'superadmin', groupId: null })));
    await connectStream(makeActor());
    const heard = Promise.all(tabs.map(async (tab) => nextEvent(tab, 'ReceiveSessionEnd')));
    hub.send([{ name: 'ReceiveSessionEnd', audience: { userId: 7 }, data: reason }]);
    expect(await heard).toEqual([reason, reason]);
    expect([await other.all(), await superadmin.all()]).toEqual([[], []]);
  });

  test('events keep their order', async () => {
    const { hub, connectAgm } = await start();
    const inbox = collect(await connectAgm(makeActor()));
    const reasons = ['signed-out', 'password-changed', 'account-changed', 'expired'] as const;
    const audience = { userId: 7 };
    hub.send(reasons.map((each) => ({ name: 'ReceiveSessionEnd', audience, data: { reason: each } })));
    expect((await inbox.all()).map(([, data]) => data)).toEqual(reasons.map((each) => ({ reason: each })));
  });

  test('the hub logs an event that cannot be encoded and sends the next one', async () => {
    const { hub, connectAgm, complaints } = await start();
    const inbox = collect(await connectAgm(makeActor()));
    const unreadable = {
      get reason(): 'expired' {
        throw new Error('no such field');
      },
    };
    const send = (data: typeof unreadable | typeof reason) =>
      hub.send([{ name: 'ReceiveSessionEnd', audience: { userId: 7 }, data }]);
    send(unreadable);
    send(reason);
    expect(await inbox.all()).toEqual([['ReceiveSessionEnd', reason]]);
    expect(complaints.join()).toContain('no such field');
  });

  test('close() ends every connection, admits no new one and lets the server stop', async () => {
    const { hub, connectAgm, connectStream } = await start();
    const ends = [await connectAgm(makeActor()), await connectStream(makeActor())].map(closed);
    await hub.close();
    await Promise.all(ends);
    expect(hub.connections()).toEqual({ agm: 0, stream: 0 });
    await expect(connectAgm(makeActor())).rejects.toThrow('websocket error');
  });

  test('a closing hub admits no client and cuts a connection that does not respond', async () => {
    const { hub, connectAgm } = await start();
    const silent = await connectAgm(makeActor());
    const resume = pauseReading(silent);
    const closing = hub.close();
    await expect(connectAgm(makeActor())).rejects.toThrow('websocket error');
    expect(silent.connected).toBe(true);
    await closing;
    const end = closed(silent);
    resume();
    await end;
  });
});
