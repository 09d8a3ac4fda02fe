import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterEach, describe, expect, it } from 'vitest';
import { createDevice } from '../device/state.ts';
import { NOON, PROFILE } from '../testing/device-profiles.ts';
import { RecordingLink } from '../testing/recording-link.ts';
import { Counters } from './counters.ts';
import { DownloadPump } from './download-pump.ts';
import { Timeline } from './timeline.ts';
import { VirtualDevice } from './virtual-device.ts';

const timelines: Timeline[] = [];
afterEach(() => {
  for (const timeline of timelines.splice(0)) timeline.stop();
});

/** Records when each packet was sent. */
class NotingLink extends RecordingLink {
  readonly saidAt: number[] = [];
  now = () => 0;

  override send(report: Parameters<RecordingLink['send']>[0]): Promise<void> {
    if (report.name === 'dl') this.saidAt.push(this.now());
    return super.send(report);
  }
}

/** Downloads two minutes of raw recording, on a clock that jumps to the next entry. */
async function download(packetsPerS: number): Promise<readonly number[]> {
  let now = NOON;
  const timeline = new Timeline(
    () => now,
    null,
    (at) => {
      now = Math.max(now, at);
      return 0;
    },
  );
  timelines.push(timeline);
  const pump = new DownloadPump({ timeline, packetsPerS });
  const links: NotingLink[] = [];
  const device = new VirtualDevice({
    state: createDevice({ profile: { ...PROFILE, heartbeatIntervalS: 1e6 }, now }),
    timeline,
    counters: new Counters(),
    buildLink: (deliver) => {
      const link = new NotingLink(deliver);
      link.now = () => now;
      links.push(link);
      return link;
    },
    onStep: (stepped) => pump.watch(stepped),
  });
  await device.handle({ kind: 'start' });
  const params = {
    FileType: 3,
    FileNamesStartDate: formatUtcSecond(NOON - 300_000),
    FileNamesEndDate: formatUtcSecond(NOON - 180_000),
  } as const;
  await device.handle({ kind: 'command', command: { id: 7, type: 'DownloadRange', params, exp: null } });
  timeline.start();
  await device.waitUntil(({ state }) => state.downloads.every(({ isEndToSend }) => !isEndToSend));
  return links.flatMap(({ saidAt }) => saidAt.map((at) => at - NOON));
}

describe('DownloadPump', () => {
  it.each([
    [10, 7000],
    [100, 700],
    [500, 140],
  ])('sends 71 packets at %d a second within %d ms, evenly', async (packetsPerS, lastAt) => {
    const saidAt = await download(packetsPerS);
    expect(saidAt).toHaveLength(72);
    expect([saidAt[0], saidAt.at(-1)]).toEqual([0, lastAt]);
    const steps = new Set(saidAt.slice(1).map((at, before) => at - (saidAt[before] ?? 0)));
    expect(Math.max(...steps)).toBeLessThanOrEqual(100);
  });
});
