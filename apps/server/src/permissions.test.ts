import type { EventAudience, EventData } from '@waymark/contract/event';
import { events, type EventName } from '@waymark/contract/events/index';
import { fullPath, type RouteDefinition } from '@waymark/contract/route';
import { routes, type Routes } from '@waymark/contract/routes/index';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemOrigin } from './platform/http/call.ts';
import { findUserByEmail } from './features/users/users.queries.ts';
import { addGroup, addUser } from './features/users/users.store.ts';
import { systemScope } from './platform/access/scope.ts';
import { connectAgm, connectStream } from './testing/hub-client.ts';
import { readCookie, startTestServer, type TestServer } from './testing/test-server.ts';

// Who may call what, and who hears what: a statement of its own, beside the contract. A route or an event
// that is missing here does not compile.

const CALLERS = ['nobody', 'expired', 'viewer', 'admin', 'superadmin', 'foreign admin'] as const;
type Caller = (typeof CALLERS)[number];

/** Statuses for nobody, an expired token, viewer, admin, superadmin, admin of another company. */
type Row = readonly [number, number, number, number, number, number];

interface Entry {
  readonly statuses: Row;
  readonly params?: () => Record<string, number>;
  readonly query?: string;
  readonly body?: unknown;
}

const open = (status = 200): Row => [status, status, status, status, status, status];
const signedIn: Row = [401, 401, 200, 200, 200, 200];
const admins: Row = [401, 401, 403, 200, 200, 200];
const superadmin: Row = [401, 401, 403, 403, 200, 403];

type Table = { readonly [Feature in keyof Routes]: { readonly [Name in keyof Routes[Feature]]: Entry } };

const table: Table = {
  session: {
    issueToken: { statuses: open(403), body: { grant_type: 'refresh_token' } },
    signOut: { statuses: open() },
    userInfo: { statuses: signedIn },
    openStreamSession: { statuses: signedIn },
    requestPasswordLink: { statuses: open(), body: { client_id: 'c', email: 'nobody@else.where', connection: 'x' } },
    setPasswordByLink: { statuses: open(400), body: { token: 'unknown', password: 'Correct-horse-8' } },
    setOwnPassword: { statuses: signedIn, body: { password: 'Waymark-demo-1' } },
    signingKeys: { statuses: open() },
    startExternalSignIn: { statuses: open(404), query: '?state=x' },
    finishExternalSignIn: { statuses: open(404), query: '?code=x' },
  },
  users: {
    getCurrentUser: { statuses: signedIn },
    updateMessagingState: { statuses: signedIn, body: { a2pMessagingOptInState: false, phone: '' } },
    listCompanyUsers: { statuses: admins },
    listGroups: { statuses: superadmin },
    listGroupUsers: { statuses: superadmin, params: () => ({ groupId: demoGroup }) },
  },
  system: {
    serverUtcDate: { statuses: signedIn },
    consoleSettings: { statuses: open() },
    reportConsoleError: { statuses: signedIn, body: { message: 'it broke' } },
    readOutbox: { statuses: open() },
    openApi: { statuses: open() },
    apiDocs: { statuses: open() },
    health: { statuses: open() },
    readiness: { statuses: open() },
    metrics: { statuses: open() },
  },
};

let server: TestServer;
let demoGroup: number;
let adminId: number;
const tokens = new Map<Caller, string>();

beforeAll(async () => {
  server = await startTestServer();
  await server.app.database.change(systemOrigin('test'), async (change) => {
    const groupId = await addGroup(change, 'Another company');
    const password = 'Waymark-demo-1';
    await addUser(change, { groupId, email: 'admin@another.test', name: 'Ann Other', role: 'admin', password });
  });
  const admin = await findUserByEmail(server.app.database.read(systemScope('test')), 'admin@demo.waymark');
  demoGroup = admin?.group_id ?? 0;
  adminId = admin?.id ?? 0;
  for (const [caller, email] of [
    ['viewer', 'viewer@demo.waymark'],
    ['admin', 'admin@demo.waymark'],
    ['superadmin', 'superadmin@demo.waymark'],
    ['foreign admin', 'admin@another.test'],
  ] as const) {
    tokens.set(caller, (await server.signIn(email)).token);
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 7_200_000 });
  try {
    tokens.set('expired', (await server.signIn('superadmin@demo.waymark')).token);
  } finally {
    vi.useRealTimers();
  }
});
afterAll(() => server.close());

