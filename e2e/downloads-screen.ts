import type { Locator, Page } from '@playwright/test';
import { formatUtcSecond } from '../packages/domain/src/time/utc.ts';
import { minutesAgo } from './run-site.ts';
import type { Site } from './site.ts';
import { chooseFromUserMenu, emailOf, expect } from './test.ts';

// The download manager and its sessions, as a user finds them.

export const ADMIN = emailOf('admin');
const TITLE = 'Download Recorded Passage Data';

export const button = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true });
/** On a phone it is a sheet. */
export const manager = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Download/Report Manager' })
    .or(page.getByRole('region', { name: 'Download/Report Manager' }));
export const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
export const session = (page: Page, id: number | RegExp = /\d+/) =>
  page.getByRole('dialog', {
    name: typeof id === 'number' ? `${TITLE}, Session ${id}` : new RegExp(`^${TITLE}, Session ${id.source}$`),
  });
export const files = (page: Page, of = 'All AGMs') => page.getByRole('dialog', { name: `Downloads, ${of}` });
export const rowsOf = (place: Locator) => place.locator('tbody').getByRole('row');
export const rowOf = (place: Locator, uid: number) => rowsOf(place).filter({ hasText: String(uid) });
export const summary = (page: Page) => session(page).getByRole('status');
export const startButton = (page: Page) => button(manager(page), 'Download Recorded Passage Data…');

/** A period from an hour ago until after this test. */
export const LAUNCH = formatUtcSecond(minutesAgo(60));
export const RECEIVE = formatUtcSecond(minutesAgo(-60));

export const startByCall = (site: Site, uidList: readonly number[]) =>
  site.callAs<number>(ADMIN, 'POST', '/pigrun/DownloadRecordedPassageDataRequest', {
    launchDate: LAUNCH,
    receiveDate: RECEIVE,
    uidList,
  });

export async function openManager(page: Page): Promise<void> {
  await chooseFromUserMenu(page, 'Download/Report Manager');
  await expect(manager(page)).toBeVisible();
}

export const byAgms = (page: Page) => manager(page).getByText('By Agm(s)', { exact: true }).click();

export async function typeDates(page: Page, from: string, to: string): Promise<void> {
  await manager(page).getByRole('textbox', { name: 'Start (UTC)' }).fill(from);
  await manager(page).getByRole('textbox', { name: 'End (UTC)' }).fill(to);
}

/** Selects all devices once the list shows exactly these. */
async function selectAgms(page: Page, uids: readonly number[]): Promise<void> {
  await button(manager(page), 'Select Agms').click();
  const agms = dialog(page, 'Select Agms');
  await expect(rowsOf(agms)).toHaveText(uids.map((uid) => new RegExp(String(uid))));
  await button(agms, 'All').click();
  await button(agms, 'Select').click();
  await expect(agms).toHaveCount(0);
}

/** The report parameters hold all devices and the time around now. */
export async function fillParameters(page: Page, uids: readonly number[]): Promise<void> {
  await openManager(page);
  await byAgms(page);
  await typeDates(page, LAUNCH, RECEIVE);
  await selectAgms(page, uids);
}

/**
 * Reports its firmware and disconnects, so that queued commands stay pending. Returns a function that reconnects it.
 */
export async function addAbsent(site: Site, uid: number, firmware = '10.80'): Promise<() => Promise<void>> {
  const { password } = await site.registerDevice({ uid });
  const appear = () => site.createDevice(uid, password, { firmware });
  const device = appear();
  await device.connect();
  await device.close();
  return () => appear().connect();
}

/** Reads each command of a download from the database: its steps, and the packets that have arrived. */
export const readQueue = (site: Site): Promise<readonly unknown[]> =>
  site.query(
    `select now() as read_at, to_jsonb(c) as command, to_jsonb(d) as download, to_jsonb(s) as device,
      (select jsonb_agg(to_jsonb(step) order by step.id) from command_steps step where step.command_id = c.id) as steps
      from commands c join downloads d on d.command_id = c.id left join device_states s on s.uid = c.uid order by c.id`,
    [],
  );
