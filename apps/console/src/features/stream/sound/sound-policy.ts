// The fixed figures of the stream's sound in the requirements. Counts are of sounds: 1,000 per second.

export const SOUND_HZ = 1000;
const BLOCK = 60;

/** The output rate is 4,000 Hz: no browser plays 1,000. */
export const UPSAMPLING = 4;

/** Playback starts when this much has arrived, and runs this far behind the newest sound. */
export const START_SOUNDS = 2 * SOUND_HZ;

/** The largest lag behind the newest sound without a correction of the rate: 40 blocks, 2.4 s. */
export const BUFFER_SOUNDS = 40 * BLOCK;

/** The most that is buffered: 1,000 blocks, 60 s. */
export const QUEUE_SOUNDS = 1000 * BLOCK;

/** Beyond this lag the sound jumps; a gap up to this length is kept as silence. */
export const TOLERANCE_SOUNDS = 5 * SOUND_HZ;

/** The largest correction of the playback rate: a twelfth of a semitone, which is inaudible. */
export const MAX_CORRECTION = 0.005;

/** dB */
export const VOLUME = { least: 0, most: 60, default: 20 } as const;

export function limitVolume(db: number): number {
  return Number.isFinite(db) ? Math.min(Math.max(db, VOLUME.least), VOLUME.most) : VOLUME.default;
}

export function gainOf(db: number): number {
  return 10 ** (db / 20);
}
