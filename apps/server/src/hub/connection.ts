import type { Namespace, Socket } from 'socket.io';
import type { Actor } from '../platform/access/actor.ts';
import type { EndReason } from './endings.ts';
import type { WireRequest } from './wire-guard.ts';

type Calls = Record<string, (...args: unknown[]) => void>;
type Pushes = Record<string, (data: unknown) => void>;

/** What a handshake found out. */
export interface Admission {
  actor: Actor;
  rooms: readonly string[];
  /** Reviews of rooms asked for before these rooms were read. */
  readonly reviewCount: number;
  /** Endings known when the handshake began. */
  readonly endingCount: number;
}

export type HubSocket = Socket<Calls, Pushes, Pushes, Admission>;
export type HubNamespace = Namespace<Calls, Pushes, Pushes, Admission>;
export type Wire = HubSocket['conn'];

/** The wire counts packets; what is in them is in the frame. */
const NO_PACKET = Buffer.alloc(0);

/** What a namespace's own `emit` does, with less work: one frame is ready, or several of them in one piece. */
export function writeFrame(wire: Wire, frame: Buffer): void {
  const options = { compress: false, wsPreEncodedFrame: [frame] };
  wire.write(NO_PACKET, options);
}

/** One WebSocket of a console, with its sockets in the two namespaces, and how its writing gets on. */
export class Connection {
  agm: HubSocket | undefined;
  stream: HubSocket | undefined;
  /** Runs whose pigs its console shows on their way. */
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

  /** Engine.IO notes the WebSocket in the request, where its types do not show it. */
  get request(): WireRequest {
    return this.#wire.request as unknown as WireRequest;
  }

  get isAdmitted(): boolean {
    return this.agm !== undefined || this.stream !== undefined;
  }

  /** Answers false where the connection is in the namespace already, or still being checked for it. */
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

  /** How long no namespace has had it. */
  outsideMs(now: number): number {
    return this.isAdmitted ? 0 : now - this.#outsideSince;
  }

  /** Packets that wait because the ones before them are not yet written. */
  get waitingPackets(): number {
    return this.#waitingPackets;
  }

  /** Nothing waits, and what was written before is with the system. */
  get isFree(): boolean {
    return this.#waitingPackets === 0 && this.#wire.readyState === 'open' && this.#wire.transport.writable;
  }

  /** Runs whenever the line may have become free, after what waits on it was written; the answer stops that. */
  whenFree(run: () => void): () => void {
    // The only transport is the WebSocket: a wire keeps the one it has begun with.
    const { transport } = this.#wire;
    transport.on('ready', run);
    return () => transport.off('ready', run);
  }

  write(frame: Buffer): void {
    writeFrame(this.#wire, frame);
  }

  /** Whether anything was written since the last time this was asked. */
  takeProgress(): boolean {
    const hasWritten = this.#hasWritten;
    this.#hasWritten = false;
    return hasWritten;
  }

  /** How long no event or call went either way, as far as the times of asking tell; pings do not count. */
  silentMs(now: number): number {
    if (this.#hadTraffic) this.#silentSince = now;
    this.#hadTraffic = false;
    return now - this.#silentSince;
  }

  /** The same session has a later expiry, here and in the stream namespace. */
  renew(actor: Actor): void {
    if (this.agm) this.agm.data.actor = actor;
    const stream = this.stream?.data;
    if (!stream || stream.actor.userId !== actor.userId || stream.actor.sessionId !== actor.sessionId) return;
    stream.actor = { ...stream.actor, expiresAt: actor.expiresAt };
  }

  /** Says why, then closes. */
  end(reason: EndReason): void {
    this.agm?.emit('ReceiveSessionEnd', { reason });
    this.close();
  }

  /** Ends what has outlived its sign-in; a stream may end before the rest. */
  endExpired(now: number): void {
    if (this.agm && this.agm.data.actor.expiresAt <= now) this.end('expired');
    else if (this.stream && this.stream.data.actor.expiresAt <= now) this.stream.disconnect(!this.agm);
  }

  /** Closes once everything that waits is written. */
  close(): void {
    const socket = this.agm ?? this.stream;
    if (socket) socket.disconnect(true);
    else this.#wire.close();
  }

  /** Cuts the line at once. What was received and is not decoded yet is dropped. */
  cut(): void {
    this.#wire.close(true);
    this.request.socket.destroy();
  }

  /** Closes, and cuts what has not gone after the given time. */
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
