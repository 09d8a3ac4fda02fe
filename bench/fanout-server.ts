// One side of the fanout bench in a separate process: the server's hub, or the limit, plain ws that sends the bytes it
// was given. Both send the same heartbeats of one company's devices to all connected clients.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AGM_HUB, events } from '@waymark/contract/events/index';
import { createHub } from '../apps/server/src/hub/hub.ts';
import type { Actor } from '../apps/server/src/platform/access/actor.ts';
import type { PendingEvent } from '../apps/server/src/platform/database/change.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import type { Sending } from './fanout-messages.ts';
import { readClockMs } from './fanout-messages.ts';
import { encodePacket, OPEN, WebSocketServer } from './ws.ts';

const DEVICES = 500;
const GROUP_ID = 1;
const EVENT_PACKET = 2;

const heartbeats = Array.from({ length: DEVICES }, (_none, index) => ({
  name: events.ReceiveHeartbeat.name,
  audience: { groupId: GROUP_ID, uid: 100_000 + index },
  data: { ...events.ReceiveHeartbeat.example, uid: 100_000 + index, battery: 8000 + index },
})) satisfies PendingEvent[];

type Send = (from: number, until: number) => void;

function openHub(server: Server): Send {
  const authenticate = async (token: string): Promise<Actor> => {
    const person = { userId: Number(token), name: 'Dana Reyes', email: 'dana@example.com', sessionId: token };
    return { ...person, role: 'admin', groupId: GROUP_ID, expiresAt: Infinity };
  };
  const hub = createHub({
    server,
    log: createLog('warn'),
    authenticate,
    authenticateStream: async () => authenticate('0'),
    allowedOrigin: () => true,
    methods: {
      RenewToken: async () => undefined,
      ShowPigRuns: async () => undefined,
      SendPigRunUpdate: async () => undefined,
    },
    streamMethods: { ListenToAgm: async () => undefined, ShutupToAgm: async () => undefined },
  });
  return (from, until) => hub.send(takeOf(heartbeats, from, until));
}

function openBare(server: Server): Send {
  const { clients } = new WebSocketServer({ server, perMessageDeflate: false });
  const packets = heartbeats.map(({ name, data }) =>
    encodePacket({ type: EVENT_PACKET, data: [name, data], nsp: AGM_HUB }),
  );
  return (from, until) => {
    for (const packet of takeOf(packets, from, until)) {
      for (const client of clients) if (client.readyState === OPEN) client.send(packet);
    }
  };
}

function takeOf<Item>(items: readonly Item[], from: number, until: number): Item[] {
  return Array.from({ length: until - from }, (_none, index) => items[(from + index) % items.length]).filter(
    (item) => item !== undefined,
  );
}

/** Send time of each event. */
async function sendAll({ events: count, together, everyMs }: Sending, send: Send): Promise<number[]> {
  const sentAt: number[] = [];
  for (let sent = 0; sent < count; sent += together) {
    const until = Math.min(count, sent + together);
    const now = readClockMs();
    for (let index = sent; index < until; index++) sentAt.push(now);
    send(sent, until);
    await (everyMs > 0 ? sleep(everyMs) : nextTurn());
  }
  return sentAt;
}

const server = createServer();
const send = process.argv[2] === 'hub' ? openHub(server) : openBare(server);
process.on('message', (sending: Sending) => void sendAll(sending, send).then((sentAt) => process.send?.({ sentAt })));
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
