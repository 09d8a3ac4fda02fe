import { lookAtDesk, lookInWindows, lookOnPhone, type Walk } from './look.ts';
import { walkAdministration } from './administration.ts';
import { walkDevice } from './device.ts';
import { walkEntry } from './entry.ts';
import { walkFinished } from './finished.ts';
import { walkFleet } from './fleet.ts';
import { walkOnCall } from './on-call.ts';
import { walkPlanning } from './planning.ts';
import { walkReports } from './reports.ts';
import { walkShift } from './shift.ts';
import { walkShell } from './shell.ts';
import { walkTracking } from './tracking.ts';
import { walkWebhooks } from './webhooks.ts';
import { REFUSED_CALL, test } from '../test.ts';

export const WALKS = {
  'the screens before the sign-in': walkEntry,
  'the menus, every panel and dialog of an admin': walkShell,
  'devices are added and removed': walkFleet,
  'a device and its windows': walkDevice,
  'completed runs': walkFinished,
  'runs on their way': walkTracking,
  'planning and launch': walkPlanning,
  reports: walkReports,
  'the user management': walkAdministration,
  'on call and escalation': walkOnCall,
  webhooks: walkWebhooks,
  'shift log and handover': walkShift,
} as const satisfies Readonly<Record<string, Walk>>;

type WalkName = keyof typeof WALKS;
type Where = 'desk' | 'small window' | 'phone';
type Choice = (name: WalkName, where: Where) => boolean;

/** 1440 × 900 at 200 % zoom, and a tablet. */
const SMALL_WINDOWS = [
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
] as const;

/** One journey per chosen walk: in both themes on a desktop, in small windows, and on a phone. */
export function addScreenJourneys(isChosen: Choice): void {
  test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });

  test.beforeEach(({ expectedErrors }) => {
    // The screen for an expired link causes a refused call.
    expectedErrors.push(REFUSED_CALL);
  });

  test.afterEach(async ({ site }) => {
    await site.endRuns();
    await site.removeDevices();
  });

  const names = Object.keys(WALKS) as WalkName[];
  for (const name of names.filter((each) => isChosen(each, 'desk'))) {
    test(`screens have no design errors in either theme: ${name}`, async ({ page, site }) => {
      await WALKS[name](page, site, lookAtDesk(page));
    });
  }

  test.describe('in small windows', () => {
    test.use({ viewport: SMALL_WINDOWS[0] });

    for (const name of names.filter((each) => isChosen(each, 'small window'))) {
      test(`[W-147] controls neither overlap nor leave the screen in small windows: ${name}`, async ({
        page,
        site,
      }) => {
        await WALKS[name](page, site, lookInWindows(page, SMALL_WINDOWS));
      });
    }
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    for (const name of names.filter((each) => isChosen(each, 'phone'))) {
      test(`screens fit a phone, and controls fit a finger: ${name}`, async ({ page, site }) => {
        await WALKS[name](page, site, lookOnPhone(page));
      });
    }
  });
}

/** The walks of every CI run; the long journeys run the others. */
export const isDaily: Choice = (name, where) => DAILY[where].includes(name);

const DAILY: Readonly<Record<Where, readonly WalkName[]>> = {
  desk: ['the screens before the sign-in', 'devices are added and removed', 'reports'],
  'small window': ['runs on their way'],
  phone: ['the screens before the sign-in', 'a device and its windows'],
};
