/** The limit of requests without a new packet; after it the server waits until the device reconnects or a user resumes. */
export const MOST_ASKS = 2;

/** The server requests missing packets again after this much silence in a download. */
export const SILENCE_MS = 60_000;

/** Over satellite an accepted download is complete after this much silence. */
export const SATELLITE_SILENCE_MS = 10 * 60_000;

/** The minimum interval between two events about a download. */
export const TELL_EVERY_MS = 500;
