import { expect, test } from 'vitest';
import { roomsOfActor, roomsOfAudience } from './rooms.ts';
import { makeActor } from './testing/test-hub.ts';

test.each([
  ['a viewer', makeActor({ role: 'viewer' }), ['user:7']],
  ['an admin', makeActor({ role: 'admin' }), ['user:7', 'company:1']],
  ['an admin without a company', makeActor({ role: 'admin', groupId: null }), ['user:7']],
  ['a superadmin', makeActor({ role: 'superadmin', groupId: null }), ['user:7', 'superadmins']],
])('roomsOfActor lists the rooms of %s', (_who, actor, rooms) => {
  expect(roomsOfActor(actor)).toEqual(rooms);
});

test("an event for a user reaches only that user's room", () => {
  expect(roomsOfAudience('user', { userId: 7 })).toEqual(['user:7']);
});

test.each([
  ['company', { groupId: 1 }, ['company:1', 'superadmins']],
  ['device', { groupId: 1, uid: 40 }, ['device:1:40', 'company:1', 'superadmins']],
  ['run', { groupId: 1, runId: 5 }, ['run:5', 'company:1', 'superadmins']],
] as const)('an event for a %s also reaches its company and the superadmins', (kind, keys, rooms) => {
  expect(roomsOfAudience(kind, keys)).toEqual(rooms);
});
