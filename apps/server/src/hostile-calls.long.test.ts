import { readMarker, readPath } from '@waymark/contract/runs/read-path';
import { fullPath, type RouteDefinition } from '@waymark/contract/route';
import { listRoutes } from '@waymark/contract/routes/index';
import { exampleMarkers } from '@waymark/contract/runs/marker';
import { examplePath } from '@waymark/contract/runs/pig-path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { insertDevice } from './features/devices/devices.store.ts';
import { storePassage } from './features/records/passages.store.ts';
import { findUserByEmail } from './features/users/users.queries.ts';
import { systemScope } from './platform/access/scope.ts';
import { monthOf, Partitions } from './platform/database/partitions.ts';
import { systemOrigin } from './platform/http/call.ts';
import { PASSAGE } from './testing/device-samples.ts';
import { FAR_DATES, putFarDates } from './testing/far-dates.ts';
import { anyDamageOf, anyHostileWord, writeJson } from './testing/hostile-json.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// The answer to any call says what was wrong with it: no input makes a call fail internally.

const RUNS = 30;
const UID = 100_234;
const SECRET = 'a secret of the satellite';

let server: TestServer;
/** Ids of existing objects, by the field names that calls use for them. */
let known: Readonly<Record<string, number | string>>;
const tokens = new Map<string, string>();

async function addWorld(): Promise<typeof known> {
  const { database } = server.app;
  const { db } = database.read(systemScope('test'));
  const admin = await findUserByEmail({ scope: systemScope('test'), db }, 'admin@demo.waymark');
  const viewer = await findUserByEmail({ scope: systemScope('test'), db }, 'viewer@demo.waymark');
  const group = admin?.group_id ?? 0;
  const endOfSnip = Date.UTC(2026, 2, 16, 9, 42, 11);
  await new Partitions(database.pool).ensure('passages', new Set([monthOf(endOfSnip)]));
  await database.change(systemOrigin('test'), async (change) => {
    for (const uid of [UID, UID + 1])
      await insertDevice(change, { uid, groupId: group, imei: null, lat: 36, lon: -96 });
    const body = { ...PASSAGE, t: endOfSnip - 15_000, endOfSnip };
    await storePassage(change, { uid: UID, groupId: group, link: 'cellular', receivedAt: endOfSnip, body });
  });
  const passage = (await db.selectFrom('passages').select('id').executeTakeFirstOrThrow()).id;
  const path = JSON.stringify(readPath({ ...examplePath, agms: [UID], notifications: [] }));
  const pathId = (
    await db
      .insertInto('pig_paths')
      .values({ group_id: group, name: 'North line' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const run = { group_id: group, pig: 'CLN-16-02', path, launch_at: new Date('2026-03-16T00:00:00Z') };
  const runId = (await db.insertInto('pig_runs').values(run).returning('id').executeTakeFirstOrThrow()).id;
  const markers = exampleMarkers.map(readMarker).map((marker, place) => ({
    run_id: runId,
    name: marker.name,
    place,
    marker: JSON.stringify(marker),
  }));
  await db.insertInto('pig_run_markers').values(markers).execute();
  await db.insertInto('pig_run_devices').values({ run_id: runId, uid: UID, group_id: group }).execute();
  const user = viewer?.id ?? 0;
  return {
    uid: UID,
    group,
    groupId: group,
    id: user,
    userId: user,
    pathId,
    runId,
    pigRunId: runId,
    passageId: passage,
    elfId: passage,
    secret: SECRET,
  };
}

beforeAll(async () => {
  const texts = {
    WAYMARK_SMS_URL: 'http://127.0.0.1:9',
    WAYMARK_SMS_ACCOUNT: 'AC1',
    WAYMARK_SMS_TOKEN: 'a token',
    WAYMARK_SMS_FROM: '+19185550100',
  };
  server = await startTestServer({
    settings: { WAYMARK_ROCKBLOCK_SECRET: SECRET, WAYMARK_CLOUDLOOP_SECRET: SECRET, ...texts },
  });
  known = await addWorld();
  for (const role of ['admin', 'superadmin']) tokens.set(role, (await server.signIn(`${role}@demo.waymark`)).token);
});
afterAll(() => server.close());

/** Replaces the ids of an example by those of existing objects. */
function placeInWorld(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placeInWorld);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, known[key] ?? placeInWorld(part)]));
}

/** Lists all property names in the schema. */
function listNames(schema: z.ZodType | undefined): readonly string[] {
  if (!schema) return [];
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...text.matchAll(/"(\w+)":\{"(?:type|anyOf|default)"/g)].map((match) => match[1] ?? '');
}

interface Attempt {
  readonly role: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: string | undefined;
}

