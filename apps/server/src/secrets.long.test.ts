import { rm } from 'node:fs/promises';
import { CONSOLE_CLIENT_ID, PASSWORD_CONNECTION } from '@waymark/contract/routes/session';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectDevice } from './ingest/testing/mqtt-device.ts';
import { startTestSmtpServer, type TestSmtpServer } from './platform/mail/test-smtp-server.ts';
import { connectAgm } from './testing/hub-client.ts';
import { findFreePort, startServerProcess, type ServerProcess } from './testing/server-process.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';
import { readCookie } from './testing/test-server.ts';

// Sends every secret through a server with all its outputs enabled, used rightly and wrongly: none may appear in its
// output, error log or audit trail.

const PASSWORD = 'Waymark-demo-1';
const SETTINGS = {
  WAYMARK_LOG: 'trace',
  WAYMARK_SECRET_KEY: 'Secret-key-of-the-test-that-is-long-enough',
  WAYMARK_METRICS_TOKEN: 'Metrics-token-of-the-test',
  WAYMARK_ROCKBLOCK_SECRET: 'Rockblock-secret-of-the-test',
  WAYMARK_CLOUDLOOP_SECRET: 'Cloudloop-secret-of-the-test',
  WAYMARK_SMS_TOKEN: 'Sms-token-of-the-test',
} as const;
const SMTP_PASSWORD = 'Smtp-password-of-the-test';
const SUPERADMIN = 'superadmin@demo.waymark';
const VIEWER = 'viewer@demo.waymark';

let folder: string;
let smtp: TestSmtpServer;
let server: ServerProcess;
let mqttPort: number;
const secrets = new Set<string>([...Object.values(SETTINGS).filter((value) => value !== 'trace'), SMTP_PASSWORD]);

beforeAll(async () => {
  folder = await makeTemporaryFolder('secrets');
  smtp = await startTestSmtpServer({ password: SMTP_PASSWORD });
  mqttPort = await findFreePort();
  server = startServerProcess(await findFreePort(), {
    ...SETTINGS,
    WAYMARK_DATA_DIR: folder,
    WAYMARK_MQTT_PORT: String(mqttPort),
    WAYMARK_SMTP_URL: `smtp://waymark:${SMTP_PASSWORD}@127.0.0.1:${smtp.port}`,
    WAYMARK_SMS_URL: 'http://127.0.0.1:9',
    WAYMARK_SMS_ACCOUNT: 'AC1',
    WAYMARK_SMS_FROM: '+19185550100',
  });
  await server.ready;
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
  await smtp.close();
  await rm(folder, { recursive: true, force: true });
});

/** Registers a secret that must not appear in any output. */
function hide(secret: string): string {
  expect(secret.length).toBeGreaterThan(8);
  secrets.add(secret);
  return secret;
}

