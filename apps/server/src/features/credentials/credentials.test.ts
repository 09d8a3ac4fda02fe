import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { SecretBox } from '../../platform/crypto/secret-box.ts';
import { Notices } from '../../platform/database/notices.ts';
import { createLog } from '../../platform/log.ts';
import { readProblem, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import {
  findDeviceCredential,
  findUidByImei,
  listClientAccess,
  openMessageKey,
  createCredentialCheck,
} from './credentials.queries.ts';
import { hashMosquittoPassword } from './mosquitto-config.ts';
import { DEVICE_ACCESS_CHANNEL, readDeviceAccessNotice } from './device-access-notice.ts';

let server: TestServer;
let world: DeviceWorld;
let notices: Notices;
const ended: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  await world.addDevice(600_001, { imei: '300234063904190' });
  await world.addDevice(600_002);
  await world.addDevice(600_003, { groupId: world.foreignGroupId });
  notices = new Notices(server.connection, createLog('silent'));
  const hear = (payload: string) => ended.push(...readDeviceAccessNotice(payload).clientIds);
  notices.on(DEVICE_ACCESS_CHANNEL, { hear, missed: () => undefined });
  await notices.start();
});
afterAll(async () => {
  await notices.close();
  await server.close();
});
beforeEach(forgetNotices);

/** Collects notices from here on; earlier ones have already arrived. */
async function forgetNotices(): Promise<void> {
  const clientIds = ['fence'];
  await server.app.database.pool.query('select pg_notify($1, $2)', [
    DEVICE_ACCESS_CHANNEL,
    JSON.stringify({ clientIds, issuedAt: null }),
  ]);
  await expect.poll(() => ended).toContain('fence');
  ended.length = 0;
}

const reader = () => server.app.database.read(systemScope('test'));

interface Credential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly messageKey: string;
}

async function issue(uid: number): Promise<Credential> {
  const response = await world.call('superadmin', 'POST', `/admin/apexagm/${uid}/credential`);
  return (await response.json()) as Credential;
}

describe("a device's credential", () => {
  test('a credential admits its device and no other client', async () => {
    const credential = await issue(600_001);
    expect(credential).toMatchObject({ clientId: 'agm-600001', username: '600001' });
    expect(await createCredentialCheck(reader())(credential)).toMatchObject({ kind: 'device', uid: 600_001 });
    for (const changed of [
      { password: `${credential.password}x` },
      { password: '' },
      { username: '600002' },
      { username: 'agm-600001' },
      { clientId: 'agm-600002' },
      { clientId: 'agm-600002', username: '600002' },
      { clientId: 'agm-0600001' },
      { clientId: '600001' },
      { clientId: '' },
    ]) {
      expect(await createCredentialCheck(reader())({ ...credential, ...changed })).toBeNull();
    }
  });

  test('a password is stored as a hash and a message key sealed', async () => {
    const { password, messageKey } = await issue(600_001);
    const stored = await findDeviceCredential(reader(), 600_001);
    expect(stored?.password_hash.toString('hex')).toBe(createHash('sha256').update(password).digest('hex'));
    expect(stored?.message_key.toString('latin1')).not.toContain(messageKey);
    expect(Buffer.from(password, 'base64url')).toHaveLength(32);
    const box = new SecretBox(server.config.secretKey ?? '');
    expect((await openMessageKey(reader(), box, 600_001))?.toString('hex')).toBe(messageKey);
    expect(messageKey).toMatch(/^[0-9a-f]{48}$/);
    expect(await openMessageKey(reader(), box, 600_002)).toBeNull();
  });

  test('a new credential ends the old one and its connection', async () => {
    const old = await issue(600_002);
    const fresh = await issue(600_002);
    expect(await createCredentialCheck(reader())(old)).toBeNull();
    expect(await createCredentialCheck(reader())(fresh)).toMatchObject({ kind: 'device', uid: 600_002 });
    await expect.poll(() => ended).toEqual(['agm-600002', 'agm-600002']);
  });

  test('a revoked credential is refused, its connection ends, and revoking it again changes nothing', async () => {
    const credential = await issue(600_002);
    const revoke = async () => (await world.call('superadmin', 'DELETE', '/admin/apexagm/600002/credential')).status;
    expect([await revoke(), await revoke()]).toEqual([200, 200]);
    expect(await createCredentialCheck(reader())(credential)).toBeNull();
    await expect.poll(() => ended).toEqual(['agm-600002', 'agm-600002']);
  });

  test.each(['POST', 'DELETE'])('%s of a device that does not exist is not found', async (method) => {
    const response = await world.call('superadmin', method, '/admin/apexagm/699999/credential');
    expect([response.status, (await readProblem(response)).code]).toEqual([404, 'device-not-found']);
  });
});

