/** How long a heartbeat is seen. */
const FLASH_MS = 2000;

/** Which devices flash. Times are any clock's milliseconds. */
export class HeartbeatFlashes {
  readonly #endsAt = new Map<number, number>();

  /** Answers those that did not flash before. */
  light(uids: Iterable<number>, now: number): readonly number[] {
    const lit: number[] = [];
    for (const uid of uids) {
      if (!this.#endsAt.delete(uid)) lit.push(uid);
      this.#endsAt.set(uid, now + FLASH_MS);
    }
    return lit;
  }

  /** Answers those whose time is over. */
  expire(now: number): readonly number[] {
    const over: number[] = [];
    // Lit anew, a device stands at the end: the first that still flashes ends the search.
    for (const [uid, endsAt] of this.#endsAt) {
      if (endsAt > now) break;
      over.push(uid);
      this.#endsAt.delete(uid);
    }
    return over;
  }

  /** Milliseconds until the next is over; null when none flashes. */
  msToNext(now: number): number | null {
    const next = this.#endsAt.values().next();
    return next.done ? null : Math.max(0, next.value - now);
  }
}
