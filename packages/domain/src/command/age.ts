import { findAllowedSilenceMs } from '../presence/presence.ts';

/** The device should have come twice meanwhile: the command would surprise whoever has forgotten it. */
export function isOldCommand(
  queuedAt: number,
  powerMode: number | null,
  schedule: number | null,
  now: number,
): boolean {
  return now - queuedAt > 2 * findAllowedSilenceMs(powerMode, schedule);
}
