import type { Locator, Page } from '@playwright/test';
import type { PigRunText } from '../../packages/contract/src/runs/pig-run.ts';
import { addManualPassage } from '../../packages/domain/src/run/changes/changes.ts';
import { writeRun } from '../../packages/contract/src/runs/write-run.ts';
import { formatUtcSecond } from '../../packages/domain/src/time/utc.ts';
import { expectAccessible } from '../accessible.ts';
import { minutesAgo, placeAt } from '../run-site.ts';
import type { Site } from '../site.ts';
import { expect, test } from '../test.ts';
import { runCard } from '../tracking-screen.ts';

// Warnings of console and mail about a pig that no AGM detects.

test.use({ drawsMap: false });

const ADMIN = 'admin@demo.waymark';
const HOURS_14 = 14 * 60;
const MARKERS = [
  { name: 'M1', atM: 5000, autoVerify: false },
  { name: 'M2', atM: 9000, autoVerify: false },
  { name: 'M3', atM: 13_000, autoVerify: false },
];

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

/** An AGM at each of the named markers, linked. */
async function launch(site: Site, firstUid: number, minutes: number, watched: readonly string[] = ['M1', 'M2', 'M3']) {
  const agms = MARKERS.flatMap(({ name, atM }, at) => (watched.includes(name) ? [{ uid: firstUid + at, atM }] : []));
  for (const { uid, atM } of agms) await site.registerDevice({ uid, ...placeAt(atM) });
  const rules = [
    await site.ruleFor('admin', {
      medium: 'email',
      launch: false,
      alerts: ['marker-missed', 'pig-late', 'pig-stopped'],
    }),
  ];
  const { runId, pig } = await site.launchRun({
    pathName: 'Stuck line',
    markers: MARKERS,
    agms: agms.map(({ uid }) => uid),
    rules,
    launchAt: minutesAgo(minutes),
  });
  const isLinked = (count: number) => count === agms.length;
  await site.untilRun(runId, ({ path }) =>
    isLinked(path.markers.filter((each) => each.autoLinkedUids.length > 0).length),
  );
  return { runId, pig };
}

async function correctLaunch(site: Site, runId: number, minutes: number): Promise<void> {
  const text = await site.callAs<PigRunText>(ADMIN, 'GET', `/pigrun/${runId}`);
  await site.callAs(ADMIN, 'POST', '/pigrun/add/', { ...text, launchTime: formatUtcSecond(minutesAgo(minutes)) });
}

async function passByHand(site: Site, runId: number, marker: string, minutes: number): Promise<void> {
  const next = addManualPassage(await site.readRun(runId), marker, minutesAgo(minutes), Date.now());
  if (!next.ok) throw new Error(next.failure.code);
  await site.callAs(ADMIN, 'POST', '/pigrun/add/', writeRun(next.value, Date.now()));
}

const alarmOf = (card: Locator) => card.getByRole('status');

async function expectStopped(page: Page, card: Locator): Promise<void> {
  await expect(alarmOf(card)).toHaveText(/^StoppedOverdue 13:0\d at M1$/);
  await expect(card).toContainText('Nothing heard since launch (14 h 00 min ago)');
  await expect(card).toContainText('0.0 to 5.6 of 12.4 mi');
  await expect(card).not.toContainText(/\bnow\b|n\/a/);
  await expectAccessible(page);
}

test('[W-103, W-104, W-105] a pig without passages is on time, then stopped, on the card and in one mail', async ({
  site,
  openConsole,
}) => {
  const { runId, pig } = await launch(site, 394_001, 20);
  const page = await openConsole('admin');
  const card = runCard(page, runId, pig);
  await expect(card).toContainText('Nothing heard since launch (20 min ago)');
  await expect(alarmOf(card)).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Zoom to stretch' })).toHaveCount(0);

  const mailsBefore = site.mail.received.length;
  await correctLaunch(site, runId, HOURS_14);
  await expectStopped(page, card);
  await expect(card.getByRole('button', { name: 'Zoom to stretch' })).toBeVisible();

  await site.mail.untilReceived(mailsBefore + 1);
  const mails = site.mail.received.slice(mailsBefore).map(({ raw }) => raw.replaceAll('=\r\n', ''));
  expect(mails.map((raw) => /^subject: (.*)$/im.exec(raw)?.[1]?.trim())).toEqual(['PIG-1: Pig stopped (Stuck line)']);
  expect(mails[0]).toContain('overdue by 12:');
  expect(mails[0]).toContain('Nothing was heard at M1 either.');
  expect(mails[0]).toContain('Search from Launch at 0.00 mi');

  await card.getByRole('button', { name: /^Timeline of PIG-1, 0.0 to 5.6/ }).click();
  const timeline = page.getByRole('dialog', { name: pig });
  await expect(timeline.getByRole('img', { name: /^M1, overdue: nothing heard, expected here/ })).toBeVisible();
  await expect(timeline.getByRole('list', { name: 'Legend' })).toContainText('stretch to search');
  await expect(timeline.getByRole('table', { name: 'Next markers' })).toContainText(/M1overdue 13:0\d––/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[W-105] a run without any passage is on time, then stopped on a phone, with the stretch to search', async ({
    site,
    openConsole,
  }) => {
    const { runId, pig } = await launch(site, 394_011, 20);
    const page = await openConsole('admin');
    const card = runCard(page, runId, pig);
    await expect(card).toContainText('Nothing heard since launch (20 min ago)');
    await expect(alarmOf(card)).toHaveCount(0);
    await correctLaunch(site, runId, HOURS_14);
    await expectStopped(page, card);
  });

  test('[W-105] a pig that sticks after its first marker is last heard there, then stopped on a phone', async ({
    site,
    openConsole,
  }) => {
    const { runId, pig } = await launch(site, 394_031, HOURS_14);
    await passByHand(site, runId, 'M1', HOURS_14 - 60);
    const page = await openConsole('admin');
    const card = runCard(page, runId, pig);
    await expect(card).toContainText(/Last heard M1, .*\(13 h 00 min ago\)/);
    await expect(alarmOf(card)).toHaveText(/^StoppedOverdue 12:\d\d at M2$/);
    await expect(card).not.toContainText(/\bnow\b|n\/a/);
  });
});

test('[W-101, W-105] a missed marker is named, and one without an AGM is unwatched', async ({ site, openConsole }) => {
  const { runId, pig } = await launch(site, 394_021, 150, ['M1', 'M3']);
  await passByHand(site, runId, 'M3', 5);
  const page = await openConsole('admin');
  const card = runCard(page, runId, pig);
  await expect(card).toContainText(/Last heard M3, (\d\d-\d\d )?\d\d:\d\d:\d\d UTC \(5 min ago\)Missed M1/);
  await expect(alarmOf(card)).toHaveCount(0);
  await card.getByRole('button', { name: /^Timeline of/ }).click();
  const timeline = page.getByRole('dialog', { name: pig });
  await expect(timeline.getByRole('img', { name: /^M1, Missed Passage/ })).toBeVisible();
  await expect(timeline.getByRole('img', { name: /^M2, unwatched: no AGM stands here/ })).toBeVisible();
  await expect(timeline).toContainText('M2 (no AGM)');
});
