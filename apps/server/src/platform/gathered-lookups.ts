/**
 * Looks up many keys with one query: while one query is under way, the keys for the next gather. What it answers was read after
 * it was asked for.
 */
export class GatheredLookups<Key, Found> {
  readonly #findAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>;
  #waiting = new Map<Key, PromiseWithResolvers<Found | undefined>>();
  #isRunning = false;

  constructor(findAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>) {
    this.#findAll = findAll;
  }

  find(key: Key): Promise<Found | undefined> {
    const waiting = this.#waiting.get(key) ?? Promise.withResolvers<Found | undefined>();
    this.#waiting.set(key, waiting);
    if (!this.#isRunning) void this.#run();
    return waiting.promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // What is asked for in the same turn belongs together.
    await new Promise(setImmediate);
    while (this.#waiting.size > 0) {
      const asked = this.#waiting;
      this.#waiting = new Map();
      try {
        const found = await this.#findAll([...asked.keys()]);
        for (const [key, { resolve }] of asked) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of asked.values()) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
