/** Keeps the newest value of every key, in the order in which these newest values came. */
export class LatestValues<Value> {
  readonly #values = new Map<string, Value>();

  get size(): number {
    return this.#values.size;
  }

  put(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
  }

  /** Hands all of them over and starts anew. */
  drain(): Value[] {
    const values = [...this.#values.values()];
    this.#values.clear();
    return values;
  }
}
