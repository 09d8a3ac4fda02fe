import { DISPOSITION } from '@waymark/device-protocol/directip/mobile-terminated';
import { encodeIridiumDownlink, type IridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualDevice } from '../create-virtual-device.ts';
import { buildImei } from '../scenario/plan-fleet.ts';
import { DirectIpServer, sendMobileTerminated } from '../testing/direct-ip-server.ts';
import { DirectIpSender } from './direct-ip-sender.ts';
import { SatelliteGateway } from './satellite-gateway.ts';

const UID = 100_401;
const IMEI = buildImei(UID);
const KEY = Uint8Array.from({ length: 32 }, (_, at) => at);
const HEAD = { seq: 1, t: Date.UTC(2026, 2, 1), id: 44 } as const;
const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function start() {
  const server = new DirectIpServer();
  const gateway = new SatelliteGateway();
  const [port, mtPort] = [await server.listen(), await gateway.listen(0)];
  const sender = new DirectIpSender({ host: '127.0.0.1', port, onError: () => undefined });
  const driven = createVirtualDevice({ uid: UID, way: { kind: 'iridium', sender, gateway, messageKey: KEY } });
  ends.push(
    () => server.close(),
    () => gateway.close(),
    () => driven.device.abandon(),
  );
  const order = (message: IridiumDownlink, key = KEY, disposition: number = DISPOSITION.sendRingAlert, imei = IMEI) =>
    sendMobileTerminated(mtPort, {
      clientMessageId: 70,
      imei,
      disposition,
      payload: encodeIridiumDownlink(message, key),
      priority: null,
    });
  const listKinds = () => server.listUplinks().map(({ kind }) => kind);
  return { server, gateway, driven, order, listKinds };
}

describe('satellite device', () => {
  it('sends each report as a separate message, numbered without gaps', async () => {
    const { server, driven, listKinds } = await start();
    await driven.connect();
    await driven.passage();
    expect(listKinds()).toEqual(['info', 'settings', 'heartbeat', 'passage', 'heartbeat']);
    expect(new Set(server.sessions.map(({ imei }) => imei))).toEqual(new Set([IMEI]));
    const numbers = server.sessions.map(({ momsn }) => momsn);
    expect(numbers.map((number, at) => (number - (numbers[at - 1] ?? number - 1)) & 0xffff)).toEqual(
      numbers.map(() => 1),
    );
    const passage = server.listUplinks().find(({ kind }) => kind === 'passage');
    expect(passage).toMatchObject({ mask: 7, isOffline: false });
    for (const { payload } of server.sessions) expect(payload?.length ?? 0).toBeLessThanOrEqual(340);
  });

  it('repeats unconfirmed messages', async () => {
    const { server, driven, listKinds } = await start();
    await driven.connect();
    server.refusals = 1;
    await driven.heartbeat();
    expect(listKinds().filter((kind) => kind === 'heartbeat')).toHaveLength(2);
  });

  it('follows a ring alert and answers commands that its key verifies', async () => {
    const { server, driven, order, listKinds } = await start();
    await driven.connect();
    const confirmation = await order({ ...HEAD, kind: 'settings', settings: { powerMode: 0, psgSize: 1 } });
    expect(confirmation).toMatchObject({ clientMessageId: 70, imei: IMEI, status: 1 });
    await server.waitUntil(() => listKinds().filter((kind) => kind === 'settings').length === 2);
    expect(server.listUplinks().slice(-2)).toMatchObject([
      { kind: 'ack', id: 44, status: 0 },
      { kind: 'settings', id: 44, settings: { psgSize: 1 } },
    ]);
  });

  it('refuses a command that its key does not verify', async () => {
    const { server, driven, order, listKinds } = await start();
    await driven.connect();
    await order({ ...HEAD, kind: 'request', what: 'info' }, new Uint8Array(32));
    await server.waitUntil(() => listKinds().includes('ack'));
    expect(server.listUplinks().at(-1)).toMatchObject({ kind: 'ack', id: 44, status: 2 });
  });

  it('gets queued messages when it starts a session', async () => {
    const { server, driven, order, listKinds } = await start();
    await driven.connect();
    await order({ ...HEAD, kind: 'request', what: 'info' }, KEY, 0);
    expect(listKinds()).not.toContain('ack');
    await driven.heartbeat();
    await server.waitUntil(() => listKinds().filter((kind) => kind === 'info').length === 2);
    expect(server.listUplinks().slice(-2)).toMatchObject([{ kind: 'ack', id: 44 }, { kind: 'info' }]);
  });
});

describe('satellite gateway', () => {
  it('refuses an unknown IMEI and a fifty-first message', async () => {
    const { order } = await start();
    const message = { ...HEAD, kind: 'exit-offline-download' } as const;
    expect(await order(message, KEY, 0, '300234999999990')).toMatchObject({ status: -2 });
    const statuses: number[] = [];
    for (let at = 0; at < 51; at++) statuses.push((await order(message, KEY, 0)).status);
    expect(statuses.slice(0, 2)).toEqual([1, 2]);
    expect(statuses.slice(-2)).toEqual([50, -5]);
    expect(await order(message, KEY, DISPOSITION.flushQueue)).toMatchObject({ status: 1 });
  });
});
