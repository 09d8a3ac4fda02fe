import { usersEvents } from '@waymark/contract/events/users';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { EventData } from '@waymark/contract/event';
import { makeActor, startHub, type TestClient, type TestHub } from './test-hub.ts';
import { verifyEvents, type ReceivedEvent } from './verify-events.ts';

type User = EventData<typeof usersEvents.ReceiveUserUpdate>;

const original: User = usersEvents.ReceiveUserUpdate.example;
let running: TestHub;
let client: TestClient;
let stored = original;

beforeAll(async () => {
  running = await startHub();
  client = await running.connectAgm(makeActor());
});
afterEach(() => {
  stored = original;
});
afterAll(async () => running.stop());

const fetch = async (): Promise<User> => stored;
const apply = (_user: User, { data }: ReceivedEvent<'ReceiveUserUpdate'>): User => data;

function announce(data: unknown): void {
  running.hub.send([{ name: 'ReceiveUserUpdate', audience: { userId: 7 }, data: data as User }]);
}

async function verify(action: () => void): Promise<readonly ReceivedEvent<'ReceiveUserUpdate'>[]> {
  const act = async (): Promise<void> => action();
  return verifyEvents({ client, fetch, apply, action: act, expected: ['ReceiveUserUpdate'], withinMs: 200 });
}

test('a stale state plus the events of an action equals a fresh load', async () => {
  const received = await verify(() => {
    stored = { ...stored, name: 'Sam Ortiz' };
    announce(stored);
  });
  expect(received).toEqual([{ name: 'ReceiveUserUpdate', data: { ...original, name: 'Sam Ortiz' } }]);
});

test.each([
  [
    'an event with too little data',
    () => {
      stored = { ...stored, name: 'Sam Ortiz' };
      announce(original);
    },
    'old state and events differ from a fresh load',
  ],
  [
    'an event that never comes',
    () => {
      stored = { ...stored, name: 'Sam Ortiz' };
    },
    'other events arrived than expected',
  ],
  [
    'an event too many',
    () => {
      stored = { ...stored, name: 'Sam Ortiz' };
      announce(stored);
      announce(stored);
    },
    'other events arrived than expected',
  ],
  ['an action without effect', () => announce(stored), 'the action changed nothing that fetch shows'],
  [
    'data of another shape than declared',
    () => {
      stored = { ...stored, name: 'Sam Ortiz' };
      announce({ ...stored, role: 'emperor' });
    },
    'role',
  ],
])('verifyEvents finds %s', async (_what, action, message) => {
  await expect(verify(action)).rejects.toThrow(message);
});
