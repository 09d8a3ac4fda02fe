import { expect, test } from 'vitest';
import { Endings, isEnded } from './endings.ts';
import { makeActor } from './testing/test-hub.ts';

test.each([
  ['all sessions of the user', { userId: 7 }, true],
  ['another user', { userId: 8 }, false],
  ['this session', { userId: 7, sessionId: 's1' }, true],
  ['another session', { userId: 7, sessionId: 's2' }, false],
  ['all but this one', { userId: 7, exceptSessionId: 's1' }, false],
  ['all but another one', { userId: 7, exceptSessionId: 's2' }, true],
  ["this session's name under another user", { userId: 8, sessionId: 's1' }, false],
])('isEnded compares user and session: %s', (_what, ended, isThis) => {
  expect(isEnded(ended, makeActor({ userId: 7, sessionId: 's1' }))).toBe(isThis);
});

test('findSince returns only the endings noted after the handshake began', () => {
  const endings = new Endings();
  endings.note({ userId: 7 }, 'signed-out', 1000);
  const begun = endings.count;
  expect(endings.findSince(begun, makeActor())).toBeUndefined();
  endings.note({ userId: 8 }, 'signed-out', 1001);
  endings.note({ userId: 7 }, 'password-changed', 1002);
  expect(endings.findSince(begun, makeActor())).toBe('password-changed');
  endings.forgetBefore(1003);
  expect(endings.findSince(begun, makeActor())).toBeUndefined();
});
