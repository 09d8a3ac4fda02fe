import { UNIT_SYSTEMS } from '../../packages/domain/src/units/system.ts';
import { lookAtUnits } from '../screens/look-at-units.ts';
import { WALKS } from '../screens/walks.ts';
import { expect, REFUSED_CALL, test } from '../test.ts';

// The walks through all screens, for a user of either system of units.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(({ expectedErrors }) => {
  test.slow();
  expectedErrors.push(REFUSED_CALL);
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
  await site.callAs('admin@demo.waymark', 'POST', '/pigrun/user/units', { units: null });
});

/** Walks on which an admin sees distances, speeds, altitudes or diameters, and how many at least. */
const WITH_UNITS = {
  'completed runs': 3,
  'runs on their way': 20,
  'planning and launch': 5,
  'a device and its windows': 1,
} as const;

for (const units of UNIT_SYSTEMS) {
  for (const [name, least] of Object.entries(WITH_UNITS)) {
    test(`[W-306] no screen has other units than ${units}: ${name}`, async ({ page, site }) => {
      await site.callAs('admin@demo.waymark', 'POST', '/pigrun/user/units', { units });
      const count = { own: 0 };
      await WALKS[name as keyof typeof WITH_UNITS](page, site, lookAtUnits(page, units, count));
      expect(count.own).toBeGreaterThanOrEqual(least);
    });
  }
}
