interface PendingMessage {
  readonly since: number;
}

/** Messages that were received and are not acknowledged yet, by age. */
export class PendingMessages {
  readonly #pending = new Set<PendingMessage>();

  /** The returned function says that the message is acknowledged. */
  begin(): () => void {
    const message = { since: performance.now() };
    this.#pending.add(message);
    return () => void this.#pending.delete(message);
  }

  /** 0 when none is pending. */
  get oldestMs(): number {
    const [oldest] = this.#pending;
    return oldest === undefined ? 0 : performance.now() - oldest.since;
  }

  /** Their connection has ended: their sender sends them again. */
  clear(): void {
    this.#pending.clear();
  }
}
