import type { Actor } from '../platform/access/actor.ts';
import type { Connection, HubSocket } from './connection.ts';

/** What has waited longer than this goes when newer comes: a console would skip it. */
const KEPT_MS = 5000;
/** Of each device: however many come at once. */
const MOST_WAITING = 32;

interface Waiting {
  readonly frame: Buffer;
  readonly since: number;
}

/**
 * Brings stream frames to one console. A frame is written only while the line is free: none ever stands in front of an
 * event that waits, and none counts when it is asked whether the connection is slow. What comes meanwhile waits, device
 * by device, and leaves one at a time when the line is free again.
 */
export class StreamListener {
  readonly #socket: HubSocket;
  readonly #connection: Connection;
  readonly #now: () => number;
  readonly #gone = new AbortController();
  readonly #waiting = new Map<number, Waiting[]>();

  constructor(socket: HubSocket, connection: Connection, now: () => number) {
    this.#socket = socket;
    this.#connection = connection;
    this.#now = now;
    const stopHearing = connection.whenFree(() => this.#sendNext());
    socket.once('disconnect', () => {
      stopHearing();
      this.#waiting.clear();
      this.#gone.abort();
    });
  }

  get actor(): Actor {
    return this.#socket.data.actor;
  }

  /** Aborted once the connection has ended. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Answers how many older frames were given up for it. */
  send(uid: number, frame: Buffer): number {
    if (this.#gone.signal.aborted) return 0;
    const since = this.#now();
    const all = [...(this.#waiting.get(uid) ?? []), { frame, since }];
    const kept = all.filter((each) => since - each.since <= KEPT_MS).slice(-MOST_WAITING);
    this.#waiting.set(uid, kept);
    this.#sendNext();
    return all.length - kept.length;
  }

  /** What still waits of this device is not sent. */
  forget(uid: number): void {
    this.#waiting.delete(uid);
  }

  /** The oldest frame of the device whose turn it is. */
  #sendNext(): void {
    const [next] = this.#waiting;
    if (!next || !this.#connection.isFree) return;
    const [uid, [oldest, ...others]] = next;
    this.#waiting.delete(uid);
    if (others.length > 0) this.#waiting.set(uid, others);
    if (oldest) this.#connection.write(oldest.frame);
  }
}
