import { REFRESH_MS } from '@waymark/domain/stream/spans';
import type { SessionPage } from './session-parts.ts';

/** While nobody looks, detection goes on at this pace. */
const UNSEEN_MS = 1000;

type Page = Pick<SessionPage, 'now' | 'requestFrame'>;

/** Steps at every refresh: just before the browser draws while somebody looks, by a slow timer while nobody does. */
export class RefreshLoop {
  readonly #page: Page;
  readonly #step: () => void;
  #isSeen = false;
  #dueAt = 0;
  #takeBack: () => void = () => undefined;

  constructor(page: Page, step: () => void) {
    this.#page = page;
    this.#step = step;
  }

  start(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#dueAt = this.#page.now();
    this.#plan();
  }

  /** Begins the other pace at once; nothing when it is the same. */
  setSeen(isSeen: boolean): void {
    if (isSeen !== this.#isSeen) this.start(isSeen);
  }

  stop(): void {
    this.#takeBack();
  }

  #plan(): void {
    this.#takeBack();
    const now = this.#page.now();
    // From when it was due, so that the frames' own pace adds nothing; a late one is not made up for.
    this.#dueAt = Math.max(now, this.#dueAt + (this.#isSeen ? REFRESH_MS : UNSEEN_MS));
    const timer = setTimeout(() => this.#fire(), this.#dueAt - now);
    this.#takeBack = () => clearTimeout(timer);
  }

  #fire(): void {
    const run = () => {
      this.#plan();
      this.#step();
    };
    if (this.#isSeen) this.#takeBack = this.#page.requestFrame(run);
    else run();
  }
}
