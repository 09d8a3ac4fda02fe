interface PendingMessage {
  readonly since: number;
}

/** Received messages that are not acknowledged yet, by age. */
export class PendingMessages {
  readonly #pending = new Set<PendingMessage>();

  /** Registers a message; call the returned function when it is acknowledged. */
  begin(): () => void {
    const message = { since: performance.now() };
    this.#pending.add(message);
    return () => void this.#pending.delete(message);
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
