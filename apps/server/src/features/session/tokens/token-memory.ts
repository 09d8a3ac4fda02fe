import type { UserId } from '@waymark/domain/ids';
import type { Actor } from '../../../platform/access/actor.ts';

const MAX_TOKENS = 20_000;

/**
 * Caches verified tokens until they expire, so that a request needs no signature check and no query. A change of
 * a user or session removes the user's tokens on every node; a verification that was running may have read the old state
 * and is not cached.
 */
export class TokenMemory {
  readonly #actors = new Map<string, Actor>();
  readonly #tokensOfUser = new Map<number, Set<string>>();
  #generation = 0;

  find(token: string, now: number): Actor | undefined {
    const actor = this.#actors.get(token);
    if (actor && actor.expiresAt > now) return actor;
    if (actor) this.#drop(token, actor);
    return undefined;
  }

  /** Read before the verification and passed to `remember()`, which ignores a result of an older generation. */
  get generation(): number {
    return this.#generation;
  }

  remember(token: string, actor: Actor, generation: number): void {
    if (generation !== this.#generation) return;
    if (this.#actors.size >= MAX_TOKENS) this.#dropOldest();
    this.#actors.set(token, actor);
    const tokens = this.#tokensOfUser.get(actor.userId) ?? new Set();
    this.#tokensOfUser.set(actor.userId, tokens.add(token));
  }

  forgetUser(userId: UserId): void {
    this.#generation++;
    for (const token of this.#tokensOfUser.get(userId) ?? []) this.#actors.delete(token);
    this.#tokensOfUser.delete(userId);
  }

  forgetAll(): void {
    this.#generation++;
    this.#actors.clear();
    this.#tokensOfUser.clear();
  }

  #dropOldest(): void {
    for (const [token, actor] of this.#actors) {
      this.#drop(token, actor);
      return;
    }
  }

  #drop(token: string, actor: Actor): void {
    this.#actors.delete(token);
    const tokens = this.#tokensOfUser.get(actor.userId);
    tokens?.delete(token);
    if (tokens?.size === 0) this.#tokensOfUser.delete(actor.userId);
  }
}
