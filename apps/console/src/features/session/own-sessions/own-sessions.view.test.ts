import { describe, expect, it } from 'vitest';
import type { OwnSession } from './own-sessions.data.ts';
import { describeEnding, describeSession, labelEndOthers, nameEndButton } from './own-sessions.view.ts';

const session: OwnSession = {
  id: '4dbe4b56-3d6f-4c29-8a3c-0a5b0e0a2f11',
  createdAt: '2026-03-18 00:06:51',
  lastUsedAt: '2026-03-18 09:41:57',
  expiresAt: '2026-04-01 09:41:57',
  address: '192.0.2.7',
  userAgent: 'Firefox 145 on Windows',
  isCurrent: true,
  isExternal: false,
};
const other = { ...session, isCurrent: false };

describe('a session in the list', () => {
  it('[W-023] a session shows when and from where it was opened, its last use, and its expiry', () => {
    expect(describeSession(session)).toEqual([
      'Signed in 2026-03-18 00:06 from 192.0.2.7',
      'Last used 2026-03-18 09:41, expires 2026-04-01 09:41',
    ]);
    expect(describeSession({ ...session, address: null })[0]).toBe('Signed in 2026-03-18 00:06');
  });

  it('a session has a button with a unique name', () => {
    expect(nameEndButton(session)).toBe('End Firefox 145 on Windows, signed in 2026-03-18 00:06');
  });
});

describe('the button for the other sessions', () => {
  it.each([
    ['the button is missing if the current session is the only one', [session], null],
    ['the button is missing without any session', [], null],
    ['the button ends the others', [session, other], 'End all other sessions'],
    ['the button ends all if none is the current one', [other], 'End all sessions'],
  ])('%s', (_, sessions, label) => {
    expect(labelEndOthers(sessions)).toBe(label);
  });
});

describe('the dialog that ends sessions', () => {
  it('[W-023] the dialog names the session and asks for the password', () => {
    expect(describeEnding(other, [session, other])).toEqual({
      title: 'End session',
      explanation:
        'Firefox 145 on Windows, signed in 2026-03-18 00:06, must sign in again. Enter your password to confirm.',
      needsPassword: true,
    });
  });

  it('[W-023] the dialog does not ask a user of an external provider for a password', () => {
    const external = { ...other, isExternal: true };
    const { title, explanation, needsPassword } = describeEnding('others', [external]);
    expect([title, needsPassword]).toEqual(['End all sessions', false]);
    expect(explanation).toContain('must be less than 10 minutes old');
  });
});