function anyAttempt(route: RouteDefinition): fc.Arbitrary<Attempt> {
  const roles = [...tokens.keys()].filter(
    (role) => route.access === 'public' || route.access.some((each) => each === role),
  );
  const meant = placeInWorld(route.example.params ?? {}) as Record<string, unknown>;
  const words = Object.entries(meant).map(
    ([name, value]) =>
      [
        name,
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(encodeURIComponent(String(value))) },
          { weight: 1, arbitrary: anyHostileWord },
        ),
      ] as const,
  );
  const asked = placeInWorld(route.example.query ?? {}) as Record<string, unknown>;
  const names = [...new Set([...Object.keys(asked), ...listNames(route.query)])];
  const pair = fc
    .tuple(fc.constantFrom(...names, 'x', '__proto__'), anyHostileWord)
    .map(([name, word]) => `${name}=${word}`);
  const query = fc.tuple(fc.subarray(Object.entries(asked)), fc.array(pair, { maxLength: names.length > 0 ? 3 : 1 }));
  const body = placeInWorld(route.example.body);
  return fc.record({
    role: fc.constantFrom(...roles),
    params: fc.record(Object.fromEntries(words)),
    query: query.map(([sent, made]) =>
      [...sent.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`), ...made].join('&'),
    ),
    body: route.body ? anyDamageOf(body, listNames(route.body)).map(writeJson) : fc.constant(undefined),
  });
}

/** Sends a call and returns the status after the complete answer has arrived. */
async function send(route: RouteDefinition, { role, params, query, body }: Attempt): Promise<number> {
  const address = fullPath(route).replaceAll(/:(\w+)/g, (_match, name: string) => params[name] ?? '');
  const answer = await fetch(`${server.address}${address}?${query}`, {
    method: route.method,
    redirect: 'manual',
    headers: {
      authorization: `Bearer ${tokens.get(role)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Names of date fields, also of those that the example omits. */
const DATE_NAME = /date|time|^at$|At$|wakeUp/i;

function* listFarAttempts(route: RouteDefinition): Generator<Attempt> {
  const role = ['admin', 'superadmin'].find(
    (each) => route.access === 'public' || route.access.some((allowed) => allowed === each),
  );
  if (role === undefined) return;
  const params = Object.fromEntries(
    Object.entries(placeInWorld(route.example.params ?? {}) as object).map(([name, value]) => [
      name,
      encodeURIComponent(String(value)),
    ]),
  );
  const asked = placeInWorld(route.example.query ?? {}) as Record<string, unknown>;
  const write = (query: Readonly<Record<string, unknown>>) =>
    Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join('&');
  const meant = placeInWorld(route.example.body);
  const body = route.body ? JSON.stringify(meant) : undefined;
  for (const name of listNames(route.query).filter((each) => DATE_NAME.test(each))) {
    for (const far of FAR_DATES) yield { role, params, query: write({ ...asked, [name]: far }), body };
  }
  if (!route.body) return;
  for (const far of putFarDates(meant)) yield { role, params, query: write(asked), body: JSON.stringify(far) };
}

async function expectNoFailureOfDates(route: RouteDefinition): Promise<void> {
  const failed: unknown[] = [];
  for (const attempt of listFarAttempts(route)) {
    const status = await send(route, attempt);
    if (status >= 500) failed.push({ status, ...attempt });
  }
  expect(failed).toEqual([]);
}

async function expectNoFailure(route: RouteDefinition): Promise<void> {
  const property = fc.asyncProperty(anyAttempt(route), async (attempt) => {
    expect(await send(route, attempt)).toBeLessThan(500);
  });
  await fc.assert(property, { numRuns: RUNS, seed: 20_260_301 });
}

const called = (method: string) =>
  listRoutes()
    .filter((route) => route.method === method)
    .map((route) => [`${method} ${route.path}`, route] as const);

describe.each(['POST', 'GET', 'DELETE'])('hostile input to %s routes', (method) => {
  test.concurrent.each(called(method))('%s never fails internally', async (_name, route) => expectNoFailure(route));
  test.each(called(method))('[W-035] %s accepts or refuses far dates', async (_name, route) =>
    expectNoFailureOfDates(route),
  );
});

test('both users are still signed in and can read everything after the hostile calls', async () => {
  for (const token of tokens.values()) {
    for (const address of [
      '/api/userinfo',
      '/api/apexagm',
      '/api/pigrun',
      '/api/audit',
      '/api/outbox',
      '/api/pigrun/pigpath',
    ]) {
      expect({ address, status: (await server.call('GET', address, { token })).status }).toEqual({
        address,
        status: 200,
      });
    }
  }
});

test('no job has failed because of hostile input', async () => {
  const { db } = server.app.database.read(systemScope('test'));
  const { rows } =
    await sql`select task_id, payload, last_error from graphile_worker._private_jobs where last_error is not null`.execute(
      db,
    );
  expect(rows).toEqual([]);
});
