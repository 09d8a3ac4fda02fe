/** Time to wait for an answer before the command is sent again. */
export const ANSWER_WITHIN_MS = 30_000;

/** Number of attempts before the command returns to the queue. */
export const MOST_TRIES = 3;

/** Pause for a connected device that does not answer. */
export const PAUSE_MS = 5 * 60_000;

/** Time in which another node that may serve the device keeps its unanswered command. */
export const FOREIGN_FOR_MS = 10_000;

/** Maximum devices or commands per transaction. */
export const BATCH = 1000;

export const CHECK_EVERY_MS = 1000;
