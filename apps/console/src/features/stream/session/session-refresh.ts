import { REFRESH_MS } from '@waymark/domain/stream/spans';
import type { SessionPage } from './session-parts.ts';

/** Interval of detection while the window is not visible. */
const UNSEEN_MS = 1000;

type Page = Pick<SessionPage, 'now' | 'requestFrame'>;

/** Calls back at every refresh: on animation frames while the window is visible, by a slow timer otherwise. */
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

  /** Changes the pace at once; does nothing if it is the same. */
  setSeen(isSeen: boolean): void {
    if (isSeen !== this.#isSeen) this.start(isSeen);
  }

  stop(): void {
    this.#takeBack();
  }

  #plan(): void {
    this.#takeBack();
    const now = this.#page.now();
    // Counted from the due time, so that the animation frames do not add delay; a missed refresh is not made up for.
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
