import { row, rows, table } from './device-screen.ts';
import { expect, openAs, REFUSED_CALL, signIn, test } from './test.ts';

// Visibility of devices per company, and adding and removing them.

test.use({ drawsMap: false });
test.afterEach(({ site }) => site.removeDevices());

test('a company sees its own devices and none of another one, loaded or live', async ({ page, site }) => {
  const other = { email: 'admin@other.example' };
  await site.addCompany('Other Pipelines', other.email);
  const foreign = await site.addDevice(320_101, { lat: 36.1, lon: -96.2 });
  await foreign.connect();
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(payload.toString('latin1'))));
  await signIn(page, other);
  await expect(table(page)).toContainText('No devices found');
  await foreign.heartbeat({ t: Date.now() + 2000 });
  await foreign.passage();
  await foreign.connect();
  const own = await site.addDevice(320_102, { company: 'Other Pipelines', lat: 36.2, lon: -96.2 });
  await own.connect();
  await expect(rows(page)).toHaveText([/^320102Online/]);
  await own.passage();
  await expect.poll(() => heard.filter((frame) => frame.includes('ReceivePassage'))).not.toEqual([]);
  await expect(rows(page)).toHaveCount(1);
  const ofDevices = heard.filter((frame) => /Receive(Heartbeat|Passage|Connection)/.test(frame));
  // A frame may hold several events.
  expect(ofDevices.filter((frame) => hasUid(frame, 320_101) || !hasUid(frame, 320_102))).toEqual([]);
});

/** Events are MessagePack: a uid of this size takes five bytes, the first of them ce. */
function hasUid(frame: string, uid: number): boolean {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(uid);
  return Buffer.from(frame, 'latin1').includes(Buffer.concat([Buffer.from([0xce]), bytes]));
}

test('[D-047, D-048, D-049, L-034, L-035] a superadmin adds a device and removes it; its company sees both', async ({
  page,
  site,
  openConsole,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  const admin = await openConsole('admin');
  await expect(table(admin).getByRole('button', { name: 'Add Device' })).toHaveCount(0);
  await openAs(page, 'superadmin');
  await table(page).getByRole('button', { name: 'Add Device' }).click();
  const form = page.getByRole('dialog', { name: 'Add Device' });
  const submit = form.getByRole('button', { name: 'Add Device' });
  await form.getByLabel('Device UID').fill('12x');
  await submit.click();
  await expect(form.getByText('Invalid UID')).toBeVisible();
  await form.getByLabel('Device UID').fill('320001');
  await form.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Demo Pipelines' }).click();
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/admin/apexagm/add'),
  );
  await submit.click();
  expect((await asked).postDataJSON()).toMatchObject({ uid: 320_001, lat: 0, lon: 0 });

  const credential = page.getByRole('dialog', { name: 'Device credential' });
  await expect(credential.getByLabel('Client id', { exact: true })).toHaveValue('agm-320001');
  const password = await credential.getByLabel('Password', { exact: true }).inputValue();
  await credential.getByRole('button', { name: 'I have copied it' }).click();
  await expect(credential).toBeHidden();
  await expect(row(admin, 320_001)).toContainText('Offline');
  await site.createDevice(320_001, password).connect();
  await expect(row(page, 320_001)).toContainText('Online');
  await expect(row(admin, 320_001)).toContainText('Online');

  await table(page).getByRole('button', { name: 'Add Device' }).click();
  await form.getByLabel('Device UID').fill('320001');
  await form.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Demo Pipelines' }).click();
  await submit.click();
  await expect(form.getByText(/^UID exists in Group Number: \d+/)).toBeVisible();
  await expect(form.getByLabel('Device UID')).toHaveValue('320001');
  await form.getByRole('button', { name: 'Cancel' }).click();

  await table(page).getByRole('button', { name: 'Remove Device' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Device', exact: true });
  await removal.getByLabel('Device UID').fill('320001');
  await removal.getByRole('button', { name: 'Remove Device' }).click();
  await page.getByRole('dialog', { name: 'Remove device 320001?' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(row(page, 320_001)).toHaveCount(0);
  await expect(row(admin, 320_001)).toHaveCount(0);
});
