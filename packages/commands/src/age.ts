import { findAllowedSilenceMs } from '@waymark/domain/presence/presence';

/**
 * A command is old when the device should have connected twice since: executing it could surprise a user who has
 * forgotten it.
 */
export function isOldCommand(
  queuedAt: number,
  powerMode: number | null,
  schedule: number | null,
  now: number,
): boolean {
  return now - queuedAt > 2 * findAllowedSilenceMs(powerMode, schedule);
}
