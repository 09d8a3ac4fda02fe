// What the documents fix for the sound of the stream (doc 2 §9). Counts are of sounds: 1,000 to the second.

export const SOUND_HZ = 1000;
const BLOCK = 60;

/** Heard is 4,000 Hz: no browser plays 1,000. */
export const UPSAMPLING = 4;

/** Nothing is heard until so much has come; then the sound begins so far behind the newest. */
export const START_SOUNDS = 2 * SOUND_HZ;

/** What may lie between the newest sound and the one heard before the rate makes up for it: 40 blocks, 2.4 s. */
export const BUFFER_SOUNDS = 40 * BLOCK;

/** More is never kept: 1,000 blocks, 60 s. */
export const QUEUE_SOUNDS = 1000 * BLOCK;

/** Farther behind than this the sound jumps; a hole up to this long is kept as silence. */
export const TOLERANCE_SOUNDS = 5 * SOUND_HZ;

/** How much faster or slower the sound may run: a twelfth of a semitone, which nobody hears. */
export const MAX_CORRECTION = 0.005;

/** dB */
export const VOLUME = { least: 0, most: 60, default: 20 } as const;

export function limitVolume(db: number): number {
  return Number.isFinite(db) ? Math.min(Math.max(db, VOLUME.least), VOLUME.most) : VOLUME.default;
}

export function gainOf(db: number): number {
  return 10 ** (db / 20);
}
