import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Delivers a session like the Iridium gateway: connects, writes, and reads until we hang up. */
export class GatewayClient {
  readonly socket: Socket;
  /** All bytes from the listener, when it has hung up. */
  readonly answer: Promise<Buffer>;

  constructor(port: number, host = '127.0.0.1') {
    this.socket = connect({ port, host, allowHalfOpen: true });
    this.socket.on('error', () => undefined);
    const pieces: Buffer[] = [];
    this.socket.on('data', (bytes: Buffer) => pieces.push(bytes));
    this.answer = Promise.race(
      [once(this.socket, 'end'), once(this.socket, 'close')].map((event) => event.catch(() => [])),
    ).then(() => {
      this.socket.end();
      return Buffer.concat(pieces);
    });
  }

  send(bytes: Uint8Array): this {
    this.socket.write(bytes);
    return this;
  }

  /** Ends our side only. */
  finish(): this {
    this.socket.end();
    return this;
  }
}
