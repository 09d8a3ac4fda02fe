import type { AudibleSound } from './sound-names.ts';
import { computeLengthS, SOUNDS } from './sounds.ts';

/** Several events within this time make one sound. */
const SAME_SOUND_REST_MS = 400;
const MAX_AT_ONCE = 3;

/**
 * Limits the noise of many alerts: a sound starts again only after it has ended, and at most three different ones
 * overlap.
 */
export class SoundLimiter {
  readonly #busyUntil = new Map<AudibleSound, number>();

  /** Whether the sound may start now; if so, it is recorded as started. */
  admit(sound: AudibleSound, nowMs: number): boolean {
    for (const [name, endMs] of this.#busyUntil) if (endMs <= nowMs) this.#busyUntil.delete(name);
    if (this.#busyUntil.has(sound) || this.#busyUntil.size >= MAX_AT_ONCE) return false;
    this.#busyUntil.set(sound, nowMs + Math.max(SAME_SOUND_REST_MS, computeLengthS(SOUNDS[sound]) * 1000));
    return true;
  }
}
