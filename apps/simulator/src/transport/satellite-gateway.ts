import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { encodeMtConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { measureMessage } from '@waymark/device-protocol/directip/elements';
import {
  decodeMobileTerminated,
  DISPOSITION,
  type MobileTerminated,
} from '@waymark/device-protocol/directip/mobile-terminated';

const MOST_QUEUED = 50;
const READ_TIMEOUT_MS = 10_000;
const REFUSED = { unknownImei: -2, queueFull: -5, protocol: -7 } as const;

interface Subscriber {
  readonly queue: Uint8Array[];
  /** A ring alert: the device may start a session at once. */
  readonly onRing: () => void;
}

/** The device side of the network: accepts and confirms the server's messages, and queues them until a device calls. */
export class SatelliteGateway {
  readonly #subscribers = new Map<string, Subscriber>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #autoId = 0;

  constructor() {
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async listen(port: number, host = '127.0.0.1'): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  subscribe(imei: string, onRing: () => void): void {
    this.#subscribers.set(imei, { queue: this.#subscribers.get(imei)?.queue ?? [], onRing });
  }

  /** Returns the oldest queued message; each session carries one. */
  take(imei: string): Uint8Array | null {
    return this.#subscribers.get(imei)?.queue.shift() ?? null;
  }

  hasWaiting(imei: string): boolean {
    return (this.#subscribers.get(imei)?.queue.length ?? 0) > 0;
  }

  #serve(socket: Socket): void {
    let received: Uint8Array = new Uint8Array();
    this.#sockets.add(socket);
    socket.setTimeout(READ_TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      const length = measureMessage(received);
      if (!length.ok) return void socket.destroy();
      if (length.value === null || received.length < length.value) return;
      socket.end(this.#accept(received.subarray(0, length.value)));
    });
  }

  #accept(bytes: Uint8Array): Uint8Array {
    const message = decodeMobileTerminated(bytes);
    if (!message.ok) {
      return encodeMtConfirmation({ clientMessageId: 0, imei: '0'.repeat(15), autoId: 0, status: REFUSED.protocol });
    }
    const { clientMessageId, imei } = message.value;
    const status = this.#enqueue(message.value);
    this.#autoId += 1;
    return encodeMtConfirmation({ clientMessageId, imei, autoId: status < 0 ? 0 : this.#autoId, status });
  }

  /** The position in the queue, 0 without a payload, negative if refused. */
  #enqueue({ imei, disposition, payload }: MobileTerminated): number {
    const subscriber = this.#subscribers.get(imei);
    if (!subscriber) return REFUSED.unknownImei;
    if (disposition & DISPOSITION.flushQueue) subscriber.queue.length = 0;
    if (payload) {
      if (subscriber.queue.length >= MOST_QUEUED) return REFUSED.queueFull;
      subscriber.queue.push(payload);
    }
    if (disposition & DISPOSITION.sendRingAlert) setImmediate(subscriber.onRing);
    return payload ? subscriber.queue.length : 0;
  }
}
