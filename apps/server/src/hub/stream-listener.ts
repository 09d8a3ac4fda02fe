import type { Uid } from '@waymark/domain/ids';
import type { Actor } from '../platform/access/actor.ts';
import type { Connection, HubSocket } from './connection.ts';

/** Waiting frames older than this are dropped when a newer one arrives: a console would skip them. */
const KEPT_MS = 5000;
/** Maximum waiting frames per device. */
const MOST_WAITING = 32;

interface Waiting {
  readonly frame: Buffer;
  readonly since: number;
}

/**
 * Sends stream frames to one console, only while its line is free: a frame never delays an event and never makes the
 * connection count as slow. Other frames wait per device and leave one at a time.
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

  /** Aborted when the connection ends. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Sends or queues a frame; returns the number of older frames that were dropped for it. */
  send(uid: Uid, frame: Buffer): number {
    if (this.#gone.signal.aborted) return 0;
    const since = this.#now();
    const all = [...(this.#waiting.get(uid) ?? []), { frame, since }];
    const kept = all.filter((each) => since - each.since <= KEPT_MS).slice(-MOST_WAITING);
    this.#waiting.set(uid, kept);
    this.#sendNext();
    return all.length - kept.length;
  }

  /** Drops the waiting frames of this device. */
  forget(uid: Uid): void {
    this.#waiting.delete(uid);
  }

  /** Sends the oldest frame of the next device in turn. */
  #sendNext(): void {
    const [next] = this.#waiting;
    if (!next || !this.#connection.isFree) return;
    const [uid, [oldest, ...others]] = next;
    this.#waiting.delete(uid);
    if (others.length > 0) this.#waiting.set(uid, others);
    if (oldest) this.#connection.write(oldest.frame);
  }
}
