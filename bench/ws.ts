// The WebSocket library and the event encoder of the server's own hub, so that plain ws uses the same code underneath.
import { createRequire } from 'node:module';
import path from 'node:path';

interface Peer {
  readonly readyState: number;
  send(data: Uint8Array | string): void;
  on(event: 'message', listener: (data: Uint8Array, isBinary: boolean) => void): void;
  on(event: 'close' | 'open', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
}
export type Client = Peer;

interface Library {
  readonly WebSocket: new (
    url: string,
    options: { readonly perMessageDeflate: boolean; readonly localAddress?: string | undefined },
  ) => Peer;
  readonly WebSocketServer: new (options: { readonly server: unknown; readonly perMessageDeflate: boolean }) => {
    readonly clients: ReadonlySet<Peer>;
  };
}

const server = createRequire(path.resolve(import.meta.dirname, '../apps/server/package.json'));
const engine = createRequire(createRequire(server.resolve('socket.io')).resolve('engine.io'));

export const { WebSocket, WebSocketServer } = engine('ws') as Library;
export const OPEN = 1;

interface Packet {
  readonly type: number;
  readonly data: unknown;
  readonly nsp: string;
}
const { Encoder } = server('socket.io-msgpack-parser') as {
  readonly Encoder: new () => { encode(packet: Packet): [Uint8Array] };
};

/** A Socket.IO packet as one WebSocket frame. */
export function encodePacket(packet: Packet): Uint8Array {
  return new Encoder().encode(packet)[0];
}
