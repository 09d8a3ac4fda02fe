// Consoles of the stream bench, in a separate process: real Socket.IO clients, each listening to one device.
import { RECEIVE_STREAM } from '@waymark/contract/events/index';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { readClockMs } from './fanout-messages.ts';
import { nameFrame, READY, TELL, type Heard, type StreamPlace } from './stream-messages.ts';

const STREAM_COOKIE = 'waymark_stream';
const AT_ONCE = 50;
let heardAt = new Map<string, number[]>();

async function openCookie({ address, token }: StreamPlace): Promise<string> {
  const response = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const line = response.headers.getSetCookie().find((each) => each.startsWith(`${STREAM_COOKIE}=`));
  if (!line) throw new Error('no cookie for the stream hub');
  return line.split(';')[0] ?? '';
}

/** The start of the text identifies the frame. Parsing all of it would measure the console's parser. */
function note(text: string, at: number): void {
  const [, uid, seq] = /^\{"uid":(\d+),"seq":(\d+),/.exec(text) ?? [];
  const name = nameFrame(Number(uid), Number(seq));
  const times = heardAt.get(name);
  if (times) times.push(at);
  else heardAt.set(name, [at]);
}

async function listen({ address }: StreamPlace, cookie: string, uid: number): Promise<void> {
  const socket = io(`${address}/stream`, {
    path: '/hub',
    parser,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: { cookie },
  });
  socket.on('disconnect', () => process.exit(1));
  socket.on(RECEIVE_STREAM, (text: string) => note(text, readClockMs()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const answer: unknown = await socket.emitWithAck('ListenToAgm', uid);
  if (JSON.stringify(answer) !== '{"ok":true}') throw new Error(`not allowed to listen: ${JSON.stringify(answer)}`);
}

async function open(place: StreamPlace): Promise<void> {
  const cookie = await openCookie(place);
  const wanted = place.uids.flatMap((uid) => Array.from({ length: place.listenersEach }, () => uid));
  for (let at = 0; at < wanted.length; at += AT_ONCE)
    await Promise.all(wanted.slice(at, at + AT_ONCE).map((uid) => listen(place, cookie, uid)));
  process.send?.(READY);
}

process.on('message', (order: StreamPlace | typeof TELL) => {
  if (order !== TELL) return void open(order);
  process.send?.({ heardAt } satisfies Heard);
  heardAt = new Map();
});
process.on('disconnect', () => process.exit());
