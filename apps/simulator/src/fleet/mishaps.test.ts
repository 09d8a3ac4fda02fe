import { describe, expect, it } from 'vitest';
import { NO_FAULTS } from '../scenario/scenario.ts';
import { buildOffDevice, NOON, PROFILE } from '../testing/device-profiles.ts';
import { RecordingLink } from '../testing/recording-link.ts';
import { Counters } from './counters.ts';
import { planMishaps } from './mishaps.ts';
import { Timeline } from './timeline.ts';
import { VirtualDevice } from './virtual-device.ts';

const DAY_MS = 86_400_000;

async function live(days: number, options: { readonly falseTriggers: number; readonly errors: number }, faults = {}) {
  const timeline = new Timeline(() => NOON, NOON);
  const links: RecordingLink[] = [];
  const device = new VirtualDevice({
    state: buildOffDevice({ profile: { ...PROFILE, site: 'road', heartbeatIntervalS: 1e6 } }),
    timeline,
    counters: new Counters(),
    buildLink: (deliver) => {
      links.push(new RecordingLink(deliver));
      return links[0] as RecordingLink;
    },
  });
  await device.handle({ kind: 'start' });
  planMishaps(device, { ...NO_FAULTS, ...faults }, { timeline, seed: 5, ...options });
  await timeline.replay(NOON + days * DAY_MS, () => null);
  const [link] = links;
  const count = (name: string) => link?.sent.filter((report) => report.name === name).length ?? 0;
  return { link, count };
}

describe('mishaps', () => {
  it('a device by a road has about twelve false triggers a day, each on one channel', async () => {
    const { link, count } = await live(4, { falseTriggers: 1, errors: 0 });
    expect(count('passage')).toBeGreaterThan(28);
    expect(count('passage')).toBeLessThan(70);
    const masks = link?.sent.flatMap((report) => (report.name === 'passage' ? [report.body.passage.mask] : [])) ?? [];
    for (const mask of masks) expect([1, 2, 4]).toContain(mask);
    expect(new Set(masks).size).toBeGreaterThan(1);
  });

  it('errors happen now and then', async () => {
    const { count } = await live(10, { falseTriggers: 0, errors: 20 });
    expect(count('err')).toBeGreaterThan(3);
    expect(count('err')).toBeLessThan(25);
  });

  it('mishaps can be turned off', async () => {
    const { link, count } = await live(10, { falseTriggers: 0, errors: 0 });
    expect(count('passage') + count('err')).toBe(0);
    expect(link?.events).toEqual(['open']);
  });

  it('garbage is sent if the scenario says so', async () => {
    const { link } = await live(1, { falseTriggers: 0, errors: 0 }, { garbagePerHour: 1 });
    expect(link?.events.filter((event) => event === 'garbage').length).toBeGreaterThan(10);
  });
});
