import { lookAtTimes } from '../screens/look-at-times.ts';
import { lookAtUnits } from '../screens/look-at-units.ts';
import { WALKS } from '../screens/walks.ts';
import { expect, REFUSED_CALL, test } from '../test.ts';

// The walks through the screens with times and quantities, for users who read UTC, the zone of their browser, or that
// of the line, in either system of units.

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
  await site.callAs('admin@demo.waymark', 'POST', '/pigrun/user/units', { units: null });
});

/** How many texts of a walk say the zone of a time, and how many say a unit, at least. */
const WALKED = {
  'completed runs': { zoned: 5, own: 3 },
  'runs on their way': { zoned: 20, own: 20 },
  'planning and launch': { zoned: 3, own: 5 },
  'a device and its windows': { zoned: 10, own: 1 },
  'the menus, every panel and dialog of an admin': { zoned: 3, own: 0 },
  reports: { zoned: 3, own: 0 },
} as const;

const READERS = [
  { times: 'utc', units: 'us' },
  { times: 'mine', units: 'metric' },
  { times: 'line', units: 'us' },
] as const;

for (const { times, units } of READERS) {
  for (const [name, least] of Object.entries(WALKED)) {
    test(`[W-306, W-317] every time says its zone (${times}), and all units are ${units}: ${name}`, async ({
      page,
      site,
    }) => {
      await site.callAs('admin@demo.waymark', 'POST', '/pigrun/user/times', { times, timeZone: 'Asia/Kathmandu' });
      await site.callAs('admin@demo.waymark', 'POST', '/pigrun/user/units', { units });
      const count = { zoned: 0, own: 0 };
      const [lookForTimes, lookForUnits] = [lookAtTimes(page, count), lookAtUnits(page, units, count)];
      await WALKS[name as keyof typeof WALKED](page, site, async (screen) => {
        await lookForTimes(screen);
        await lookForUnits(screen);
      });
      expect(count.zoned).toBeGreaterThanOrEqual(least.zoned);
      expect(count.own).toBeGreaterThanOrEqual(least.own);
    });
  }
}
