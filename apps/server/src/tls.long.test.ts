import { once } from 'node:events';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import https from 'node:https';
import path from 'node:path';
import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';
import { AGM_HUB, HUB_PATH } from '@waymark/contract/events/index';
import { CONSOLE_CLIENT_ID } from '@waymark/contract/routes/session';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTrialAuthority, type KeyPair, type TrialAuthority } from './ingest/testing/certificates.ts';
import { createMailTransport } from './platform/mail/mail.ts';
import { startTestSmtpServer } from './platform/mail/test-smtp-server.ts';
import { findDatabaseUser, startDebianPostgres, type DebianPostgres } from './testing/debian-postgres.ts';
import { findFreePort, startServerProcess } from './testing/server-process.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';
import { readCookie, startTestServer, type TestServer } from './testing/test-server.ts';

// TLS at the server's own port and on its outgoing connections. MQTT and DirectIP have separate tests.

let folder: string;
let authority: TrialAuthority;
let pair: KeyPair;

beforeAll(async () => {
  folder = await makeTemporaryFolder('tls');
  authority = await createTrialAuthority(folder);
  pair = await authority.issue('server');
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

describe('a server with a certificate', () => {
  let server: TestServer;
  let port: number;

  beforeAll(async () => {
    const tls = { WAYMARK_TLS_CERT: pair.certFile, WAYMARK_TLS_KEY: pair.keyFile };
    server = await startTestServer({ settings: { ...tls, WAYMARK_PUBLIC_URL: 'https://waymark.test' } });
    port = Number(new URL(server.address).port);
  });
  afterAll(() => server.close());

  function call(
    method: string,
    address: string,
    { body, ca = authority.ca }: { body?: unknown; ca?: string | undefined } = {},
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      const options = {
        method,
        port,
        host: '127.0.0.1',
        path: address,
        ca,
        agent: false,
        headers: { 'content-type': 'application/json' },
      };
      const request = https.request(options, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.once('end', () => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(answer.headers))
            for (const each of [value ?? ''].flat()) headers.append(name, each);
          resolve(new Response(Buffer.concat(pieces), { status: answer.statusCode ?? 0, headers }));
        });
      });
      request.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  const signIn = () =>
    call('POST', '/api/oauth/token', {
      body: {
        grant_type: 'password',
        username: 'admin@demo.waymark',
        password: 'Waymark-demo-1',
        client_id: CONSOLE_CLIENT_ID,
      },
    });

  test('the server serves API and page over TLS, with HSTS and a Secure cookie', async () => {
    const page = await call('GET', '/');
    expect([page.status, page.headers.get('strict-transport-security')]).toEqual([
      200,
      'max-age=31536000; includeSubDomains',
    ]);
    const signedIn = await signIn();
    expect(readCookie(signedIn, '__Host-waymark_refresh')).toMatch(/^[\w-]{43}$/);
    expect(signedIn.headers.get('set-cookie')).toMatch(/HttpOnly; Secure; SameSite=Strict/);
  });

  test('the hub accepts wss connections', async () => {
    const { access_token: token } = (await (await signIn()).json()) as { access_token: string };
    const way = {
      path: HUB_PATH,
      parser,
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      ca: authority.ca,
      auth: { token },
    };
    const socket = io(`https://127.0.0.1:${port}${AGM_HUB}`, way);
    await new Promise((resolve, reject) => socket.once('connect', () => resolve(true)).once('connect_error', reject));
    expect(socket.connected).toBe(true);
    socket.disconnect();
  });

  test('the server refuses old TLS and plain HTTP, and clients that do not trust the certificate fail', async () => {
    const another = await createTrialAuthority(await makeTemporaryFolder('tls-other'));
    await expect(call('GET', '/', { ca: another.ca })).rejects.toThrow(/certificate|verify/);
    const old = connect({
      port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
    });
    await expect(
      new Promise((resolve, reject) => old.once('secureConnect', resolve).once('error', reject)),
    ).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    expect((await call('GET', '/healthz')).status).toBe(200);
  });

  test('an unfinished handshake does not delay a stop', async () => {
    const another = await startTestServer({
      settings: { WAYMARK_TLS_CERT: pair.certFile, WAYMARK_TLS_KEY: pair.keyFile },
    });
    const silent = connectPlain(Number(new URL(another.address).port), '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    silent.write(Buffer.of(0x16, 3, 1));
    const closed = new Promise((resolve) => silent.once('close', () => resolve('closed')));
    await once(silent, 'connect');
    await another.close();
    expect(await closed).toBe('closed');
  });
});

describe('outgoing TLS connections', () => {
  test('the server sends no mail to a server whose certificate cannot be verified', async () => {
    const stranger = await startTestSmtpServer({ tls: pair });
    const transport = createMailTransport(`smtps://127.0.0.1:${stranger.port}`, 'Waymark <no-reply@waymark.test>');
    const message = { to: 'a@example.com', subject: 's', text: 't', html: null, id: 'tls' };
    await expect(transport.send(message)).rejects.toThrow(/certificate|self-signed|verify/);
    transport.close();
    await stranger.close();
    expect(stranger.received).toEqual([]);
  });

  describe('TLS to PostgreSQL', () => {
    let postgres: DebianPostgres;
    let url: string;

    beforeAll(async () => {
      const key = path.join(folder, 'postgres.key');
      writeFileSync(key, pair.key);
      chmodSync(key, 0o600);
      const { uid, gid } = findDatabaseUser();
      if (uid !== undefined && gid !== undefined) chownSync(key, uid, gid);
      postgres = await startDebianPostgres(['ssl=on', `ssl_cert_file=${pair.certFile}`, `ssl_key_file=${key}`]);
      const { host, port, user, password } = postgres.connection;
      url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/postgres`;
    });
    afterAll(() => postgres.stop());

    const start = async (databaseUrl: string) =>
      startServerProcess(await findFreePort(), {
        WAYMARK_DATABASE_URL: databaseUrl,
        WAYMARK_DATA_DIR: path.join(folder, 'data'),
      });

    test('an unverifiable database certificate ends the start with one line', async () => {
      const server = await start(`${url}?sslmode=require`);
      expect(await server.exited).toBe(1);
      expect(server.output()).toMatch(/The database of WAYMARK_DATABASE_URL cannot be used: .*certificate/);
    });

    test('the server connects to the database over TLS with the given authority', async () => {
      const server = await start(`${url}?sslmode=verify-full&sslrootcert=${path.join(folder, 'ca.pem')}`);
      await server.ready;
      server.child.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    });
  });
});
