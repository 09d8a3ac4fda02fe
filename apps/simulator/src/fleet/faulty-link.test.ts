import { Random } from '@waymark/signals/random';
import { describe, expect, it } from 'vitest';
import { buildHeartbeat, buildSettings } from '../device/reports.ts';
import type { DeviceInput } from '../device/step.ts';
import { NO_FAULTS, type Faults } from '../scenario/scenario.ts';
import { buildOnlineDevice, NOON } from '../testing/device-profiles.ts';
import { RecordingLink } from '../testing/recording-link.ts';
import { FaultyLink } from './faulty-link.ts';
import { Timeline } from './timeline.ts';

const state = buildOnlineDevice();
const ack = { name: 'ack', body: { id: 7, status: 0, detail: 0, t: NOON } } as const;
const heartbeat = { name: 'hb', body: buildHeartbeat(state, NOON) } as const;

function create(faults: Partial<Faults>) {
  const timeline = new Timeline(() => NOON, NOON);
  const inputs: string[] = [];
  const deliver = ({ kind }: DeviceInput) => void inputs.push(kind);
  const inner = new RecordingLink(deliver);
  const link = new FaultyLink({ link: inner, faults: { ...NO_FAULTS, ...faults }, timeline, random: new Random(1), deliver });
  return { inner, inputs, timeline, link };
}

describe('a faulty link', () => {
  it('without faults passes on what it gets', async () => {
    const { inner, link } = create({});
    await link.send(heartbeat, state);
    expect(inner.sent).toEqual([heartbeat]);
  });

  it('sends measurements twice, word for word', async () => {
    const { inner, link } = create({ duplicateShare: 1 });
    await link.send(heartbeat, state);
    expect(inner.sent).toEqual([heartbeat, heartbeat]);
  });

  it('sends them late, and other reports meanwhile', async () => {
    const { inner, link, timeline } = create({ delayShare: 1, delayS: 10 });
    const sent = link.send(heartbeat, state);
    await link.send({ name: 'err', body: { t: NOON, code: 1, detail: 0 } }, state);
    expect(inner.sent.map(({ name }) => name)).toEqual(['err']);
    await timeline.replay(NOON + 10_000, () => null);
    await sent;
    expect(inner.sent.map(({ name }) => name)).toEqual(['err', 'hb']);
  });

  it('forgets the position or sets the clock wrong', async () => {
    const { inner, link } = create({ zeroPositionShare: 1, wrongClockShare: 1, wrongClockS: 3600 });
    await link.send(heartbeat, state);
    expect(inner.sent[0]?.body).toEqual({ ...heartbeat.body, lat: 0, lon: 0, t: NOON + 3_600_000 });
  });

  it('loses acknowledgements, and nothing else', async () => {
    const { inner, inputs, link } = create({ ackLossShare: 1 });
    for (const report of [ack, heartbeat, buildSettings(state, 7, NOON)]) await link.send(report, state);
    expect(inner.sent.map(({ name }) => name)).toEqual(['hb', 'settings']);
    expect(inputs).toEqual([]);
  });

  it('loses as many of them as it is told', async () => {
    const { inner, link } = create({ ackLossShare: 0.2 });
    for (let at = 0; at < 500; at++) await link.send(ack, state);
    expect(inner.sent.length).toBeGreaterThan(370);
    expect(inner.sent.length).toBeLessThan(430);
  });

  it('lets the device reboot once it has acknowledged, and not before', async () => {
    const { inner, inputs, link } = create({ rebootShare: 1 });
    await link.send(heartbeat, state);
    expect(inputs).toEqual([]);
    await link.send(ack, state);
    expect(inner.sent).toEqual([heartbeat, ack]);
    expect(inputs).toEqual(['reboot']);
  });
});
