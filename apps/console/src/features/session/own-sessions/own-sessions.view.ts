import { parseUtc } from '@waymark/domain/time/utc';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeCell } from '@waymark/domain/time/zoned-text';
import type { OwnSession } from './own-sessions.data.ts';

/** "2026-03-18 00:06" */
function toMinute(instant: string, zone: Zone): string {
  const at = parseUtc(instant);
  return at.ok ? writeCell(at.value, zone, 'minute') : instant;
}

/** The lines of a session below the name of its program; the list says if times are UTC. */
export function describeSession(
  { address, createdAt, lastUsedAt, expiresAt }: OwnSession,
  zone: Zone = UTC,
): readonly string[] {
  const place = address === null ? '' : ` from ${address}`;
  return [
    `Signed in ${toMinute(createdAt, zone)}${place}`,
    `Last used ${toMinute(lastUsedAt, zone)}, expires ${toMinute(expiresAt, zone)}`,
  ];
}

/** A unique name for the button that ends a session. */
export function nameEndButton({ userAgent, createdAt }: OwnSession, zone: Zone = UTC): string {
  return `End ${userAgent}, signed in ${toMinute(createdAt, zone)}`;
}

/** The button for all sessions except this one; null without any. A sign-in elsewhere has no current session. */
export function labelEndOthers(sessions: readonly OwnSession[]): string | null {
  const hasCurrent = sessions.some(({ isCurrent }) => isCurrent);
  if (sessions.length <= (hasCurrent ? 1 : 0)) return null;
  return hasCurrent ? 'End all other sessions' : 'End all sessions';
}

/** A single session, or all except the current one. */
export type SessionsToEnd = OwnSession | 'others';

/** The text of the dialog before sessions end. A user of an external provider has no password here. */
export function describeEnding(ending: SessionsToEnd, sessions: readonly OwnSession[], zone: Zone = UTC) {
  const needsPassword = !sessions.some(({ isExternal }) => isExternal);
  const what =
    ending === 'others'
      ? 'Every other browser must sign in again.'
      : `${ending.userAgent}, signed in ${toMinute(ending.createdAt, zone)}, must sign in again.`;
  const proof = needsPassword
    ? 'Enter your password to confirm.'
    : "Your own sign-in at your company's identity provider must be less than 10 minutes old.";
  return {
    title: ending === 'others' ? (labelEndOthers(sessions) ?? 'End all other sessions') : 'End session',
    explanation: `${what} ${proof}`,
    needsPassword,
  };
}
