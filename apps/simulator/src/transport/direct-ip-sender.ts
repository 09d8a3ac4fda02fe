import { connect } from 'node:net';
import { decodeMoConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { measureMessage } from '@waymark/device-protocol/directip/elements';
import { LinkGivenUp, computeRetryMs } from './link.ts';

export interface DirectIpOptions {
  readonly host: string;
  readonly port: number;
  /** Maximum of concurrent connections. */
  readonly concurrency?: number;
  /** Without confirmations a message counts as sent when the server closes the connection. */
  readonly expectsConfirmation?: boolean;
  readonly onError: (error: Error) => void;
}

const CONCURRENCY = 16;
const TIMEOUT_MS = 30_000;

/** Sends a message over its own connection; resolves when the server has confirmed it. */
function sendDirectIp(options: Omit<DirectIpOptions, 'onError'>, message: Uint8Array): Promise<void> {
  const expectsConfirmation = options.expectsConfirmation ?? true;
  return new Promise((resolve, reject) => {
    const socket = connect({ host: options.host, port: options.port, noDelay: true });
    let received: Uint8Array = new Uint8Array();
    const finish = (error: Error | null) => {
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    socket.setTimeout(TIMEOUT_MS, () => finish(new Error('the server did not confirm the message in time')));
    socket.on('error', finish);
    socket.on('close', () =>
      finish(expectsConfirmation ? new Error('the server closed the connection without a confirmation') : null),
    );
    socket.on('connect', () => (expectsConfirmation ? socket.write(message) : socket.end(message)));
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      const length = measureMessage(received);
      if (!length.ok) return finish(new Error(`the answer is not a confirmation: ${length.failure}`));
      if (length.value === null || received.length < length.value) return;
      const confirmation = decodeMoConfirmation(received.subarray(0, length.value));
      finish(confirmation.ok && confirmation.value ? null : new Error('the server refused the message'));
    });
  });
}

interface Waiting {
  readonly message: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  attempt: number;
}

/** The satellite gateway's client: a limited number of connections, and each message is retried until confirmed. */
export class DirectIpSender {
  readonly #options: DirectIpOptions;
  readonly #waiting: Waiting[] = [];
  readonly #retries = new Map<NodeJS.Timeout, Waiting>();
  #active = 0;
  #isGivenUp = false;

  constructor(options: DirectIpOptions) {
    this.#options = options;
  }

  send(message: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isGivenUp) return reject(new LinkGivenUp());
      this.#waiting.push({ message, resolve, reject, attempt: 0 });
      this.#fill();
    });
  }

  #fill(): void {
    while (this.#active < (this.#options.concurrency ?? CONCURRENCY)) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#active += 1;
      void this.#transmit(next);
    }
  }

  async #transmit(waiting: Waiting): Promise<void> {
    try {
      await sendDirectIp(this.#options, waiting.message);
      waiting.resolve();
    } catch (error) {
      if (this.#isGivenUp) waiting.reject(new LinkGivenUp());
      else this.#retryLater(waiting, error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#active -= 1;
      this.#fill();
    }
  }

  #retryLater(waiting: Waiting, error: Error): void {
    this.#options.onError(error);
    const timer = setTimeout(
      () => {
        this.#retries.delete(timer);
        this.#waiting.push(waiting);
        this.#fill();
      },
      computeRetryMs('satellite', waiting.attempt),
    );
    this.#retries.set(timer, waiting);
    waiting.attempt += 1;
  }

  giveUp(): void {
    this.#isGivenUp = true;
    for (const [timer, { reject }] of this.#retries) {
      clearTimeout(timer);
      reject(new LinkGivenUp());
    }
    this.#retries.clear();
    for (const { reject } of this.#waiting.splice(0)) reject(new LinkGivenUp());
  }
}
