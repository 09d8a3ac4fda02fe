/** How long an answer is waited for before the command is sent again. */
export const ANSWER_WITHIN_MS = 30_000;

/** So often it is sent before it goes back into the queue. */
export const MOST_TRIES = 3;

/** So long a device that is connected and does not answer is left alone. */
export const PAUSE_MS = 5 * 60_000;

/** An unanswered command of a device that another node may hold is that node's for so long. */
export const FOREIGN_FOR_MS = 10_000;

/** So many devices or commands share a transaction. */
export const BATCH = 1000;

export const CHECK_EVERY_MS = 1000;
