/** Stores the newest value per key, in the order in which these values were put. */
export class LatestValues<Value> {
  readonly #values = new Map<string, Value>();

  get size(): number {
    return this.#values.size;
  }

  put(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
  }

  /** Returns all values and removes them. */
  drain(): Value[] {
    const values = [...this.#values.values()];
    this.#values.clear();
    return values;
  }
}
