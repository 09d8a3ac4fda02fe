import { walkAdministration } from '../screens/administration.ts';
import { walkDevice } from '../screens/device.ts';
import { walkEntry } from '../screens/entry.ts';
import { walkFinished } from '../screens/finished.ts';
import { walkFleet } from '../screens/fleet.ts';
import { lookAtDesk, lookOnPhone } from '../screens/look.ts';
import { walkPlanning } from '../screens/planning.ts';
import { walkReports } from '../screens/reports.ts';
import { walkShell } from '../screens/shell.ts';
import { walkTracking } from '../screens/tracking.ts';
import { REFUSED_CALL, test } from '../test.ts';

// Screens, windows and dialogs: as a designer sees them and as whoever cannot see well, in both themes and on a phone.
// The pictures are left in test-results/screens.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

const WALKS = {
  'the screens before the sign-in': walkEntry,
  'the menus, every panel and dialog of an admin': walkShell,
  'devices are added and removed': walkFleet,
  'a device and its windows': walkDevice,
  'completed runs': walkFinished,
  'runs on their way': walkTracking,
  'planning and launch': walkPlanning,
  reports: walkReports,
  'the user management': walkAdministration,
} as const;

test.beforeEach(({ expectedErrors }) => {
  test.slow();
  // Of the screen for a link that has expired.
  expectedErrors.push(REFUSED_CALL);
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

for (const [what, walk] of Object.entries(WALKS)) {
  test(`nothing is ugly or hard to use in either theme: ${what}`, async ({ page, site }) => {
    await walk(page, site, lookAtDesk(page));
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const [what, walk] of Object.entries(WALKS)) {
    test(`nothing is too wide or too small for a finger: ${what}`, async ({ page, site }) => {
      await walk(page, site, lookOnPhone(page));
    });
  }
});
