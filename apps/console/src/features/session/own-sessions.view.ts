import type { OwnSession } from './own-sessions.data.ts';

/** "2026-03-18 00:06" */
const toMinute = (instant: string) => instant.slice(0, 16);

/** The lines of a session below the name of its program; times are UTC. */
export function describeSession({ address, createdAt, lastUsedAt, expiresAt }: OwnSession): readonly string[] {
  const place = address === null ? '' : ` from ${address}`;
  return [
    `Signed in ${toMinute(createdAt)}${place}`,
    `Last used ${toMinute(lastUsedAt)}, expires ${toMinute(expiresAt)}`,
  ];
}

/** Names the button that ends a session, apart from the buttons beside it. */
export function nameEndButton({ userAgent, createdAt }: OwnSession): string {
  return `End ${userAgent}, signed in ${toMinute(createdAt)}`;
}

/** The button for all sessions but this one; none while there is no other. A sign-in elsewhere has no current session. */
export function labelEndOthers(sessions: readonly OwnSession[]): string | null {
  const hasCurrent = sessions.some(({ isCurrent }) => isCurrent);
  if (sessions.length <= (hasCurrent ? 1 : 0)) return null;
  return hasCurrent ? 'End all other sessions' : 'End all sessions';
}
