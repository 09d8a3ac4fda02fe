import { HighPass } from '../signal/high-pass.ts';
import { findWeldInterval } from './weld-interval.ts';

// A pig's cups knock at every weld, the rear ones once more and softer, and they rub in between: louder than far knocks,
// and for a moment only. So a weld is the loudest within its surroundings, and stands out from them.

const BLOCK_MS = 10;
/** Looked at on either side of a knock, so it is known that much later. */
const AROUND_MS = 1000;
const AROUND = AROUND_MS / BLOCK_MS;
const BLOCKS = 2 * AROUND + 1;
/** Measured on seeded passages: what rubbing rarely reaches and most knocks do. */
const STANDS_OUT = 2.5;
const SURROUNDINGS_SHARE = 0.75;
/** About 18 Hz at 1 kHz: wind and traffic are below. */
const HIGH_PASS_KEEP = 0.9;
/** No pig is so fast that welds come closer. */
const SHORTEST_MS = 350;
/** Of the usual interval: what comes sooner belongs to the same weld. */
const SAME_SHARE = 0.45;
const USUAL_WELDS = 5;
const MOST_REMEMBERED = 16;
/** A frame that comes otherwise than this after the one before is not its sequel. */
const GAP_MS = 480;

interface WeldHearing {
  readonly threshold: number;
  /** The sound as it came, not its upper part. */
  readonly isRaw: boolean;
}

export class WeldPicker {
  readonly #highPass = new HighPass(HIGH_PASS_KEEP);
  /** The loudest of every 10 ms: 1 s, the one that is judged, 1 s. A ring. */
  readonly #blocks = new Float32Array(BLOCKS);
  #newest = 0;
  #nextAt: number | null = null;
  #recent: readonly number[] = [];
  #usualMs = 0;

  /** Sounds 1 ms apart; `startsAt`: UTC ms of the first. Answers the welds that are known by then. */
  push(sounds: Float32Array, startsAt: number, hearing: WeldHearing): readonly number[] {
    if (this.#nextAt === null || Math.abs(startsAt - this.#nextAt) > GAP_MS) this.#blocks.fill(0);
    this.#nextAt = startsAt + sounds.length;
    const welds: number[] = [];
    for (let at = 0; at < sounds.length; at += BLOCK_MS) {
      this.#newest = (this.#newest + 1) % BLOCKS;
      this.#blocks[this.#newest] = this.#findPeak(sounds, at, hearing.isRaw);
      const judgedAt = startsAt + at - AROUND_MS;
      if (this.#isKnock(hearing.threshold) && this.#isNext(judgedAt)) welds.push(judgedAt);
    }
    return welds;
  }

  #findPeak(sounds: Float32Array, from: number, isRaw: boolean): number {
    let peak = 0;
    for (let at = from; at < from + BLOCK_MS; at++) {
      const sound = sounds[at] ?? 0;
      const upper = this.#highPass.push(sound);
      const size = Math.abs(isRaw ? sound : upper);
      if (size > peak) peak = size;
    }
    return peak;
  }

  #read(blocksFromJudged: number): number {
    return this.#blocks[(this.#newest + AROUND + 1 + blocksFromJudged) % BLOCKS] ?? 0;
  }

  #isKnock(threshold: number): boolean {
    const size = this.#read(0);
    if (size <= threshold) return false;
    const reach = Math.min(AROUND, Math.round(this.#findReachMs() / BLOCK_MS));
    for (let away = 1; away <= reach; away++) if (this.#read(away) > size || this.#read(-away) >= size) return false;
    const usual = this.#blocks.toSorted()[Math.floor(BLOCKS * SURROUNDINGS_SHARE)] ?? 0;
    return size > STANDS_OUT * usual;
  }

  #findReachMs(): number {
    return Math.max(SHORTEST_MS, SAME_SHARE * this.#usualMs);
  }

  #isNext(at: number): boolean {
    const last = this.#recent.at(-1);
    if (last !== undefined && at - last < this.#findReachMs()) return false;
    this.#recent = [...this.#recent, at].slice(-MOST_REMEMBERED);
    this.#usualMs = findWeldInterval(this.#recent, USUAL_WELDS) ?? 0;
    return true;
  }
}