test('a satellite modem belongs to its device', async () => {
  expect(await findUidByImei(reader(), '300234063904190')).toBe(600_001);
  expect(await findUidByImei(reader(), '300234063904191')).toBeNull();
});

describe('a Bluetooth relay', () => {
  interface Gateway {
    readonly name: string;
    readonly uids: readonly number[];
    readonly clientId: string;
    readonly username: string;
    readonly password: string;
  }
  const add = (name: string, uids: readonly number[], caller: 'admin' | 'foreignAdmin' | 'superadmin' = 'admin') =>
    world.call(caller, 'POST', '/gateway', { name, uids });

  test('a relay publishes only for the devices that it was issued for', async () => {
    const response = await add('truck-7', [600_002, 600_001, 600_002]);
    expect(response.status).toBe(201);
    const gateway = (await response.json()) as Gateway;
    expect(gateway).toMatchObject({
      name: 'truck-7',
      uids: [600_001, 600_002],
      clientId: 'btgw-truck-7',
      username: 'btgw-truck-7',
    });
    expect(await createCredentialCheck(reader())(gateway)).toMatchObject({
      kind: 'relay',
      name: 'truck-7',
      uids: new Set([600_001, 600_002]),
    });
    for (const changed of [{ password: 'x' }, { username: 'truck-7' }, { clientId: 'btgw-truck-8' }]) {
      expect(await createCredentialCheck(reader())({ ...gateway, ...changed })).toBeNull();
    }
    expect(await world.fetch('admin', '/gateway')).toEqual([
      { name: 'truck-7', uids: [600_001, 600_002], clientId: 'btgw-truck-7' },
    ]);
    expect(await world.fetch('foreignAdmin', '/gateway')).toEqual([]);
  });

  test('a relay of the same name is replaced: the old password and connection end', async () => {
    const old = (await (await add('truck-8', [600_001])).json()) as Gateway;
    const fresh = (await (await add('truck-8', [600_002])).json()) as Gateway;
    expect(await createCredentialCheck(reader())(old)).toBeNull();
    expect(await createCredentialCheck(reader())(fresh)).toMatchObject({
      kind: 'relay',
      name: 'truck-8',
      uids: new Set([600_002]),
    });
    await expect.poll(() => ended).toEqual(['btgw-truck-8', 'btgw-truck-8']);
  });

  test.each([
    ['a device of another company', 'admin', 'truck-10', [600_001, 600_003], 404, 'device-not-found'],
    ['a device that does not exist', 'admin', 'truck-10', [699_999], 404, 'device-not-found'],
    ['a name that another company has', 'foreignAdmin', 'truck-8', [600_003], 409, 'gateway-name-taken'],
    ['devices of two companies', 'superadmin', 'truck-10', [600_001, 600_003], 400, 'devices-of-several-companies'],
    ['no device', 'admin', 'truck-10', [], 400, 'validation-failed'],
    ['a name that a client id cannot carry', 'admin', 'truck/+', [600_001], 400, 'validation-failed'],
  ] as const)('%s is refused', async (_title, caller, name, uids, status, code) => {
    const response = await add(name, uids, caller);
    expect([response.status, (await readProblem(response)).code]).toEqual([status, code]);
  });

  test('a relay that a superadmin adds belongs to the company of its devices', async () => {
    expect((await add('truck-11', [600_003], 'superadmin')).status).toBe(201);
    const names = async (caller: 'admin' | 'foreignAdmin' | 'superadmin') =>
      (await world.fetch<Gateway[]>(caller, '/gateway')).map(({ name }) => name);
    expect(await names('foreignAdmin')).toEqual(['truck-11']);
    expect(await names('admin')).not.toContain('truck-11');
    expect(await names('superadmin')).toContain('truck-11');
  });

  test('a relay can be removed only by its own company', async () => {
    const gateway = (await (await add('truck-12', [600_001])).json()) as Gateway;
    expect((await world.call('foreignAdmin', 'DELETE', '/gateway?name=truck-12')).status).toBe(404);
    expect(await createCredentialCheck(reader())(gateway)).not.toBeNull();
    expect((await world.call('admin', 'DELETE', '/gateway?name=truck-12')).status).toBe(200);
    expect(await createCredentialCheck(reader())(gateway)).toBeNull();
    await expect.poll(() => ended).toEqual(['btgw-truck-12', 'btgw-truck-12']);
    expect((await world.call('admin', 'DELETE', '/gateway?name=truck-12')).status).toBe(404);
  });

  test('relays and devices are looked up together, by the id that they signed in with', async () => {
    await issue(600_001);
    await add('truck-14', [600_001, 600_002]);
    const access = await listClientAccess(reader(), [
      'agm-600001',
      'btgw-truck-14',
      'agm-699999',
      'btgw-nobody',
      'no client',
    ]);
    expect([...access].map(([clientId, { uids }]) => [clientId, [...uids]])).toEqual([
      ['agm-600001', [600_001]],
      ['btgw-truck-14', [600_001, 600_002]],
    ]);
    const fresh = await issue(600_001);
    const verified = await createCredentialCheck(reader())(fresh);
    const now = (await listClientAccess(reader(), ['agm-600001'])).get('agm-600001');
    expect(now?.issuedAt).toBe(verified?.issuedAt);
    expect(now?.issuedAt).not.toBe(access.get('agm-600001')?.issuedAt);
  });

  test('a relay is audited without its password', async () => {
    const { password } = (await (await add('truck-13', [600_001])).json()) as Gateway;
    await world.call('admin', 'DELETE', '/gateway?name=truck-13');
    const { rows } = await sql<{ action: string; text: string }>`
      select action, concat(before, after) as text from audit where object_id = 'truck-13' order by id`.execute(
      reader().db,
    );
    expect(rows.map(({ action }) => action)).toEqual(['relay-issued', 'relay-removed']);
    expect(rows.some(({ text }) => text.includes(password))).toBe(false);
  });
});