interface Sent {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(method: string, address: string, { token, body, headers }: Sent = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${address}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

async function signIn(username: string, password: string) {
  const answer = await call('POST', '/api/oauth/token', {
    body: { grant_type: 'password', username, password, client_id: CONSOLE_CLIENT_ID },
  });
  if (answer.status !== 200) return { status: answer.status, token: '', cookie: '' };
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { status: 200, token: hide(token), cookie: hide(readCookie(answer, 'waymark_refresh') ?? '') };
}

test('the server takes the secrets of sign-in, renewal and sign-out', async () => {
  expect((await signIn(VIEWER, hide('Wrong-password-77'))).status).toBe(403);
  const { token, cookie } = await signIn(VIEWER, PASSWORD);
  const setPassword = (body: unknown) => call('POST', '/api/user/setpassword', { token, body });
  expect((await setPassword({ currentPassword: PASSWORD, password: hide('Viewers-own-word-7') })).status).toBe(200);
  expect(
    (await setPassword({ currentPassword: hide('Viewers-old-word-7'), password: hide('Viewers-new-word-7') })).status,
  ).toBe(403);
  expect((await setPassword({ currentPassword: PASSWORD, password: hide('onlyletters') })).status).toBe(400);
  expect(
    (await call('POST', '/api/user/setpassword', { token, body: `{"password":"${hide('Torn-password-77')}"` })).status,
  ).toBe(400);
  const headers = { cookie: `waymark_refresh=${cookie}` };
  const renewed = await call('POST', '/api/oauth/token', { body: { grant_type: 'refresh_token' }, headers });
  hide(readCookie(renewed, 'waymark_refresh') ?? '');
  const stream = await call('POST', '/api/session', { token });
  hide(readCookie(stream, 'waymark_stream') ?? '');
  expect((await call('POST', '/api/oauth/logout', { headers })).status).toBe(200);
  expect((await call('GET', '/api/userinfo', { token: hide('eyJhbGciOiJub25lIn0.a-forged.token') })).status).toBe(401);
  expect((await call('GET', `/api/nowhere?access_token=${hide('Token-in-an-address')}`)).status).toBe(404);
  await expect(connectAgm({ address: `http://127.0.0.1:${server.port}` }, hide('Token-of-nobody'))).rejects.toThrow(
    'unauthenticated',
  );
});

test('[W-075] the server logs a failed sign-in with the address and a key of the account, without the e-mail', async () => {
  expect((await signIn(VIEWER, hide('Wrong-password-78'))).status).toBe(403);
  const line = await vi.waitFor(() => {
    const found = server
      .output()
      .split('\n')
      .find((each) => each.includes('sign-in failed'));
    expect(found).toBeDefined();
    return found ?? '';
  });
  expect(JSON.parse(line)).toMatchObject({
    address: '127.0.0.1',
    account: expect.stringMatching(/^account:[\w-]{43}$/),
    code: 'sign-in-refused',
  });
  expect(line).not.toContain(VIEWER);
});

test('the server takes the token of a mailed link', async () => {
  const body = { client_id: CONSOLE_CLIENT_ID, email: VIEWER, connection: PASSWORD_CONNECTION };
  expect((await call('POST', '/api/dbconnections/change_password', { body })).status).toBe(200);
  const token = await vi.waitFor(() => {
    // Mails fold long lines. Others are about the passwords that were changed before.
    const mails = smtp.received.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
    return hide(mails.map((mail) => /#token=([\w-]+)/.exec(mail)?.[1] ?? '').join(''));
  });
  const set = (password: string) => call('POST', '/api/dbconnections/set_password', { body: { token, password } });
  expect((await set(hide('Set-by-a-link-8'))).status).toBe(200);
  expect((await set(hide('Set-once-more-8'))).status).toBe(400);
});

test('the server takes the secrets of providers and metrics', async () => {
  const { WAYMARK_ROCKBLOCK_SECRET: rockblock, WAYMARK_METRICS_TOKEN: metrics } = SETTINGS;
  expect((await call('POST', `/api/webhooks/rockblock/${rockblock}`, { body: { imei: 'none' } })).status).toBe(200);
  expect((await call('POST', `/api/webhooks/rockblock/${rockblock}`, { body: '{' })).status).toBe(400);
  expect((await call('GET', `/api/webhooks/cloudloop/${SETTINGS.WAYMARK_CLOUDLOOP_SECRET}`)).status).toBe(404);
  expect((await call('POST', `/api/webhooks/cloudloop/${hide('A-guess-of-the-secret')}`, { body: {} })).status).toBe(
    404,
  );
  expect((await call('GET', '/metrics', { token: metrics })).status).toBe(200);
  expect(
    (
      await call('POST', '/api/webhooks/sms', {
        body: { From: '1' },
        headers: { 'x-twilio-signature': hide('A-forged-signature') },
      })
    ).status,
  ).toBe(403);
});

test('the server takes the password of a device', async () => {
  const { token } = await signIn(SUPERADMIN, PASSWORD);
  const [group] = (await (await call('GET', '/api/admin/group', { token })).json()) as { id: number }[];
  const added = await call('POST', '/api/admin/apexagm/add', {
    token,
    body: { uid: 987_654, group: group?.id, lat: 0, lon: 0 },
  });
  const { credential } = (await added.json()) as { credential: Record<'clientId' | 'username' | 'password', string> };
  hide(credential.password);
  const client = await connectDevice(mqttPort, 987_654, credential);
  await client.endAsync();
  await expect(
    connectDevice(mqttPort, 987_654, { ...credential, password: hide('A-guess-at-a-device') }),
  ).rejects.toThrow();
  await vi.waitFor(() => expect(server.output()).toContain('an MQTT client was refused'));
});

test('no secret is in the output, the error log or the audit trail', async () => {
  const { token } = await signIn(SUPERADMIN, PASSWORD);
  const errors = await vi.waitFor(async () => {
    const text = await (await call('GET', '/api/admin/error-log?rowsPerPage=100', { token })).text();
    expect(text).toContain('current-password-wrong');
    return text;
  });
  const audit = await (await call('GET', '/api/audit?rowsPerPage=100', { token })).text();
  expect(audit).toContain('password-link-mailed');
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.output()).toContain('"level":"info"');
  expect(secrets.size).toBeGreaterThan(25);
  for (const secret of secrets) {
    for (const written of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ]) {
      for (const [where, text] of Object.entries({ output: server.output(), errors, audit }))
        expect({ where, found: text.includes(written) && secret }).toEqual({ where, found: false });
    }
  }
});
