import { Random } from '@waymark/signals/random';
import { describe, expect, it } from 'vitest';
import { buildHeartbeat } from '../device/reports.ts';
import type { Faults } from '../scenario/scenario.ts';
import { buildOnlineDevice, NOON } from '../testing/device-profiles.ts';
import { RecordingLink } from '../testing/recording-link.ts';
import { FaultyLink } from './faulty-link.ts';
import { Timeline } from './timeline.ts';

const NO_FAULTS: Faults = {
  dropsPerHour: 0, garbagePerHour: 0, duplicateShare: 0, delayShare: 0, delayS: 30, zeroPositionShare: 0,
  wrongClockShare: 0, wrongClockS: 3600,
};
const state = buildOnlineDevice();
const heartbeat = { name: 'hb', body: buildHeartbeat(state, NOON) } as const;

function create(faults: Partial<Faults>) {
  const timeline = new Timeline(() => NOON, NOON);
  const inner = new RecordingLink(() => undefined);
  return { inner, timeline, link: new FaultyLink(inner, { ...NO_FAULTS, ...faults }, timeline, new Random(1)) };
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
    const { inner, link } = create({ zeroPositionShare: 1, wrongClockShare: 1 });
    await link.send(heartbeat, state);
    expect(inner.sent[0]?.body).toEqual({ ...heartbeat.body, lat: 0, lon: 0, t: NOON + 3_600_000 });
  });
});
