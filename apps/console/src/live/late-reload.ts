/** Reloads once for several events, after a rest; never after `stop`. */
export class LateReload {
  readonly #reload: () => unknown;
  readonly #restMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(reload: () => unknown, restMs: number) {
    this.#reload = reload;
    this.#restMs = restMs;
  }

  readonly soon = (): void => {
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#reload();
    }, this.#restMs);
  };

  readonly stop = (): void => {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  };
}
