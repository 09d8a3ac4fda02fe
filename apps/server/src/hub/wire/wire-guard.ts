import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { InboundLimits } from '../limits/inbound-limits.ts';
import { RateLimit } from '../limits/rate-limit.ts';

/** The only text frame of a client: the pong of Engine.IO. */
const PONG = '3';

/** The request of a wire, with the WebSocket that Engine.IO reads from. */
export interface WireRequest {
  readonly socket: Socket;
  readonly websocket: EventEmitter;
}

export interface Guarding {
  readonly request: WireRequest;
  readonly limits: InboundLimits;
  readonly clock: Clock;
  readonly isAdmitted: () => boolean;
  readonly cut: (why: string) => void;
}

/** Counts what a WebSocket receives and cuts it at a limit before the frame is decoded. */
export class WireGuard {
  readonly #guarding: Guarding;
  readonly #frames: RateLimit;
  readonly #bytes: RateLimit;
  readonly #early = { frames: 0, bytes: 0 };
  #bytesRead: number;

  constructor(guarding: Guarding) {
    const { request, limits, clock } = guarding;
    this.#guarding = guarding;
    this.#frames = new RateLimit(limits.frames, clock.now());
    this.#bytes = new RateLimit(limits.bytes, clock.now());
    this.#bytesRead = request.socket.bytesRead;
    // Must be the first listener: later listeners find the wire closed and decode nothing.
    request.websocket.prependListener('message', (data: Buffer, isBinary: boolean) =>
      this.#receive(isBinary || data.toString('latin1') === PONG),
    );
    request.websocket.on('ping', () => this.#receive(true));
    request.websocket.on('pong', () => this.#receive(true));
  }

  /** Detects frames that never complete and connections that only send bytes; runs several times a second. */
  check(): void {
    this.#count(0);
  }

  #receive(isExpected: boolean): void {
    if (this.#guarding.request.socket.destroyed) return;
    if (isExpected) this.#count(1);
    else this.#guarding.cut('a text frame');
  }

  #count(frames: number): void {
    const { request, limits, clock, isAdmitted, cut } = this.#guarding;
    const bytes = request.socket.bytesRead - this.#bytesRead;
    this.#bytesRead += bytes;
    const areFramesWithin = this.#frames.take(frames, clock.now());
    const areBytesWithin = this.#bytes.take(bytes, clock.now());
    if (!areFramesWithin) return cut('too many frames');
    if (!areBytesWithin) return cut('too many bytes');
    if (isAdmitted()) return;
    this.#early.frames += frames;
    this.#early.bytes += bytes;
    if (this.#early.frames > limits.beforeAdmission.frames) return cut('too many frames before admission');
    if (this.#early.bytes > limits.beforeAdmission.bytes) return cut('too many bytes before admission');
  }
}
