import { AGM_HUB, STREAM_HUB } from '@waymark/contract/events/index';
import * as parser from 'socket.io-msgpack-parser';
import { afterEach, describe, expect, test } from 'vitest';
import type { Actor } from '../platform/access/actor.ts';
import { SILENT_MS } from './hub.ts';
import {
  call,
  closed,
  makeActor,
  makeToken,
  nextEvent,
  startHub,
  type TestClient,
  type TestHub,
} from './testing/test-hub.ts';

const MINUTE_MS = 60_000;
/** Type of a call in the Socket.IO protocol. */
const EVENT = 2;
let running: TestHub;

async function start(options: Parameters<typeof startHub>[0] = {}): Promise<TestHub> {
  running = await startHub(options);
  return running;
}

afterEach(async () => running.stop());

function endingIn(lifeMs: number, { clock }: TestHub): Actor {
  return makeActor({ expiresAt: clock.now() + lifeMs });
}

describe('the end of a token', () => {
  test('the hub ends a connection when its token expires and sends the reason first', async () => {
    const hub = await start();
    const [agm, stream] = await hub.connectBoth(endingIn(MINUTE_MS, hub));
    hub.clock.advance(MINUTE_MS - 1);
    expect(await call(agm, 'Fence')).toEqual({ error: 'not-found' });
    const told = nextEvent(agm, 'ReceiveSessionEnd');
    const ends = [closed(agm), closed(stream)];
    hub.clock.advance(1);
    expect(await told).toEqual({ reason: 'expired' });
    await Promise.all(ends);
    expect(hub.hub.connections()).toEqual({ agm: 0, stream: 0 });
  });

  test('the hub checks for expired tokens more than once a minute', async () => {
    const { clock } = await start();
    expect(Math.max(...clock.intervalsMs)).toBeLessThan(MINUTE_MS);
  });

  test('the agm hub stays open when only the cookie of the stream expires', async () => {
    const hub = await start();
    const [, stream] = await hub.connectBoth(makeActor(), endingIn(1000, hub));
    const end = closed(stream);
    hub.clock.advance(1000);
    await end;
    expect(hub.hub.connections()).toEqual({ agm: 1, stream: 0 });
  });
});

describe('RenewToken', () => {
  test('RenewToken extends the connection and its stream', async () => {
    const hub = await start();
    const [agm, stream] = await hub.connectBoth(endingIn(MINUTE_MS, hub));
    const token = makeToken(endingIn(3 * MINUTE_MS, hub));
    expect(await call(agm, 'RenewToken', token)).toEqual({ ok: true });
    hub.clock.advance(2 * MINUTE_MS);
    expect(hub.hub.connections()).toEqual({ agm: 1, stream: 1 });
    const ends = [closed(agm), closed(stream)];
    hub.clock.advance(MINUTE_MS);
    await Promise.all(ends);
  });

  test.each([
    ['another session of the same user', makeToken(makeActor({ sessionId: 's2' })), 'forbidden'],
    ['another user', makeToken(makeActor({ userId: 8 })), 'forbidden'],
    ['no known session', 'made-up', 'unauthenticated'],
    ['a past sign-in', makeToken(makeActor({ expiresAt: 1 })), 'token-expired'],
  ])('RenewToken refuses the token of %s and leaves the expiry unchanged', async (_whose, token, code) => {
    const hub = await start();
    const [agm] = await hub.connectBoth(endingIn(MINUTE_MS, hub));
    expect(await call(agm, 'RenewToken', token)).toEqual({ error: code });
    const end = closed(agm);
    hub.clock.advance(MINUTE_MS);
    await end;
  });

  test.each([
    ['role', { role: 'viewer' } as const],
    ['company', { groupId: 2 }],
  ])('RenewToken ends the connection when the %s has changed', async (_what, change) => {
    const { connectAgm } = await start();
    const agm = await connectAgm(makeActor());
    const told = nextEvent(agm, 'ReceiveSessionEnd');
    const end = closed(agm);
    agm.emit('RenewToken', makeToken(makeActor(change)));
    expect(await told).toEqual({ reason: 'account-changed' });
    await end;
  });
});

