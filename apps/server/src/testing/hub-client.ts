import { AGM_HUB, HUB_PATH, STREAM_HUB } from '@waymark/contract/events/index';
import { io, type Socket } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import type { TestServer } from './test-server.ts';

function connect(
  server: Pick<TestServer, 'address'>,
  namespace: string,
  options: Record<string, unknown>,
): Promise<Socket> {
  const socket = io(server.address + namespace, {
    path: HUB_PATH,
    parser,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', (error) => {
      socket.disconnect();
      reject(error);
    });
  });
}

/** Connects to the agm hub like a console; rejects with the code of the refusal. */
export function connectAgm(server: Pick<TestServer, 'address'>, token: string | undefined): Promise<Socket> {
  return connect(server, AGM_HUB, { auth: { token } });
}

export function connectStream(server: Pick<TestServer, 'address'>, cookie: string | undefined): Promise<Socket> {
  return connect(server, STREAM_HUB, cookie === undefined ? {} : { extraHeaders: { cookie } });
}
