import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualDevice, type DrivenDevice, type VirtualDeviceSetup } from './create-virtual-device.ts';
import { createTrialCertificate } from './testing/trial-certificate.ts';
import { TestBroker } from './testing/test-broker.ts';

const UID = 100_234;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function startBroker(): Promise<TestBroker> {
  const broker = await TestBroker.start();
  ends.push(() => broker.stop());
  return broker;
}

function create(broker: TestBroker, setup: Partial<VirtualDeviceSetup> = {}, password = 'right'): DrivenDevice {
  const driven = createVirtualDevice({
    uid: UID,
    way: { kind: 'cellular', server: { url: broker.url }, password },
    ...setup,
  });
  ends.push(async () => driven.device.abandon());
  return driven;
}

describe('cellular device', () => {
  it('connects under its own name and introduces itself', async () => {
    const broker = await startBroker();
    await create(broker, { firmware: '9.2' }).connect();
    expect(new Set(broker.heard.map(({ clientId }) => clientId))).toEqual(new Set([`agm-${UID}`]));
    expect(broker.heard.map(({ uplink }) => uplink.name)).toEqual([
      'status',
      'info',
      'settings',
      'carrier',
      'disk',
      'hb',
    ]);
    expect(broker.list(UID, 'status')[0]).toMatchObject({ online: 1, via: 'cell', fw: '9.2' });
  });

  it('resolves a heartbeat or a passage when it is acknowledged', async () => {
    const broker = await startBroker();
    const driven = create(broker);
    await driven.connect();
    await driven.heartbeat({ battery: 7100 });
    expect(broker.list(UID, 'hb')).toHaveLength(2);
    expect(broker.list(UID, 'hb')[1]?.battery).toBe(7100);
    const passage = await driven.passage({ speedMps: 2 });
    expect(broker.list(UID, 'psg')).toEqual([passage]);
    expect(broker.list(UID, 'waveform').map(({ channel }) => channel)).toEqual(['elf', 'geo', 'mag']);
    expect(broker.list(UID, 'hb')).toHaveLength(3);
    await driven.error(12, 3);
    expect(broker.list(UID, 'err')[0]).toMatchObject({ code: 12, detail: 3 });
  });

  it('answers commands', async () => {
    const broker = await startBroker();
    const driven = create(broker, { firmware: '9.9' });
    await driven.connect();
    const commanded = driven.waitForCommand('RecordMode');
    await broker.command(UID, { id: 31, type: 'RecordMode', params: { recordMode: 0 }, exp: null });
    await commanded;
    expect(broker.list(UID, 'ack')).toMatchObject([{ id: 31, status: 0 }]);
    expect(broker.list(UID, 'settings').at(-1)).toMatchObject({ id: 31, recordMode: 0 });
  });

  it('streams frames after StreamEnable until it is stopped', async () => {
    const broker = await startBroker();
    const driven = create(broker);
    await driven.connect();
    await broker.command(UID, { id: 1, type: 'StreamEnable', params: { streamEnabled: true }, exp: null });
    await broker.waitUntil(() => broker.list(UID, 'stream').length === 2);
    const [first, second] = broker.list(UID, 'stream');
    expect([first?.seq, second?.seq]).toEqual([0, 1]);
    expect((second?.t ?? 0) - (first?.t ?? 0)).toBe(960);
    expect(first?.em.some((value) => value !== 0)).toBe(true);
    const stopped = driven.waitForCommand('StreamEnable');
    await broker.command(UID, { id: 2, type: 'StreamEnable', params: { streamEnabled: false }, exp: null });
    await stopped;
    expect(driven.device.state.isStreaming).toBe(false);
  });

  it('announces its wake-up before it sleeps, and is back when connected', async () => {
    const broker = await startBroker();
    const driven = create(broker);
    await driven.connect();
    await driven.sleep();
    expect(broker.list(UID, 'status').at(-1)).toMatchObject({ online: 0, why: 'sleep' });
    await driven.connect();
    expect(broker.list(UID, 'status').at(-1)).toMatchObject({ online: 1 });
    expect(broker.heard.filter(({ clientId }) => clientId === 'will')).toEqual([]);
  });

  it('leaves its last will when the connection breaks', async () => {
    const broker = await startBroker();
    const driven = create(broker);
    await driven.connect();
    driven.cut();
    await broker.waitUntil(() => broker.list(UID, 'status').length === 2);
    expect(broker.list(UID, 'status').at(-1)).toMatchObject({ online: 0, why: 'lwt' });
    await driven.connect();
    expect(broker.list(UID, 'status').at(-1)).toMatchObject({ online: 1 });
  });

  it('sends again everything that was not acknowledged', async () => {
    const broker = await startBroker();
    const driven = create(broker);
    await driven.connect();
    broker.isDeaf = true;
    const reported = driven.error(77);
    await driven.device.waitUntil(({ state }) => state.life === 'calling');
    expect(broker.list(UID, 'err')).toEqual([]);
    broker.isDeaf = false;
    await reported;
    expect(broker.list(UID, 'err')).toMatchObject([{ code: 77 }]);
    expect(driven.device.state.life).toBe('online');
  });

  it('reconnects after a server outage and reports the passage of the meantime', async () => {
    const broker = await startBroker();
    const driven = create(broker);
    await driven.connect();
    await broker.vanish();
    await driven.device.waitUntil(({ state }) => state.life === 'calling');
    await driven.passage();
    expect(broker.list(UID, 'psg')).toEqual([]);
    await broker.listen();
    await broker.waitUntil(() => broker.list(UID, 'psg').length === 1);
    expect(broker.list(UID, 'psg')[0]?.isOffline).toBe(true);
  });

  it('retries when a subscription is refused', async () => {
    const broker = await startBroker();
    broker.refusesSubscriptions = true;
    const driven = create(broker);
    driven.device.post({ kind: 'start' });
    await driven.counters.waitUntil(() => driven.counters.read().errors > 0);
    broker.refusesSubscriptions = false;
    await driven.connect();
    expect(broker.list(UID, 'hb')).toHaveLength(1);
  });

  it('trusts only the given authority over TLS', async () => {
    const certificate = await createTrialCertificate();
    const broker = await TestBroker.start(certificate);
    ends.push(() => broker.stop());
    const [trusting, doubting] = [{ url: broker.url, ca: certificate.cert }, { url: broker.url }].map((server, at) =>
      create(broker, { uid: UID + at, way: { kind: 'cellular', server, password: 'right' } }),
    );
    await trusting?.connect();
    expect(broker.list(UID, 'hb')).toHaveLength(1);
    doubting?.device.post({ kind: 'start' });
    await doubting?.counters.waitUntil(() => doubting.counters.read().errors > 0);
    expect(doubting?.device.state.life).toBe('calling');
  });

  it('never comes online with a wrong password', async () => {
    const broker = await startBroker();
    const driven = create(broker, {}, 'wrong');
    driven.device.post({ kind: 'start' });
    await driven.counters.waitUntil(() => driven.counters.read().errors > 0);
    expect(driven.device.state.life).toBe('calling');
    expect(broker.heard).toEqual([]);
  });
});