describe('an ended session', () => {
  test('an ended session closes its connections in both hubs and no others', async () => {
    const { hub, connectAgm, connectStream } = await start();
    const ended = [await connectAgm(makeActor()), await connectStream(makeActor())];
    await connectAgm(makeActor({ sessionId: 's2' }));
    await connectAgm(makeActor({ userId: 8 }));
    const ends = ended.map(closed);
    hub.endSessions({ userId: 7, exceptSessionId: 's2' }, 'password-changed');
    await Promise.all(ends);
    expect(hub.connections()).toEqual({ agm: 2, stream: 0 });
  });

  test.each(['disconnect', 'disconnecting', 'error', 'newListener'])(
    'an ended session also closes a connection that has called a method named %s',
    async (name) => {
      const { hub, connectBoth } = await start();
      const [agm, stream] = await connectBoth(makeActor());
      for (const nsp of [AGM_HUB, STREAM_HUB]) {
        const [frame] = new parser.Encoder().encode({ type: EVENT, nsp, data: [name, 'io'] }) as unknown as [Buffer];
        agm.io.engine.send(frame);
      }
      for (const client of [agm, stream]) expect(await call(client, 'Fence')).toEqual({ error: 'not-found' });
      expect(hub.actors()).toHaveLength(2);
      const ends = [agm, stream].map(closed);
      hub.endSessions({ userId: 7, sessionId: 's1' }, 'signed-out');
      await Promise.all(ends);
      expect(hub.connections()).toEqual({ agm: 0, stream: 0 });
    },
  );

  test('the console receives ReceiveSessionEnd before its connection closes', async () => {
    const { hub, connectAgm } = await start();
    const agm = await connectAgm(makeActor());
    const told = nextEvent(agm, 'ReceiveSessionEnd');
    hub.endSessions({ userId: 7, sessionId: 's1' }, 'signed-out');
    expect(await told).toEqual({ reason: 'signed-out' });
  });

  test('a session that ends during its handshake is not admitted', async () => {
    const begun = Promise.withResolvers<void>();
    const checked = Promise.withResolvers<readonly string[]>();
    const { hub, connect } = await start({
      roomsOf: async () => {
        begun.resolve();
        return checked.promise;
      },
    });
    const connecting = connect(AGM_HUB, { auth: { token: makeToken(makeActor()) } });
    await begun.promise;
    hub.endSessions({ userId: 7 }, 'password-changed');
    checked.resolve([]);
    await connecting;
    expect(hub.connections().agm).toBe(0);
  });
});

describe('a silent connection', () => {
  test('[V-003][V-004] the hub closes a silent connection after 3,600,000 ms, not earlier', async () => {
    const { hub, clock, connectAgm } = await start();
    expect(SILENT_MS).toBe(3_600_000);
    const agm = await connectAgm(makeActor());
    clock.advance(0);
    clock.advance(3_599_999);
    expect(hub.connections().agm).toBe(1);
    const end = closed(agm);
    clock.advance(1);
    await end;
    expect(hub.connections().agm).toBe(0);
  });

  test.each([
    [
      'an event',
      async (_agm: TestClient, { hub }: TestHub) => {
        hub.send([{ name: 'ReceiveSessionEnd', audience: { userId: 7 }, data: { reason: 'expired' } }]);
      },
    ],
    ['a call', async (agm: TestClient) => call(agm, 'Fence')],
  ])('%s restarts the silence timer', async (_what, speak) => {
    const hub = await start();
    const agm = await hub.connectAgm(makeActor());
    hub.clock.advance(0);
    hub.clock.advance(1_000_000);
    await speak(agm, hub);
    hub.clock.advance(0);
    hub.clock.advance(3_599_999);
    expect(hub.hub.connections().agm).toBe(1);
    const end = closed(agm);
    hub.clock.advance(1);
    await end;
  });
});
