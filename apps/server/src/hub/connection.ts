import type { Namespace, Socket } from 'socket.io';
import type { Actor } from '../platform/access/actor.ts';
import type { EndReason } from './endings.ts';
import type { WireRequest } from './wire/wire-guard.ts';

type Calls = Record<string, (...args: unknown[]) => void>;
type Pushes = Record<string, (data: unknown) => void>;

/** The result of a successful handshake. */
export interface Admission {
  actor: Actor;
  rooms: readonly string[];
  /** The client asked for events in groups. */
  readonly takesGroups: boolean;
  /** Number of room reviews that were requested before these rooms were read. */
  readonly reviewCount: number;
  /** Number of known endings when the handshake began. */
  readonly endingCount: number;
}

export type HubSocket = Socket<Calls, Pushes, Pushes, Admission>;
export type HubNamespace = Namespace<Calls, Pushes, Pushes, Admission>;
export type Wire = HubSocket['conn'];

/** Engine.IO counts packets; the content is in the pre-encoded frame. */
const NO_PACKET = Buffer.alloc(0);

/** Does what the namespace's `emit` does, with less work: the frame, with one event or several, is already encoded. */
export function writeFrame(wire: Wire, frame: Buffer): void {
  const options = { compress: false, wsPreEncodedFrame: [frame] };
  wire.write(NO_PACKET, options);
}

/** A single WebSocket of a console: its sockets in the two namespaces and the progress of its writes. */
export class Connection {
  agm: HubSocket | undefined;
  stream: HubSocket | undefined;
  /** Runs whose pig positions the console shows. */
  shownRuns: readonly number[] = [];
  readonly #wire: Wire;
  readonly #pending = new Set<HubNamespace>();
  #outsideSince: number;
  #waitingPackets = 0;
  #hasWritten = false;
  #hadTraffic = false;
  #silentSince: number;

  constructor(wire: Wire, now: number) {
    this.#wire = wire;
    this.#silentSince = now;
    this.#outsideSince = now;
    wire.on('packetCreate', (packet: { readonly type: string }) => {
      this.#waitingPackets += 1;
      if (packet.type === 'message') this.#hadTraffic = true;
    });
    wire.on('flush', () => {
      this.#waitingPackets = 0;
      this.#hasWritten = true;
    });
    wire.on('data', () => {
      this.#hadTraffic = true;
    });
  }

  /** Engine.IO stores the WebSocket in the request, where its types do not declare it. */
  get request(): WireRequest {
    return this.#wire.request as unknown as WireRequest;
  }

  get isAdmitted(): boolean {
    return this.agm !== undefined || this.stream !== undefined;
  }

  /** Starts an admission; false when the connection is already in the namespace or waits for admission to it. */
  beginAdmission(namespace: HubNamespace): boolean {
    if (this.#pending.has(namespace) || [this.agm, this.stream].some((socket) => socket?.nsp === namespace))
      return false;
    this.#pending.add(namespace);
    return true;
  }

  endAdmission(namespace: HubNamespace): void {
    this.#pending.delete(namespace);
  }

  leave(namespace: 'agm' | 'stream', now: number): void {
    this[namespace] = undefined;
    if (!this.isAdmitted) this.#outsideSince = now;
  }

  /** Milliseconds since the connection was last in a namespace. */
  outsideMs(now: number): number {
    return this.isAdmitted ? 0 : now - this.#outsideSince;
  }

  /** Packets that wait for earlier ones to be written. */
  get waitingPackets(): number {
    return this.#waitingPackets;
  }

  /** True when no packet waits and the system has accepted all earlier writes. */
  get isFree(): boolean {
    return this.#waitingPackets === 0 && this.#wire.readyState === 'open' && this.#wire.transport.writable;
  }

  /** Calls `run` when the line may be free again, after its pending packets; the returned function unsubscribes. */
  whenFree(run: () => void): () => void {
    // WebSocket is the only transport, so a wire never changes its transport.
    const { transport } = this.#wire;
    transport.on('ready', run);
    return () => transport.off('ready', run);
  }

  write(frame: Buffer): void {
    writeFrame(this.#wire, frame);
  }

  /** Whether anything was written since the last call. */
  takeProgress(): boolean {
    const hasWritten = this.#hasWritten;
    this.#hasWritten = false;
    return hasWritten;
  }

  /**
   * Milliseconds without an event or call in either direction, measured between calls of this method; pings do not
   * count.
   */
  silentMs(now: number): number {
    if (this.#hadTraffic) this.#silentSince = now;
    this.#hadTraffic = false;
    return now - this.#silentSince;
  }

  /** Sets the later expiry of the same session, here and in the stream namespace. */
  renew(actor: Actor): void {
    if (this.agm) this.agm.data.actor = actor;
    const stream = this.stream?.data;
    if (!stream || stream.actor.userId !== actor.userId || stream.actor.sessionId !== actor.sessionId) return;
    stream.actor = { ...stream.actor, expiresAt: actor.expiresAt };
  }

  /** Sends the reason, then closes. */
  end(reason: EndReason): void {
    this.agm?.emit('ReceiveSessionEnd', { reason });
    this.close();
  }

  /** Ends the connection when its sign-in has expired; the stream alone when only its cookie has. */
  endExpired(now: number): void {
    if (this.agm && this.agm.data.actor.expiresAt <= now) this.end('expired');
    else if (this.stream && this.stream.data.actor.expiresAt <= now) this.stream.disconnect(!this.agm);
  }

  /** Closes after all pending packets are written. */
  close(): void {
    const socket = this.agm ?? this.stream;
    if (socket) socket.disconnect(true);
    else this.#wire.close();
  }

  /** Destroys the connection immediately; received data that is not decoded yet is dropped. */
  cut(): void {
    this.#wire.close(true);
    this.request.socket.destroy();
  }

  /** Closes the connection, and destroys it if it is still open after `withinMs`. */
  async drain(withinMs: number): Promise<void> {
    const raw = this.request.socket;
    if (raw.destroyed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => raw.destroy(), withinMs);
      raw.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.close();
    });
  }
}
