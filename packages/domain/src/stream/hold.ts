import type { Annotation, CapturedPassage, Pause, StreamHappening } from './engine-types.ts';
import { FALLBACK_PAUSE_S, type RealTimeSettings } from './settings.ts';

/** The pause of the plots, its reason, and the passages held until they resume. */
export class Hold {
  #pause: Pause | null = null;
  #held: readonly CapturedPassage[] = [];
  #annotations: readonly Annotation[] = [];
  #happenings: StreamHappening[] = [];

  get pause(): Pause | null {
    return this.#pause;
  }

  get held(): readonly CapturedPassage[] {
    return this.#held;
  }

  get annotations(): readonly Annotation[] {
    return this.#annotations;
  }

  annotate({ detector, at }: Annotation): void {
    const isKnown = this.#annotations.some((known) => known.detector === detector && known.at === at);
    if (!isKnown) this.#annotations = [...this.#annotations, { detector, at }];
  }

  stop(pause: Pause): void {
    this.#pause = pause;
  }

  /**
   * `shownAt`: time of the stream, UTC ms. `now`: on the monotonic clock. The first of several passages pauses the
   * plots.
   */
  take(
    passage: CapturedPassage,
    { SendToDB, PauseTime }: RealTimeSettings,
    { shownAt, now }: { readonly shownAt: number; readonly now: number },
  ): void {
    this.#happenings.push({ type: 'captured', passage });
    this.annotate(passage);
    if (!SendToDB) this.#held = [...this.#held, passage];
    const pauseS = Number.isFinite(PauseTime) ? PauseTime : FALLBACK_PAUSE_S;
    this.#pause ??= { reason: 'detection', at: shownAt, until: now + pauseS * 1000 };
  }

  release(passage: CapturedPassage): void {
    this.#held = this.#held.filter((held) => held !== passage);
  }

  isOver(now: number): boolean {
    return this.#pause?.reason === 'detection' && now >= this.#pause.until;
  }

  goOn(): void {
    if (this.#pause !== null) this.#happenings.push({ type: 'resumed' });
    this.#pause = null;
    this.#held = [];
    this.#annotations = [];
  }

  /** Returns the events since the last call. */
  drain(): readonly StreamHappening[] {
    const happenings = this.#happenings;
    this.#happenings = [];
    return happenings;
  }
}
