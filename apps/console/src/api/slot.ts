/** A value that one part of the console puts here and another reads, so that the second does not import the first. */
export class Slot<Value> {
  #value: Value;

  constructor(initial: Value) {
    this.#value = initial;
  }

  get(): Value {
    return this.#value;
  }

  /** Replaces the value and returns the one before. */
  put(value: Value): Value {
    const before = this.#value;
    this.#value = value;
    return before;
  }
}
