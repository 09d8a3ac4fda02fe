import type { AudibleSound } from './sound-names.ts';
import { computeLengthS, SOUNDS } from './sounds.ts';

/** Several happenings of one moment are one ring. */
const SAME_SOUND_REST_MS = 400;
const MAX_AT_ONCE = 3;

/**
 * Keeps many alerts at once from roaring: a sound begins again once it has ended, and at most three different ones
 * are heard together.
 */
export class SoundLimiter {
  readonly #busyUntil = new Map<AudibleSound, number>();

  /** Whether the sound may begin now; if so, it counts as begun. */
  admit(sound: AudibleSound, nowMs: number): boolean {
    for (const [name, endMs] of this.#busyUntil) if (endMs <= nowMs) this.#busyUntil.delete(name);
    if (this.#busyUntil.has(sound) || this.#busyUntil.size >= MAX_AT_ONCE) return false;
    this.#busyUntil.set(sound, nowMs + Math.max(SAME_SOUND_REST_MS, computeLengthS(SOUNDS[sound]) * 1000));
    return true;
  }
}