describe('the files of an external broker', () => {
  const ask = async (method: string, address: string, body?: unknown) => {
    const { token } = await server.signIn('superadmin@demo.waymark');
    return server.call(method, address, { token, body });
  };
  const readText = async (address: string) => (await ask('GET', address)).text();

  test('the password file has a line for every credential, which matches the issued password', async () => {
    const issued = (await (await ask('POST', '/api/admin/apexagm/600002/credential')).json()) as Credential;
    const lines = (await readText('/api/admin/broker/passwords')).split('\n');
    const line = lines.find((each) => each.startsWith('600002:')) ?? '';
    const [, , , salt = ''] = line.split('$');
    expect(line).toBe(`600002:${hashMosquittoPassword(issued.password, Buffer.from(salt, 'base64'))}`);
  });

  test('the access file limits devices to their own uid and relays to their devices', async () => {
    await ask('POST', '/api/gateway', { name: 'truck-9', uids: [600_001] });
    const rules = await readText('/api/admin/broker/access');
    expect(rules).toContain('pattern write agm/v1/%u/up/#');
    expect(rules).toContain('user btgw-truck-9\ntopic write agm/v1/600001/up/#');
    expect(await readText('/api/admin/broker/passwords')).toContain('btgw-truck-9:$7$');
  });
});
