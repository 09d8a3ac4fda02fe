import { HighPass } from '../../signal/high-pass.ts';
import { findWeldInterval } from './weld-interval.ts';

// The cups of a pig knock at every weld, the rear ones again and softer; in between they rub. A weld is the loudest
// sound within its surroundings and clearly stands out from them.

const BLOCK_MS = 10;
/** Examined on either side of a knock, which delays its detection by this much. */
const AROUND_MS = 1000;
const AROUND = AROUND_MS / BLOCK_MS;
const BLOCKS = 2 * AROUND + 1;
/** Ratio measured on seeded passages: most knocks reach it, rubbing rarely does. */
const STANDS_OUT = 2.5;
const SURROUNDINGS_SHARE = 0.75;
/** High pass at about 18 Hz for 1 kHz: removes wind and traffic. */
const HIGH_PASS_KEEP = 0.9;
/** Shortest time between two welds of the fastest pig. */
const SHORTEST_MS = 350;
/** Hits closer than this share of the usual interval belong to the same weld. */
const SAME_SHARE = 0.45;
const USUAL_WELDS = 5;
const MOST_REMEMBERED = 16;
/** A frame that starts further off than this from its expected time does not continue the previous one. */
const GAP_MS = 480;

interface WeldHearing {
  readonly threshold: number;
  /** The raw sound, without the high-pass filter. */
  readonly isRaw: boolean;
}

export class WeldPicker {
  readonly #highPass = new HighPass(HIGH_PASS_KEEP);
  /** The loudest value of each 10 ms: 1 s before, the block under test, 1 s after. A ring buffer. */
  readonly #blocks = new Float32Array(BLOCKS);
  #newest = 0;
  #nextAt: number | null = null;
  #recent: readonly number[] = [];
  #usualMs = 0;

  /** Takes sounds 1 ms apart; `startsAt`: UTC ms of the first. Returns the welds confirmed so far. */
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
