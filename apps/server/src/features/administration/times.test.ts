import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Who = 'admin' | 'viewer' | 'superadmin';
interface Times {
  readonly times: string;
  readonly timeZone: string | null;
}

async function call(who: Who, method: string, address: string, body?: unknown) {
  const { token } = await server.signIn(`${who}@demo.waymark`);
  return server.call(method, `/api${address}`, { token, body });
}
const read = async (who: Who): Promise<Times> => {
  const { times, timeZone } = (await (await call(who, 'GET', '/pigrun/user/get-user')).json()) as Times;
  return { times, timeZone };
};
const choose = (who: Who, body: unknown) => call(who, 'POST', '/pigrun/user/times', body);

test('[W-309] each user reads UTC until they choose another zone, and each part is saved alone', async () => {
  for (const who of ['viewer', 'superadmin'] as const) {
    expect(await read(who)).toEqual({ times: 'utc', timeZone: null });
    expect(await (await choose(who, { times: 'mine', timeZone: 'Asia/Kathmandu' })).json()).toMatchObject({
      times: 'mine',
      timeZone: 'Asia/Kathmandu',
    });
    await choose(who, { timeZone: 'Europe/Berlin' });
    await choose(who, { times: 'line' });
    expect(await read(who)).toEqual({ times: 'line', timeZone: 'Europe/Berlin' });
  }
});

test('[W-309] unknown zones and choices are refused', async () => {
  for (const body of [{ times: 'local' }, { timeZone: 'Mars/Olympus' }, { timeZone: '+05:00' }, { timeZone: null }])
    expect((await choose('admin', body)).status).toBe(400);
  expect(await read('admin')).toEqual({ times: 'utc', timeZone: null });
});

test('[W-309] open consoles of the user hear of the choice, and the audit log names it once', async () => {
  const { token } = await server.signIn('admin@demo.waymark');
  const me = (await (await call('admin', 'GET', '/pigrun/user/get-user')).json()) as { readonly id: number };
  const socket = await connectAgm(server, token);
  const heard = new Promise<Times>((resolve) => socket.once('ReceiveUserUpdate', resolve));
  await choose('admin', { times: 'mine', timeZone: 'America/Chicago' });
  expect(await heard).toMatchObject({ times: 'mine', timeZone: 'America/Chicago' });
  socket.close();
  await choose('admin', { times: 'mine' });
  const { entries } = (await (await call('admin', 'GET', '/audit')).json()) as {
    readonly entries: readonly {
      readonly userId: number;
      readonly action: string;
      readonly before: unknown;
      readonly after: unknown;
    }[];
  };
  const ofTimes = entries.filter(({ action, userId }) => action === 'times-changed' && userId === me.id);
  expect(ofTimes.map(({ before, after }) => [before, after])).toEqual([
    [
      { times: 'utc', timeZone: null },
      { times: 'mine', timeZone: 'America/Chicago' },
    ],
  ]);
});
