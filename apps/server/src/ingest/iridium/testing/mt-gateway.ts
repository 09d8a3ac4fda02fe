import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { encodeMtConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { measureMessage } from '@waymark/device-protocol/directip/elements';
import { decodeMobileTerminated, type MobileTerminated } from '@waymark/device-protocol/directip/mobile-terminated';
import { startTcpPeer } from './test-peers.ts';

/** An Iridium gateway for messages to devices, controlled by the test. */
export class MtGateway {
  readonly taken: MobileTerminated[] = [];
  /** The confirmed status: a place in the queue, or a refusal below 0. */
  status = 1;
  #held: PromiseWithResolvers<void> | undefined;
  readonly #arrivals = new EventEmitter();
  #port = 0;

  static async start(): Promise<MtGateway> {
    const gateway = new MtGateway();
    gateway.#port = await startTcpPeer((received, socket) => {
      const length = measureMessage(received);
      if (length.ok && length.value === received.length) void gateway.#answer(received, socket);
    });
    return gateway;
  }

  get url(): string {
    return `directip://127.0.0.1:${this.#port}`;
  }

  /** Delays all confirmations until `release`. */
  hold(): void {
    this.#held = Promise.withResolvers();
  }

  release(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  /** Resolves when at least that many messages have arrived in total. */
  async hasTaken(count: number): Promise<void> {
    while (this.taken.length < count) await once(this.#arrivals, 'message');
  }

  async #answer(bytes: Uint8Array, socket: Socket): Promise<void> {
    const message = decodeMobileTerminated(bytes);
    if (!message.ok) return void socket.destroy();
    this.taken.push(message.value);
    this.#arrivals.emit('message');
    await this.#held?.promise;
    const { clientMessageId, imei } = message.value;
    socket.end(encodeMtConfirmation({ clientMessageId, imei, autoId: this.taken.length, status: this.status }));
  }
}
