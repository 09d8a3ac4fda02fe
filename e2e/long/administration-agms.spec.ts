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
  success,
} from '../administration-screen.ts';
import { row, rows } from '../device-screen.ts';
import { expect, REFUSED_CALL, test } from '../test.ts';

// The AGMs of a company: one by one, their credentials, from a file, and from one company to another.

test.use({ drawsMap: false, contextOptions: { reducedMotion: 'reduce' } });
test.afterEach(({ site }) => site.removeDevices());

const agmRow = (page: Parameters<typeof agms>[0], uid: number) => agms(page).filter({ hasText: String(uid) });

test('[G-044, G-045, G-046] the form names a wrong uid, one that exists and in which group, and wrong degrees', async ({
  page,
  site,
}) => {
  const group = await addGroup(site, 'Taken Lines');
  await site.registerDevice({ uid: 361_101, company: 'Taken Lines' });
  await openUsers(page);
  await chooseGroup(page, 'Demo Pipelines');
  await openTab(page, 'AGMs');
  await press(chosen(page), 'Add AGM');
  const form = dialog(page, 'Add AGM');
  for (const uid of ['', 'AGM-1', '123456789012345']) {
    await form.getByLabel('UID').fill(uid);
    await press(form, 'Add AGM');
    await expect(form.getByText('Invalid UID')).toBeVisible();
  }
  await form.getByLabel('UID').fill('361101');
  await form.getByLabel('Latitude').fill('north');
  await form.getByLabel('Longitude').fill('-181');
  await press(form, 'Add AGM');
  await expect(form.getByText(`UID exists in Group Number: ${group}`)).toBeVisible();
  await expect(form.getByText('Invalid latitude')).toBeVisible();
  await expect(form.getByText('Invalid longitude')).toBeVisible();
  await form.getByLabel('UID').fill('361102');
  await form.getByLabel('Latitude').fill('36.5');
  await form.getByLabel('Longitude').fill('-96.25');
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/admin/apexagm/add'));
  await press(form, 'Add AGM');
  expect((await asked).postDataJSON()).toMatchObject({ uid: 361_102, lat: 36.5, lon: -96.25 });
  await press(dialog(page, 'Device credential'), 'I have copied it');
});

test('[G-023, G-037, G-061] an AGM shows its IMEI, is changed, and is deleted after Confirm', async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await site.registerDevice({ uid: 361_201, imei: '300234010753371' });
  await site.registerDevice({ uid: 361_202 });
  await openUsers(page);
  await chooseGroup(page, 'Demo Pipelines');
  await openTab(page, 'AGMs');
  await agmRow(page, 361_202).click();
  await expect(dialog(page, 'AGM').getByRole('term')).toHaveText(['UID', 'Group', 'Position', 'Credential']);
  await press(dialog(page, 'AGM'), 'Edit');
  const form = dialog(page, 'Edit AGM');
  await form.getByLabel('IMEI').fill('300234010753371');
  await press(form, 'Save');
  await expect(form.getByRole('alert')).toContainText('Another device has this IMEI.');
  await form.getByLabel('IMEI').fill('300234010753372');
  await form.getByLabel('Latitude').fill('36.2');
  await form.getByLabel('Longitude').fill('-96.1');
  await press(form, 'Save');
  await expect(success(page)).toBeVisible();
  await agmRow(page, 361_202).click();
  await expect(dialog(page, 'AGM')).toContainText('300234010753372');
  await expect(dialog(page, 'AGM')).toContainText('36.2, -96.1');
  await press(dialog(page, 'AGM'), 'Delete');
  await press(dialog(page, 'Delete AGM 361202?'), 'Confirm');
  await expect(agms(page)).toHaveCount(1);
  await expect(agms(page)).toContainText('361201');
});

test('an AGM that moves to another company starts anew there, with a new credential', async ({
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

test('a file with a formula, a double and a uid that exists imports nothing and says which lines', async ({
  page,
  site,
}) => {
  await site.registerDevice({ uid: 361_501 });
  await openUsers(page);
  await chooseGroup(page, 'Demo Pipelines');
  await openTab(page, 'AGMs');
  await press(chosen(page), 'Import');
  const form = dialog(page, 'Import AGMs');
  await expect(form.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  const text =
    'UID;Lat;Lon\r\n361502;36,1;-96,2\r\n361502;36,1;-96,2\r\n361503;=HYPERLINK("http://evil.example");0\r\n361501;;\r\n';
  await form.getByLabel('CSV file').setInputFiles(toFile('line 7.csv', text));
  await expect(form.getByText('line 7.csv')).toBeVisible();
  const problems = form.getByRole('table', { name: 'Problems' }).locator('tbody').getByRole('row');
  await expect(problems).toHaveText([/^3.*same UID.*line 2/, /^4.*formula/, /^5UID exists in Group Number: \d+$/]);
  await expect(form.getByText('3 problems. Nothing was imported.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(agms(page)).toHaveCount(1);
});

test('a file is dropped, seen and imported; its credentials are downloaded once, and open the way', async ({
  page,
  site,
}) => {
  await addGroup(site, 'File Lines');
  await openUsers(page);
  await chooseGroup(page, 'File Lines');
  await openTab(page, 'AGMs');
  await press(chosen(page), 'Import');
  const form = dialog(page, 'Import AGMs');
  const data = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    dropped.items.add(
      new File(['uid,lat,lon,imei\n361601,36.1,-96.2,300234010753379\n361602,,,\n'], 'agms.csv', { type: 'text/csv' }),
    );
    return dropped;
  });
  await form.getByRole('group', { name: 'File' }).dispatchEvent('drop', { dataTransfer: data });
  const preview = form.getByRole('table', { name: 'AGMs to be added' }).locator('tbody').getByRole('row');
  await expect(preview).toHaveText(['236160136.1-96.2300234010753379', '3361602–––']);
  await press(form, 'Import 2 AGMs');
  const credentials = dialog(page, 'Device credentials');
  await expect(credentials.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(2);
  await press(credentials, 'Done');
  await press(dialog(page, 'Close without the credentials?'), 'Cancel');
  const download = page.waitForEvent('download');
  await press(credentials, 'Download credentials');
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('agm-credentials.csv');
  const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('uid,clientId,username,password,messageKey');
  const [uid, , , password = ''] = (lines[1] ?? '').split(',').map((cell) => cell.slice(1, -1));
  expect(uid).toBe('361601');
  await press(credentials, 'Done');
  await expect(credentials).toBeHidden();
  await expect(agms(page)).toHaveCount(2);
  await site.createDevice(361_601, password).connect();
});

test('5,000 AGMs come from one file and stay easy to look through', async ({ page, site }) => {
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
  expect((await readFile(await (await download).path(), 'utf8')).split('\r\n')).toHaveLength(5002);
  await press(credentials, 'Done');
  await expect(chosen(page)).toContainText('5,000 AGMs');
  await expect(agms(page)).toHaveCount(50);
  await page.getByRole('searchbox', { name: 'Find a UID or IMEI' }).fill('3704321');
  await expect(agms(page)).toHaveText([/^3704321/]);
  await site.query('delete from devices where uid between 3700001 and 3705000', []);
});