const cases = Object.entries(table).flatMap(([feature, entries]) =>
  Object.entries<Entry>(entries).flatMap((entry) => CALLERS.map((caller) => [feature, ...entry, caller] as const)),
);

describe('every route and every caller', () => {
  test.each(cases)('%s.%s', async (feature, name, entry, caller) => {
    const ofFeature = routes[feature as keyof Routes] as unknown as Record<string, RouteDefinition>;
    const route = ofFeature[name];
    if (!route) throw new Error(`${feature}.${name} is no route`);
    const params = entry.params?.() ?? {};
    const address = fullPath(route).replaceAll(/:(\w+)/g, (_match, key: string) => String(params[key])) + (entry.query ?? '');
    const response = await server.call(route.method, address, { token: tokens.get(caller), body: entry.body });
    await response.arrayBuffer();
    expect({ caller, status: response.status }).toEqual({ caller, status: entry.statuses[CALLERS.indexOf(caller)] });
  });

  test('every route of the contract stands in the table', () => {
    const named = (tree: Readonly<Record<string, object>>) =>
      Object.entries(tree).flatMap(([feature, entries]) => Object.keys(entries).map((name) => `${feature}.${name}`));
    expect(named(table).toSorted()).toEqual(named(routes).toSorted());
  });
});

describe('company borders', () => {
  const listOf = async (caller: Caller, address: string) => {
    const response = await server.call('GET', address, { token: tokens.get(caller) });
    return (await response.json()) as { email: string }[];
  };

  test('an admin sees the people of his own company only, the superadmin all', async () => {
    const [own, foreign, all] = await Promise.all([
      listOf('admin', '/api/user'),
      listOf('foreign admin', '/api/user'),
      listOf('superadmin', '/api/user'),
    ]);
    expect(own.map(({ email }) => email)).toEqual(['admin@demo.waymark', 'viewer@demo.waymark']);
    expect(foreign.map(({ email }) => email)).toEqual(['admin@another.test']);
    expect(all).toHaveLength(3);
  });

  test('a company that does not exist is not found', async () => {
    const response = await server.call('GET', '/api/admin/user/999999', { token: tokens.get('superadmin') });
    expect(response.status).toBe(404);
  });
});

describe('every hub event and every listener', () => {
  type Hearing = { readonly audience: () => unknown; readonly data: unknown; readonly heardBy: readonly Caller[] };
  const hearing: { readonly [Name in EventName]: Hearing } = {
    ReceiveSessionEnd: {
      audience: () => ({ userId: adminId }),
      data: events.ReceiveSessionEnd.example,
      heardBy: ['admin'],
    },
    ReceiveUserUpdate: {
      audience: () => ({ userId: adminId }),
      data: events.ReceiveUserUpdate.example,
      heardBy: ['admin'],
    },
  };

  test.each(Object.keys(hearing) as EventName[])('%s', async (name) => {
    const listeners = new Map<Caller, Socket>();
    const heard: Caller[] = [];
    for (const caller of ['viewer', 'admin', 'superadmin', 'foreign admin'] as const) {
      const socket = await connectAgm(server, tokens.get(caller));
      socket.on(name, () => heard.push(caller));
      listeners.set(caller, socket);
    }
    const { audience, data, heardBy } = hearing[name];
    await server.app.database.change(systemOrigin('test'), async (change) =>
      change.push(name, audience() as EventAudience<(typeof events)[typeof name]>, data as EventData<(typeof events)[typeof name]>),
    );
    // What was sent before this answer has arrived by then.
    await Promise.all([...listeners.values()].map((socket) => socket.emitWithAck('Fence')));
    expect(heard.toSorted()).toEqual([...heardBy].toSorted());
    for (const socket of listeners.values()) socket.disconnect();
  });
});

describe('the hubs', () => {
  test.each([
    ['nobody', 'unauthenticated'],
    ['expired', 'token-expired'],
  ] as const)('%s is refused by the agm hub', async (caller, code) => {
    await expect(connectAgm(server, tokens.get(caller))).rejects.toThrow(code);
  });

  test('the stream hub wants the cookie of the session, not a token', async () => {
    const response = await server.call('POST', '/api/session', { token: tokens.get('viewer') });
    const cookie = readCookie(response, 'waymark_stream') ?? '';
    (await connectStream(server, `waymark_stream=${cookie}`)).disconnect();
    await expect(connectStream(server, undefined)).rejects.toThrow('unauthenticated');
    await expect(connectStream(server, `waymark_stream=${tokens.get('viewer')}`)).rejects.toThrow('unauthenticated');
  });
});
