import { readFile } from 'node:fs/promises';
import {
  addGroup,
  agms,
  chooseGroup,
  chooseOption,
  chosen,
  dialog,
  openTab,
  openUsers,
  press,
} from '../administration-screen.ts';
import { row, rows } from '../device-screen.ts';
import { expect, test } from '../test.ts';

// The AGMs of a company: adding, credentials, import from a file, and moving to another company.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });
test.afterEach(({ site }) => site.removeDevices());

const agmRow = (page: Parameters<typeof agms>[0], uid: number) => agms(page).filter({ hasText: String(uid) });

test('an AGM that moves to another company starts there without history and with a new credential', async ({
  page,
  site,
  openConsole,
}) => {
  await site.addCompany('Second Lines', 'admin@second.example');
  const device = await site.addDevice(361_301);
  await device.connect();
  await device.heartbeat({ t: Date.now(), lat: 36.3, lon: -96.3 });
  const [old, next] = [await openConsole('admin'), await openConsole({ email: 'admin@second.example' })];
  await expect(row(old, 361_301)).toContainText('Online');
  await openUsers(page);
  await chooseGroup(page, 'Demo Pipelines');
  await openTab(page, 'AGMs');
  await agmRow(page, 361_301).click();
  await press(dialog(page, 'AGM'), 'Edit');
  const form = dialog(page, 'Edit AGM');
  await expect(form.getByLabel('Latitude')).toHaveValue('36.3');
  await chooseOption(form, 'Group', 'Second Lines');
  await expect(form.getByText(/its last values and its position are emptied.*It gets a new credential/)).toBeVisible();
  await expect(form.getByLabel('Latitude')).toHaveValue('');
  await press(form, 'Move AGM');
  const credential = dialog(page, 'Device credential');
  const password = await credential.getByLabel('Password', { exact: true }).inputValue();
  await press(credential, 'I have copied it');
  await expect(page.getByRole('tabpanel')).toContainText('No AGMs');
  await expect(rows(old)).toHaveCount(0);
  await expect(row(next, 361_301)).toContainText('Offline');
  await device.close();
  await site.createDevice(361_301, password).connect();
  await expect(row(next, 361_301)).toContainText('Online');
});

test('a revoked credential ends the connection, and an issued one opens it again', async ({
  page,
  site,
  openConsole,
}) => {
  const device = await site.addDevice(361_401);
  await device.connect();
  const admin = await openConsole('admin');
  await expect(row(admin, 361_401)).toContainText('Online');
  await openUsers(page);
  await chooseGroup(page, 'Demo Pipelines');
  await openTab(page, 'AGMs');
  await agmRow(page, 361_401).click();
  await press(dialog(page, 'AGM'), 'Revoke credential');
  await press(dialog(page, 'Revoke the credential of 361401?'), 'Confirm');
  await expect(agmRow(page, 361_401)).toContainText('None, cannot connect');
  await expect(row(admin, 361_401)).toContainText('Offline');
  await device.close();

  await agmRow(page, 361_401).click();
  await press(dialog(page, 'AGM'), 'Issue credential');
  await press(dialog(page, 'Issue a credential for 361401?'), 'Confirm');
  const credential = dialog(page, 'Device credential');
  const password = credential.getByLabel('Password', { exact: true });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(credential, 'Copy password');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await password.inputValue());
  await site.createDevice(361_401, await password.inputValue()).connect();
  await expect(row(admin, 361_401)).toContainText('Online');
  await press(credential, 'I have copied it');
  await expect(agmRow(page, 361_401)).toContainText('Issued');
  await expect(agmRow(page, 361_401)).toBeFocused();
});

const toFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('5,000 AGMs are imported from one file, and connect with the downloaded credentials', async ({ page, site }) => {
  await addGroup(site, 'Many Lines');
  await openUsers(page);
  await chooseGroup(page, 'Many Lines');
  await openTab(page, 'AGMs');
  await press(chosen(page), 'Import');
  const form = dialog(page, 'Import AGMs');
  const text = Array.from({ length: 5000 }, (_, index) => `${3_700_001 + index}`).join('\n');
  await form.getByLabel('CSV file').setInputFiles(toFile('many.csv', text));
  await expect(form.getByText('1–10 of 5,000')).toBeVisible();
  await press(form, 'Import 5,000 AGMs');
  const credentials = dialog(page, 'Device credentials');
  await expect(credentials).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await press(credentials, 'Download credentials');
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(5002);
  expect(lines[0]).toBe('uid,clientId,username,password,messageKey');
  const [uid, , , password = ''] = (lines[1] ?? '').split(',').map((cell) => cell.slice(1, -1));
  expect(uid).toBe('3700001');
  await press(credentials, 'Done');
  await expect(chosen(page)).toContainText('5,000 AGMs');
  await expect(agms(page)).toHaveCount(50);
  await page.getByRole('searchbox', { name: 'Find a UID or IMEI' }).fill('3704321');
  await expect(agms(page)).toHaveText([/^3704321/]);
  const device = site.createDevice(3_700_001, password);
  await device.connect();
  await device.close();
  await site.query('delete from devices where uid between 3700001 and 3705000', []);
});

test('[W-254, W-255] a reload while a credential is requested asks, and afterwards a new one is offered', async ({
  page,
  site,
}) => {
  const address = '**/api/admin/apexagm/add';
  await openUsers(page);
  await chooseGroup(page, 'Demo Pipelines');
  await openTab(page, 'AGMs');
  // The server issues the credential, and its answer never arrives.
  const sent = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await route.fetch();
    sent.resolve();
  });
  await press(page.getByRole('tabpanel'), 'Add AGM');
  await dialog(page, 'Add AGM').getByLabel('UID').fill('361501');
  await press(dialog(page, 'Add AGM'), 'Add AGM');
  await sent.promise;
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await page.unroute(address);
  const unseen = dialog(page, 'Credentials not seen');
  await expect(unseen).toContainText('361501');
  await press(unseen, 'Make a new one');
  const password = await dialog(page, 'Device credential').getByLabel('Password', { exact: true }).inputValue();
  await press(dialog(page, 'Device credential'), 'I have copied it');
  await site.createDevice(361_501, password).connect();
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  await expect(unseen).toHaveCount(0);
});
