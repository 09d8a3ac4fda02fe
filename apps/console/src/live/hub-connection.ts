import type { Socket } from 'socket.io-client';
import { HUB_RETRY_MS, stepHubRetry, type HubPhase, type HubSignal } from './hub-retry.ts';

interface Listening {
  readonly onUp?: () => void;
  readonly onDown?: () => void;
  /** The server refused the handshake, with a code. Awaited before the next attempt. */
  readonly onRefused?: (code: string) => Promise<unknown>;
}

/** A failure of the transport itself says nothing about the credentials. */
function isTransportFailure(error: Error): boolean {
  return 'type' in error || error.message === 'timeout';
}

/** Keeps one namespace connected: after a failed start or a close it waits, then tries again. */
export class HubConnection {
  readonly #socket: Socket;
  readonly #listening: Listening;
  #phase: HubPhase = 'stopped';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settling: Promise<unknown> = Promise.resolve();

  constructor(socket: Socket, listening: Listening) {
    this.#socket = socket;
    this.#listening = listening;
    socket.on('connect', () => this.#take('connected'));
    socket.on('disconnect', () => this.#take('closed'));
    socket.on('connect_error', (error) => {
      if (!isTransportFailure(error))
        this.#settling = (listening.onRefused?.(error.message) ?? Promise.resolve()).catch(() => undefined);
      this.#take('failed');
    });
  }

  start(): void {
    this.#take('start');
  }

  stop(): void {
    this.#take('stop');
  }

  #take(signal: HubSignal): void {
    const wasUp = this.#phase === 'up';
    const { phase, act } = stepHubRetry(this.#phase, signal);
    this.#phase = phase;
    if (phase === 'up' && !wasUp) this.#listening.onUp?.();
    if (phase !== 'up' && wasUp) this.#listening.onDown?.();
    switch (act) {
      case 'connect':
        this.#socket.connect();
        break;
      case 'rest':
        this.#timer = setTimeout(() => void this.#settling.then(() => this.#take('rested')), HUB_RETRY_MS);
        break;
      case 'disconnect':
        clearTimeout(this.#timer);
        this.#socket.disconnect();
        break;
      case 'nothing':
        break;
    }
  }
}
