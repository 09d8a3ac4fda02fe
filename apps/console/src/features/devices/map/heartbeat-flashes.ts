/** Duration of a flash. */
const FLASH_MS = 2000;

/** The devices that flash. Times are milliseconds of any clock. */
export class HeartbeatFlashes {
  readonly #endsAt = new Map<number, number>();

  /** Returns the devices that did not flash before. */
  light(uids: Iterable<number>, now: number): readonly number[] {
    const lit: number[] = [];
    for (const uid of uids) {
      if (!this.#endsAt.delete(uid)) lit.push(uid);
      this.#endsAt.set(uid, now + FLASH_MS);
    }
    return lit;
  }

  /** Returns the devices whose flash has ended. */
  expire(now: number): readonly number[] {
    const over: number[] = [];
    // Insertion order is by end time, because a renewed flash is inserted again: stop at the first that is still
    // active.
    for (const [uid, endsAt] of this.#endsAt) {
      if (endsAt > now) break;
      over.push(uid);
      this.#endsAt.delete(uid);
    }
    return over;
  }

  /** Milliseconds until the next flash ends; null if there is none. */
  msToNext(now: number): number | null {
    const next = this.#endsAt.values().next();
    return next.done ? null : Math.max(0, next.value - now);
  }
}
