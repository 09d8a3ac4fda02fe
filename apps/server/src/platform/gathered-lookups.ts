import { setImmediate as nextTurn } from 'node:timers/promises';
import { Coalescer } from './coalescer.ts';

type FindAll<Key, Found> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>;

/**
 * Looks up many keys with one query: keys that arrive during a query share the next one. An answer is never older than
 * its call.
 */
export class GatheredLookups<Key, Found> {
  readonly #findAll: FindAll<Key, Found>;
  readonly #queries = new Coalescer(() => this.#query(), { gather: nextTurn });
  #pending = new Map<Key, PromiseWithResolvers<Found | undefined>>();

  constructor(findAll: FindAll<Key, Found>) {
    this.#findAll = findAll;
  }

  find(key: Key): Promise<Found | undefined> {
    const pending = this.#pending.get(key) ?? Promise.withResolvers<Found | undefined>();
    this.#pending.set(key, pending);
    void this.#queries.request();
    return pending.promise;
  }

  async #query(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    try {
      const found = await this.#findAll([...pending.keys()]);
      for (const [key, { resolve }] of pending) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of pending.values()) reject(error);
    }
  }
}
