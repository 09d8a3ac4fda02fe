import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Who = 'admin' | 'viewer' | 'superadmin';
interface Units {
  readonly units: string | null;
  readonly companyUnits: string;
}

async function call(who: Who, method: string, address: string, body?: unknown) {
  const { token } = await server.signIn(`${who}@demo.waymark`);
  return server.call(method, `/api${address}`, { token, body });
}
const read = async (who: Who): Promise<Units> => {
  const { units, companyUnits } = (await (await call(who, 'GET', '/pigrun/user/get-user')).json()) as Units;
  return { units, companyUnits };
};
const choose = (who: Who, units: unknown) => call(who, 'POST', '/pigrun/user/units', { units });
const chooseForCompany = (who: Who, units: unknown) => call(who, 'POST', '/company/units', { units });

test('[W-302] a user without a choice has the units of the company, US customary at first', async () => {
  expect(await read('viewer')).toEqual({ units: null, companyUnits: 'us' });
  expect((await chooseForCompany('admin', 'metric')).status).toBe(200);
  expect(await read('viewer')).toEqual({ units: null, companyUnits: 'metric' });
  expect(await (await choose('viewer', 'us')).json()).toMatchObject({ units: 'us', companyUnits: 'metric' });
  expect(await read('viewer')).toEqual({ units: 'us', companyUnits: 'metric' });
  expect(await read('admin')).toEqual({ units: null, companyUnits: 'metric' });
  await choose('viewer', null);
  await chooseForCompany('admin', 'us');
  expect(await read('viewer')).toEqual({ units: null, companyUnits: 'us' });
});

test('[W-302] superadmins choose their own units and have no company to choose for', async () => {
  expect(await (await choose('superadmin', 'metric')).json()).toMatchObject({ units: 'metric', companyUnits: 'us' });
  await choose('superadmin', null);
  for (const who of ['viewer', 'superadmin'] as const) expect((await chooseForCompany(who, 'metric')).status).toBe(403);
});

test('[W-302] unknown units are refused', async () => {
  expect((await choose('admin', 'imperial')).status).toBe(400);
  expect((await chooseForCompany('admin', null)).status).toBe(400);
  expect(await read('admin')).toEqual({ units: null, companyUnits: 'us' });
});

test('[W-302] consoles of all users of the company hear of its new units', async () => {
  const { token } = await server.signIn('viewer@demo.waymark');
  const socket = await connectAgm(server, token);
  const heard = new Promise<Units>((resolve) => socket.once('ReceiveUserUpdate', resolve));
  await chooseForCompany('admin', 'metric');
  expect(await heard).toMatchObject({ email: 'viewer@demo.waymark', units: null, companyUnits: 'metric' });
  socket.close();
  await chooseForCompany('admin', 'us');
});

test('[W-302] the audit log names both choices with the units before and after, and no choice that changes nothing', async () => {
  const entries = async () => {
    const { entries: all } = (await (await call('admin', 'GET', '/audit')).json()) as {
      readonly entries: readonly { readonly action: string; readonly before: unknown; readonly after: unknown }[];
    };
    return all.filter(({ action }) => action === 'units-changed');
  };
  const before = (await entries()).length;
  await choose('admin', 'metric');
  await choose('admin', 'metric');
  await chooseForCompany('admin', 'metric');
  const after = await entries();
  expect(after).toHaveLength(before + 2);
  expect(after.slice(0, 2).map((entry) => [entry.before, entry.after])).toEqual([
    [{ units: 'us' }, { units: 'metric' }],
    [{ units: null }, { units: 'metric' }],
  ]);
});
