/** A call at a later time. Another one replaces it. */
export class Timer {
  #pending: ReturnType<typeof setTimeout> | undefined;

  start(call: () => unknown, delayMs: number): void {
    this.stop();
    this.#pending = setTimeout(call, delayMs);
  }

  stop(): void {
    clearTimeout(this.#pending);
  }
}
