/** So often what is missing is asked for without anything new coming; then the device has to come back, or a person resumes. */
export const MOST_ASKS = 2;

/** A device that has been silent for so long in the middle of a download is asked again. */
export const SILENCE_MS = 60_000;

/** Over satellite a device that has accepted and been silent for so long has sent all. */
export const SATELLITE_SILENCE_MS = 10 * 60_000;

/** Consoles are told of a download at most so often. */
export const TELL_EVERY_MS = 500;
