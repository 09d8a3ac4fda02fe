import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, makeActor, makeToken, startHub, type TestHub } from './testing/test-hub.ts';

const received: unknown[] = [];
let running: TestHub;

beforeAll(async () => {
  running = await startHub({
    methods: {
      RenewToken: async ({ actor }, token) => {
        received.push([actor.userId, token]);
        if (token === 'broken') throw new Error('this must not reach the console');
      },
      ShowPigRuns: async () => undefined,
      SendPigRunUpdate: async () => undefined,
    },
  });
});
afterAll(async () => running.stop());

test('a method gets its checked argument and its caller, and answers {ok:true}', async () => {
  const agm = await running.connectAgm(makeActor());
  expect(await call(agm, 'RenewToken', 'a token')).toEqual({ ok: true });
  expect(received.splice(0)).toEqual([[7, 'a token']]);
});

test.each([
  ['no argument', []],
  ['a wrong type', [5]],
  ['an object', [{ token: 'x' }]],
  ['an argument beyond its limit', ['x'.repeat(8193)]],
  ['more than one argument', ['x', 'y']],
])('the hub answers {error} to a call with %s without calling the handler', async (_what, args) => {
  const agm = await running.connectAgm(makeActor());
  expect(await call(agm, 'RenewToken', ...args)).toEqual({ error: 'validation-failed' });
  expect(received).toEqual([]);
});

test.each(['NoSuchMethod', 'toString', '__proto__', 'constructor'])(
  'the hub answers not-found to a call of %s',
  async (name) => {
    const agm = await running.connectAgm(makeActor());
    expect(await call(agm, name, 'x')).toEqual({ error: 'not-found' });
  },
);

test('the hub logs an internal error and answers without its text', async () => {
  const agm = await running.connectAgm(makeActor());
  expect(await call(agm, 'RenewToken', 'broken')).toEqual({ error: 'internal-error' });
  expect(running.complaints.join()).toContain('this must not reach the console');
  received.splice(0);
});

test('the hub runs a call without an acknowledgement and ignores a malformed one', async () => {
  const agm = await running.connectAgm(makeActor());
  agm.emit('RenewToken', { wrong: true });
  agm.emit('RenewToken', makeToken(makeActor()));
  await call(agm, 'NoSuchMethod');
  expect(received.splice(0)).toEqual([[7, makeToken(makeActor())]]);
});

test('a call larger than the limit ends the connection', async () => {
  const agm = await running.connectAgm(makeActor());
  const end = new Promise((resolve) => agm.once('disconnect', resolve));
  agm.emit('RenewToken', 'x'.repeat(100_000));
  await end;
  expect(received).toEqual([]);
});
