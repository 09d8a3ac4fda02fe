import { lookAtTimes } from '../screens/look-at-times.ts';
import { WALKS } from '../screens/walks.ts';
import { expect, REFUSED_CALL, test } from '../test.ts';

// The walks through the screens with times, for users who read UTC, the zone of their browser, and that of
// the line.

test.use({
  drawsMap: false,
  timezoneId: 'Asia/Kathmandu',
  contextOptions: { reducedMotion: 'reduce' },
});

test.beforeEach(({ expectedErrors }) => {
  test.slow();
  expectedErrors.push(REFUSED_CALL);
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
  await site.callAs('admin@demo.waymark', 'POST', '/pigrun/user/times', { times: 'utc' });
});

/** Walks on which an admin sees times, and how many texts say the zone at least. */
const WITH_TIMES = {
  'completed runs': 5,
  'runs on their way': 20,
  'planning and launch': 3,
  'a device and its windows': 10,
  'the menus, every panel and dialog of an admin': 3,
  reports: 3,
} as const;

for (const times of ['utc', 'mine', 'line'] as const) {
  for (const [name, least] of Object.entries(WITH_TIMES)) {
    test(`[W-317] no screen shows a time without its zone, with the choice ${times}: ${name}`, async ({
      page,
      site,
    }) => {
      await site.callAs('admin@demo.waymark', 'POST', '/pigrun/user/times', { times, timeZone: 'Asia/Kathmandu' });
      const count = { zoned: 0 };
      await WALKS[name as keyof typeof WITH_TIMES](page, site, lookAtTimes(page, count));
      expect(count.zoned).toBeGreaterThanOrEqual(least);
    });
  }
}
