import type { UserId } from '@waymark/domain/ids';
import { RateLimit, type Rate } from './rate-limit.ts';

/** Limits calls per user over all their connections, so that more connections do not allow more calls. */
export class UserCalls {
  readonly #rate: Rate;
  readonly #limits = new Map<number, RateLimit>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  take(userId: UserId, now: number): boolean {
    const limit = this.#limits.get(userId) ?? new RateLimit(this.#rate, now);
    this.#limits.set(userId, limit);
    return limit.take(1, now);
  }

  forgetIdle(now: number): void {
    for (const [userId, limit] of this.#limits) if (limit.isFull(now)) this.#limits.delete(userId);
  }
}
