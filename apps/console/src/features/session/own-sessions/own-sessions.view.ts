import { parseUtc } from '@waymark/domain/time/utc';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeCell } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
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
  const time = toMinute(createdAt, zone);
  return [
    address === null ? t('Signed in {time}', { time }) : t('Signed in {time} from {address}', { time, address }),
    t('Last used {time}, expires {end}', { time: toMinute(lastUsedAt, zone), end: toMinute(expiresAt, zone) }),
  ];
}

/** A unique name for the button that ends a session. */
export function nameEndButton({ userAgent, createdAt }: OwnSession, zone: Zone = UTC): string {
  return t('End {program}, signed in {time}', { program: userAgent, time: toMinute(createdAt, zone) });
}

/** The button for all sessions except this one; null without any. A sign-in elsewhere has no current session. */
export function labelEndOthers(sessions: readonly OwnSession[]): string | null {
  const hasCurrent = sessions.some(({ isCurrent }) => isCurrent);
  if (sessions.length <= (hasCurrent ? 1 : 0)) return null;
  return hasCurrent ? t('End all other sessions') : t('End all sessions');
}

/** A single session, or all except the current one. */
export type SessionsToEnd = OwnSession | 'others';

/** The text of the dialog before sessions end. A user of an external provider has no password here. */
export function describeEnding(ending: SessionsToEnd, sessions: readonly OwnSession[], zone: Zone = UTC) {
  const needsPassword = !sessions.some(({ isExternal }) => isExternal);
  const what =
    ending === 'others'
      ? t('Every other browser must sign in again.')
      : t('{program}, signed in {time}, must sign in again.', {
          program: ending.userAgent,
          time: toMinute(ending.createdAt, zone),
        });
  const proof = needsPassword
    ? t('Enter your password to confirm.')
    : t("Your own sign-in at your company's identity provider must be less than 10 minutes old.");
  return {
    title: ending === 'others' ? (labelEndOthers(sessions) ?? t('End all other sessions')) : t('End session'),
    explanation: `${what} ${proof}`,
    needsPassword,
  };
}
