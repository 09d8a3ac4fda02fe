import { markText } from '@waymark/domain/language/translate';

// A device's answers to commands.

export const ANSWER = { accepted: 0, rejected: 1, forged: 2, busy: 3 } as const;

/** The reasons why a device rejects a command, as numbered in its answer. */
export const REJECTION = {
  tooOldFirmware: 1,
  expired: 2,
  otherLink: 3,
  notAWindow: 4,
  windowTooLong: 5,
  retired: 6,
} as const;

const REASONS = new Map<number, string>([
  [REJECTION.tooOldFirmware, markText('Its firmware is too old for this command.')],
  [REJECTION.expired, markText('The command had expired.')],
  [REJECTION.otherLink, markText('It does not take this command over its link.')],
  [REJECTION.notAWindow, markText('The time range is not valid.')],
  [REJECTION.windowTooLong, markText('The time range is too long.')],
  [REJECTION.retired, markText('Its firmware no longer knows this command.')],
]);

/** The text for the user; null if accepted. */
export function describeAnswer(status: number, detail: number): string | null {
  if (status === ANSWER.accepted) return null;
  if (status === ANSWER.forged) return markText('The device could not verify who sent it.');
  if (status === ANSWER.busy) return markText('The device is busy.');
  return REASONS.get(detail) ?? `The device gives no reason that is known (${detail}).`;
}
