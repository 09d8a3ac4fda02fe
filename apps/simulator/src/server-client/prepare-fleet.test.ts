import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { planFleet } from '../scenario/plan-fleet.ts';
import { parseScenario } from '../scenario/read-scenario.ts';
import { prepareFleet } from './prepare-fleet.ts';
import { ServerClient } from './server-client.ts';

const plan = planFleet(
  parseScenario(
    JSON.stringify({
      name: 'try',
      seed: 1,
      devices: [
        { count: 2, firstUid: 11, at: { lat: 36, lon: -96 } },
        { firstUid: 21, link: 'iridium', at: { lat: 36, lon: -96 } },
        { count: 2, firstUid: 31, link: 'bluetooth', at: { lat: 36, lon: -96 } },
      ],
    }),
    'try',
  ),
);

const line = {
  name: 'North',
  fluid: 'liquid',
  diameterIn: 16,
  from: { lat: 36, lon: -96.5 },
  to: { lat: 36.2, lon: -96 },
  seed: 1,
  path: { pigs: ['CLN-1'] },
};
const planWithLine = planFleet(
  parseScenario(
    JSON.stringify({
      name: 'try',
      seed: 1,
      lines: [line],
      devices: [{ count: 2, firstUid: 11, at: { line: 'North' } }],
    }),
    'try',
  ),
);

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function readBody(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return pieces.length === 0 ? undefined : JSON.parse(Buffer.concat(pieces).toString());
}

const listed = (uId: number, values: object = {}) => ({
  uId,
  lastHeartbeat: null,
  lastDetectionCount: null,
  lastBattery: null,
  lastPowerMode: null,
  lastSchedule: null,
  lastRecordMode: null,
  lastGeoMode: null,
  psgState: null,
  psgSize: null,
  ...Object.fromEntries(
    [0, 1, 2, 3].flatMap((at) => [
      [`lastFrequency${at}Setting`, null],
      [`lastSensitivity${at}`, null],
      [`lastEnable${at}`, null],
    ]),
  ),
  ...values,
});

type Answer = (body: unknown) => readonly [status: number, body: unknown];

/** A server that knows device 11 in company 3; device 12 belongs to another company. */
async function startServer(answers: Readonly<Record<string, Answer>> = {}) {
  const calls: { call: string; body: unknown; token: string | undefined }[] = [];
  const credential = (password: string) => ({ clientId: 'x', username: 'x', password, messageKey: '00ff' });
  const known: Readonly<Record<string, Answer>> = {
    'POST /api/oauth/token': () => [
      200,
      { access_token: `token-${calls.filter(({ call }) => call.endsWith('token')).length}` },
    ],
    'GET /api/admin/group': () => [
      200,
      [
        { id: 3, groupName: 'Demo' },
        { id: 4, groupName: 'Other' },
      ],
    ],
    'GET /api/admin/apexagm/3': () => [200, [{ uid: 11 }]],
    'POST /api/admin/apexagm/11/credential': () => [200, credential('renewed')],
    'POST /api/admin/apexagm/12/credential': () => [200, credential('taken over')],
    'POST /api/admin/apexagm/add': (body) =>
      (body as { uid: number }).uid === 12 ? [409, {}] : [201, { credential: credential('added') }],
    'POST /api/gateway': (body) => [201, { ...(body as object), password: 'relayed' }],
    'GET /api/apexagm': () => [
      200,
      [
        listed(11, {
          lastHeartbeat: '2026-03-01 12:00:00',
          lastDetectionCount: 7,
          lastBattery: 8800,
          lastPowerMode: 2,
        }),
        listed(12),
      ],
    ],
    ...answers,
  };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const call = `${request.method} ${request.url}`;
      calls.push({ call, body, token: request.headers.authorization });
      const [status, answer] = known[call]?.(body) ?? [404, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { calls, client: new ServerClient(url, { email: 'a@example.com', password: 'secret' }) };
}

describe('prepareFleet', () => {
  it('adds missing devices and renews the credentials of the others', async () => {
    const { calls, client } = await startServer();
    const { credentials } = await prepareFleet(client, plan, null);
    const passwords = [...credentials.devices].map(([uid, { password }]) => [uid, password]);
    expect(Object.fromEntries(passwords)).toEqual({
      11: 'renewed',
      12: 'taken over',
      21: 'added',
      31: 'added',
      32: 'added',
    });
    expect(credentials.devices.get(21)?.messageKey).toEqual(Uint8Array.of(0, 0xff));
    const added = calls.find(({ body }) => (body as { uid?: number } | undefined)?.uid === 21);
    expect(added?.body).toMatchObject({ group: 3, imei: plan.devices[2]?.profile.imei });
    expect(added?.token).toBe('Bearer token-1');
  });

  it('requests one credential per relay', async () => {
    const { calls, client } = await startServer();
    const { credentials } = await prepareFleet(client, plan, null);
    expect([...credentials.relays]).toEqual([['try-relay-1', 'relayed']]);
    expect(calls.find(({ call }) => call === 'POST /api/gateway')?.body).toEqual({
      name: 'try-relay-1',
      uids: [31, 32],
    });
  });

  it('returns the last known state of each device', async () => {
    const { client } = await startServer();
    const { known } = await prepareFleet(client, plan, null);
    expect(known.get(11)).toEqual({
      lastHeartbeatAt: Date.UTC(2026, 2, 1, 12),
      detectionCount: 7,
      batteryMv: 8800,
      settings: { powerMode: 2 },
    });
    expect(known.get(12)).toEqual({ lastHeartbeatAt: null, detectionCount: 0, batteryMv: null, settings: {} });
  });

  it.each([
    ['saves the paths of its lines', [{ groupId: 4 }], ['North']],
    ['skips a company with paths', [{ groupId: 3 }], []],
  ])('%s', async (_, held, saved) => {
    const { calls, client } = await startServer({
      'GET /api/pigrun/pigpath': () => [200, held],
      'POST /api/pigrun/pigpath/add': () => [200, 1],
    });
    await prepareFleet(client, planWithLine, null);
    const sent = calls.flatMap(({ call, body }) =>
      call === 'POST /api/pigrun/pigpath/add' ? [body as { pigRunName: string; agms: number[] }] : [],
    );
    expect(sent.map(({ pigRunName }) => pigRunName)).toEqual(saved);
    for (const { agms } of sent) expect(agms).toEqual([11, 12]);
  });

  it('signs in again when the session has expired', async () => {
    let isFirst = true;
    const { calls, client } = await startServer({
      'GET /api/admin/group': () => {
        if (!isFirst) return [200, [{ id: 3, groupName: 'Demo' }]];
        isFirst = false;
        return [401, {}];
      },
    });
    await prepareFleet(client, plan, null);
    expect(calls.filter(({ call }) => call === 'POST /api/oauth/token')).toHaveLength(2);
  });

  it("names a missing company and the server's refusal", async () => {
    const { client } = await startServer();
    await expect(prepareFleet(client, plan, 'Nobody')).rejects.toThrow('the server has no company "Nobody"');
    const refusing = await startServer({ 'POST /api/gateway': () => [403, { code: 'forbidden' }] });
    await expect(prepareFleet(refusing.client, plan, null)).rejects.toThrow('POST /gateway: 403');
  });
});
