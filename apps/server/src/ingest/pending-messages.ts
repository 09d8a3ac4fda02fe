interface PendingMessage {
  readonly since: number;
}

/** Received messages that are not acknowledged yet, by age. */
export class PendingMessages {
  readonly #pending = new Set<PendingMessage>();
  #followed: Promise<unknown> | undefined;

  /** Registers a message; call the returned function when it is acknowledged. */
  begin(): () => void {
    const message = { since: performance.now() };
    this.#pending.add(message);
    return () => void this.#pending.delete(message);
  }

  /** Registers a message until its promise settles. Messages that arrive together mostly share a promise. */
  follow(stored: Promise<unknown>): void {
    if (stored === this.#followed) return;
    this.#followed = stored;
    const end = this.begin();
    stored.then(end, end);
  }

  /** 0 when no message is pending. */
  get oldestMs(): number {
    const [oldest] = this.#pending;
    return oldest === undefined ? 0 : performance.now() - oldest.since;
  }

  /** Their connection has ended: the sender sends them again. */
  clear(): void {
    this.#pending.clear();
  }
}

/** A connection whose messages are acknowledged after they are stored. */
export interface PendingConnection {
  /** Age of its oldest unacknowledged message; 0 without one. */
  readonly oldestPendingMs: number;
  /** Ends the connection, so that the sender sends unacknowledged messages again. */
  reconnect(): void;
}

export function findOldestMs(connections: Iterable<PendingConnection>): number {
  let oldestMs = 0;
  for (const { oldestPendingMs } of connections) oldestMs = Math.max(oldestMs, oldestPendingMs);
  return oldestMs;
}

/** Ends the connections with an unacknowledged message of at least that age; returns their number. */
export function reconnectStuck(connections: Iterable<PendingConnection>, olderThanMs: number): number {
  const stuck = [...connections].filter(({ oldestPendingMs }) => oldestPendingMs >= olderThanMs);
  for (const connection of stuck) connection.reconnect();
  return stuck.length;
}
