import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  decodeMtConfirmation,
  encodeMoConfirmation,
  type MtConfirmation,
} from '@waymark/device-protocol/directip/confirmation';
import { measureMessage } from '@waymark/device-protocol/directip/elements';
import { decodeMobileOriginated, type MobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import { encodeMobileTerminated, type MobileTerminated } from '@waymark/device-protocol/directip/mobile-terminated';
import { decodeIridiumUplink, type IridiumUplink } from '@waymark/device-protocol/iridium/uplink';

/** Collects a whole message from a socket. */
function readMessage(socket: Socket, onMessage: (message: Uint8Array) => void): void {
  let received: Uint8Array = new Uint8Array();
  socket.on('data', (piece) => {
    received = Buffer.concat([received, piece]);
    const length = measureMessage(received);
    if (length.ok && length.value !== null && received.length >= length.value) onMessage(received);
  });
}

/** The server's satellite listener, reduced to what a gateway needs. */
export class DirectIpServer {
  readonly sessions: MobileOriginated[] = [];
  /** Number of messages to refuse before one is confirmed. */
  refusals = 0;
  readonly #server: Server;
  readonly #waiters = new Set<{ holds: () => boolean; resolve: () => void }>();

  constructor() {
    this.#server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      readMessage(socket, (message) => this.#answer(socket, message));
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  #answer(socket: Socket, message: Uint8Array): void {
    if (this.refusals > 0) {
      this.refusals -= 1;
      return void socket.end(encodeMoConfirmation(false));
    }
    const decoded = decodeMobileOriginated(message);
    if (decoded.ok) this.sessions.push(decoded.value);
    socket.end(encodeMoConfirmation(decoded.ok));
    for (const waiter of this.#waiters) if (waiter.holds()) waiter.resolve();
  }

  /** The messages of the devices, in order. */
  listUplinks(): IridiumUplink[] {
    return this.sessions.flatMap(({ payload }) => {
      const decoded = payload ? decodeIridiumUplink(payload) : null;
      return decoded?.ok ? [decoded.value] : [];
    });
  }

  waitUntil(holds: () => boolean): Promise<void> {
    return holds() ? Promise.resolve() : new Promise((resolve) => void this.#waiters.add({ holds, resolve }));
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Sends a message to the gateway like the server does. */
export function sendMobileTerminated(port: number, message: MobileTerminated): Promise<MtConfirmation> {
  return new Promise((resolve, reject) => {
    const encoded = encodeMobileTerminated(message);
    if (!encoded.ok) return reject(new Error(encoded.failure));
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', reject);
    socket.on('connect', () => socket.write(encoded.value));
    readMessage(socket, (answer) => {
      const confirmation = decodeMtConfirmation(answer);
      if (confirmation.ok) resolve(confirmation.value);
      else reject(new Error(confirmation.failure.detail));
    });
  });
}
