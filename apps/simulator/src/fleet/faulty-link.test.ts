import { Random } from '@waymark/signals/random';
import { describe, expect, it } from 'vitest';
import { buildHeartbeat, buildSettings } from '../device/reports.ts';
import type { Report } from '../device/report.ts';
import type { DeviceInput } from '../device/step.ts';
import { NO_FAULTS, type Faults } from '../scenario/scenario.ts';
import { buildOnlineDevice, listReports, NOON, pass } from '../testing/device-profiles.ts';
import { buildPassageEvent } from '../testing/passage-events.ts';
import { RecordingLink } from '../testing/recording-link.ts';
import { FaultyLink } from './faulty-link.ts';
import { Timeline } from './timeline.ts';

const state = buildOnlineDevice();
const ack = { name: 'ack', body: { id: 7, status: 0, detail: 0, t: NOON } } as const;
const packet = (n: number): Report => ({
  name: 'dl',
  body: { kind: 'raw', n, of: 500, session: 7, t: NOON, content: Uint8Array.of(n & 255) },
});
const heartbeat = { name: 'hb', body: buildHeartbeat(state, NOON) } as const;

function create(faults: Partial<Faults>) {
  const timeline = new Timeline(() => NOON, NOON);
  const inputs: string[] = [];
  const deliver = ({ kind }: DeviceInput) => void inputs.push(kind);
  const inner = new RecordingLink(deliver);
  const link = new FaultyLink({
    link: inner,
    faults: { ...NO_FAULTS, ...faults },
    timeline,
    random: new Random(1),
    deliver,
  });
  return { inner, inputs, timeline, link };
}

describe('faulty link', () => {
  it('forwards everything without faults', async () => {
    const { inner, link } = create({});
    await link.send(heartbeat, state);
    expect(inner.sent).toEqual([heartbeat]);
  });

  it('sends measurements twice, unchanged', async () => {
    const { inner, link } = create({ duplicateShare: 1 });
    await link.send(heartbeat, state);
    expect(inner.sent).toEqual([heartbeat, heartbeat]);
  });

  it('delays measurements without blocking other reports', async () => {
    const { inner, link, timeline } = create({ delayShare: 1, delayS: 10 });
    const sent = link.send(heartbeat, state);
    await link.send({ name: 'err', body: { t: NOON, code: 1, detail: 0 } }, state);
    expect(inner.sent.map(({ name }) => name)).toEqual(['err']);
    await timeline.replay(NOON + 10_000, () => null);
    await sent;
    expect(inner.sent.map(({ name }) => name)).toEqual(['err', 'hb']);
  });

  it('removes the position or sets the clock wrong', async () => {
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

  it('loses the configured share of acknowledgements', async () => {
    const { inner, link } = create({ ackLossShare: 0.2 });
    for (let at = 0; at < 500; at++) await link.send(ack, state);
    expect(inner.sent.length).toBeGreaterThan(370);
    expect(inner.sent.length).toBeLessThan(430);
  });

  it('reboots the device after its acknowledgement, and not before', async () => {
    const { inner, inputs, link } = create({ rebootShare: 1 });
    await link.send(heartbeat, state);
    expect(inputs).toEqual([]);
    await link.send(ack, state);
    expect(inner.sent).toEqual([heartbeat, ack]);
    expect(inputs).toEqual(['reboot']);
  });
});

describe('packets of a download on a faulty link', () => {
  const listNumbers = ({ sent }: RecordingLink) =>
    sent.flatMap((report) => (report.name === 'dl' ? [report.body.n] : []));

  it('the configured share of packets is lost without notice to the device', async () => {
    const { inner, link } = create({ packetLossShare: 0.2 });
    for (let n = 1; n <= 500; n++) await link.send(packet(n), state);
    await link.send(heartbeat, state);
    expect(listNumbers(inner).length).toBeGreaterThan(370);
    expect(listNumbers(inner).length).toBeLessThan(430);
    expect(inner.sent.at(-1)).toEqual(heartbeat);
  });

  it('packets are duplicated, and nothing else is', async () => {
    const { inner, link } = create({ packetDuplicateShare: 1 });
    for (const report of [packet(1), heartbeat]) await link.send(report, state);
    expect(inner.sent).toEqual([packet(1), packet(1), heartbeat]);
  });

  it('packets are reordered, and all arrive', async () => {
    const { inner, link, timeline } = create({ packetDelayShare: 0.5, packetDelayS: 10 });
    const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
    const sent = numbers.map((n) => link.send(packet(n), state));
    await timeline.replay(NOON + 10_000, () => null);
    await Promise.all(sent);
    expect(listNumbers(inner)).not.toEqual(numbers);
    expect(listNumbers(inner).toSorted((one, other) => one - other)).toEqual(numbers);
  });

  it('a connection breaks after packets and comes back', async () => {
    const { inputs, link, timeline } = create({ packetBreakShare: 1, packetBreakS: 10 });
    link.open();
    await link.send(packet(1), state);
    expect(inputs).toEqual(['connected', 'lost']);
    await timeline.replay(NOON + 10_000, () => null);
    expect(inputs).toEqual(['connected', 'lost', 'connected']);
  });

  it('a connection that the device has closed since stays closed', async () => {
    const { inner, link, timeline } = create({ packetBreakShare: 1, packetBreakS: 10 });
    link.open();
    await link.send(packet(1), state);
    await link.close();
    await timeline.replay(NOON + 10_000, () => null);
    expect(inner.events).toEqual(['open', 'cut', 'close']);
  });
});

describe('passage on a faulty link', () => {
  it('a passage is lost with its waveforms', async () => {
    const { inner, link } = create({ passageLossShare: 1 });
    const heard = pass(state, NOON, { kind: 'passage', event: buildPassageEvent(NOON) });
    for (const report of listReports(heard)) await link.send(report, state);
    expect(inner.sent.map(({ name }) => name)).toEqual(['hb', 'disk']);
  });
});
