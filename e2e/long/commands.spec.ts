import type { Locator, Page } from '@playwright/test';
import { describeSettings, FACTORY_SETTINGS } from '../../apps/simulator/src/device/settings.ts';
import { find, openPanel, panel } from '../device-screen.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, REFUSED_CALL, test } from '../test.ts';

// The forms for cellular devices. What becomes of a queued command is told in commands-queue.spec.ts.

test.use({ drawsMap: false });

const openConsole = shareConsoles();

const commandsWindow = (page: Page) => page.getByRole('dialog', { name: /^Queue Commands/ });
const section = (page: Page, title: string) => commandsWindow(page).getByRole('region', { name: title, exact: true });
const send = (form: Locator) => form.getByRole('button', { name: 'Send' });
const queue = (page: Page) => section(page, 'Queued Commands').locator('tbody').getByRole('row');

/** Says which firmware it has and goes again, so that what is queued stays where it is. */
async function addOfflineDevice(site: Site, uid: number, firmware: string): Promise<void> {
  const device = await site.addDevice(uid, { firmware });
  await device.connect();
  await device.close();
}

/** The forms follow what the console knows at that moment: `known` must be there first. */
async function openWindow(page: Page, uid: number, known: string): Promise<void> {
  await find(page, uid);
  if (!(await panel(page).isVisible())) await openPanel(page);
  await expect(panel(page)).toContainText(known);
  await panel(page).getByRole('button', { name: 'Commands' }).click();
  await expect(commandsWindow(page)).toBeVisible();
}

async function openSection(page: Page, title: string): Promise<Locator> {
  const opened = section(page, title);
  await opened.getByRole('button', { name: title, exact: true }).click();
  return opened;
}

async function choose(place: Locator, field: string, option: string): Promise<void> {
  await place.getByRole('combobox', { name: field }).click();
  await place.page().getByRole('option', { name: option, exact: true }).click();
}

/** The choices of a segmented field are radios under their words. */
const choice = (place: Locator, words: string) => place.getByText(words, { exact: true });
const radio = (place: Locator, words: string) => place.getByRole('radio', { name: words, exact: true });

async function listOptions(place: Locator, field: string): Promise<string[]> {
  await place.getByRole('combobox', { name: field }).click();
  const options = place.page().getByRole('option');
  await expect(options.first()).toBeVisible();
  const words = await options.allTextContents();
  await place.page().keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  return words;
}

async function listTitles(page: Page): Promise<string[]> {
  return commandsWindow(page).getByRole('heading', { level: 3 }).getByRole('button').allTextContents();
}

const LEGACY = [
  'Record Mode',
  'Device Info',
  'Request Settings',
  'Detection Count Reset',
  'Geophone Gain',
  'Antenna Detector',
];

test.afterEach(async ({ site }) => site.removeDevices());

test('[C-015] the forms open with what the device said last, and keep what is typed meanwhile', async ({ site }) => {
  const device = await site.addDevice(340_001, {
    firmware: '2.6',
    settings: {
      powerMode: 0,
      recordMode: 1,
      geoMode: 3,
      frequencies: [0, 25, 12, 22],
      sensitivities: [4, 6, 4, 4],
      enables: [1, 1, 1, 0],
    },
  });
  await device.connect();
  const page = await openConsole('admin');
  await openWindow(page, 340_001, '25 Hz');
  const detectors = await openSection(page, 'Detectors');
  const hz = (number: number) => detectors.getByRole('textbox', { name: `Detector ${number} frequency` });
  const sensitivity = (number: number) => detectors.getByRole('radiogroup', { name: `Detector ${number} sensitivity` });
  const lastKnown = async () => {
    await expect(hz(1)).toHaveValue('25');
    await expect(hz(2)).toHaveValue('12');
    await expect(radio(sensitivity(1), 'UH')).toBeChecked();
    await expect(detectors.getByRole('checkbox', { name: 'Detector 2' })).toBeChecked();
    await expect(detectors.getByRole('checkbox', { name: 'Detector 3' })).not.toBeChecked();
  };
  await lastKnown();
  await expect(radio(await openSection(page, 'Record Mode'), 'On')).toBeChecked();
  await expect(radio(await openSection(page, 'Geophone Gain'), 'Very High')).toBeChecked();
  const power = await openSection(page, 'Power Mode');
  await expect(radio(power, 'Active')).toBeChecked();
  await expect(power.getByRole('combobox')).toHaveCount(0);

  await hz(1).fill('18');
  await choice(sensitivity(1), 'VL').click();
  await device.heartbeat({ battery: 9100 });
  const changed = describeSettings(
    { ...FACTORY_SETTINGS, frequencies: [0, 30, 12, 22], sensitivities: [4, 0, 4, 4] },
    false,
    false,
  );
  await device.say({ name: 'settings', body: { t: Date.now(), id: null, ...changed } });
  await expect(panel(page).getByRole('row', { name: /^1\b/ })).toContainText('30 Hz');
  await expect(hz(1)).toHaveValue('18');
  await expect(radio(sensitivity(1), 'VL')).toBeChecked();
  await commandsWindow(page).getByRole('button', { name: 'Close' }).click();
  await openWindow(page, 340_001, '30 Hz');
  await openSection(page, 'Detectors');
  await expect(hz(1)).toHaveValue('30');
  await expect(radio(sensitivity(1), 'UL')).toBeChecked();
});

test('[C-021] [C-023] [C-029] [C-030] [C-031] what is offered follows the firmware', async ({ site }) => {
  const firmwares = { 340_023: '2.3', 340_025: '2.5', 340_105: '10.50', 340_171: '10.71' };
  for (const [uid, firmware] of Object.entries(firmwares)) await addOfflineDevice(site, Number(uid), firmware);
  const page = await openConsole('admin');
  const reopen = async (uid: keyof typeof firmwares) => {
    if (await commandsWindow(page).isVisible())
      await commandsWindow(page).getByRole('button', { name: 'Close' }).click();
    await openWindow(page, uid, `firmware ${firmwares[uid]}`);
  };

  await reopen(340_023);
  expect(await listTitles(page)).not.toContain('Geophone Gain');
  const shutdown = await openSection(page, 'Shutdown AGM');
  const refusal = 'The firmware of the device is too old for this command.';
  await expect(shutdown.getByRole('button', { name: 'Shut down' })).toBeDisabled();
  await expect(shutdown.getByText(refusal)).toBeVisible();
  await expect(shutdown.getByRole('button', { name: 'Shut down' })).toHaveAttribute('title', refusal);
  const early = await openSection(page, 'Download within Time Range');
  await expect(early.getByRole('textbox', { name: 'Start (UTC)' })).toBeDisabled();

  await reopen(340_025);
  expect(await listTitles(page)).toEqual(expect.arrayContaining(LEGACY));
  await expect((await openSection(page, 'Shutdown AGM')).getByRole('button', { name: 'Shut down' })).toBeEnabled();
  expect(await listOptions(await openSection(page, 'Disk Commands'), 'Disk command')).toHaveLength(8);
  expect(await listOptions(await openSection(page, 'Download within Time Range'), 'Files')).toContain(
    'RAW - 5 Mins Max',
  );
  const detectors = await openSection(page, 'Detectors');
  await expect(detectors.getByRole('checkbox', { name: 'Detector 0' })).toBeVisible();
  await expect(detectors.getByRole('checkbox', { name: 'High-speed pulse' })).toHaveCount(0);

  await reopen(340_105);
  for (const title of LEGACY) expect(await listTitles(page)).not.toContain(title);
  expect(await listOptions(await openSection(page, 'Disk Commands'), 'Disk command')).toEqual(['Format SD card']);
  expect(await listOptions(await openSection(page, 'Download within Time Range'), 'Files')).not.toContain('Raw');
  await expect(radio(await openSection(page, 'Power Mode'), 'Turn Cellular OFF')).toHaveCount(1);
  await expect(
    (await openSection(page, 'Detectors')).getByRole('checkbox', { name: 'High-speed pulse' }),
  ).toBeVisible();

  await reopen(340_171);
  expect(await listOptions(await openSection(page, 'Download within Time Range'), 'Files')).toContain('Raw');
});

test('[C-083] [C-084] [C-085] [C-088] [C-089] a form that is not complete or in range cannot be sent', async ({
  site,
}) => {
  await site.registerDevice({ uid: 340_301 });
  const page = await openConsole('admin');
  await openWindow(page, 340_301, 'Offline');
  const power = await openSection(page, 'Power Mode');
  await expect(send(power)).toBeDisabled();
  await choice(power, 'Hibernate').click();
  await expect(power.getByRole('combobox', { name: 'Connection schedule' })).toHaveValue('Every 30 minutes');
  await expect(send(power)).toBeEnabled();
  await choice(power, 'Active').click();
  await expect(power.getByRole('combobox')).toHaveCount(0);

  const detectors = await openSection(page, 'Detectors');
  const hz = (number: number) => detectors.getByRole('textbox', { name: `Detector ${number} frequency` });
  await expect(hz(0)).toBeDisabled();
  await expect(hz(0)).toHaveValue('0');
  await expect(detectors.getByText('always 0')).toBeVisible();
  await expect(hz(1)).toHaveValue('22');
  await expect(hz(2)).toBeDisabled();
  await hz(1).fill('34');
  await expect(detectors.getByRole('alert')).toHaveText('10-30Hz');
  await expect(send(detectors)).toBeDisabled();
  await hz(1).fill('30');
  await expect(send(detectors)).toBeEnabled();
  await detectors.getByRole('checkbox', { name: 'Detector 2' }).check();
  await hz(2).fill('9');
  await detectors.getByRole('checkbox', { name: 'Detector 2' }).uncheck();
  await expect(hz(2)).toBeDisabled();
  await expect(send(detectors)).toBeDisabled();
  await detectors.getByRole('button', { name: 'Reset' }).click();
  await expect(hz(2)).toHaveValue('22');
  await expect(send(detectors)).toBeEnabled();

  const record = await openSection(page, 'Record Mode');
  await expect(send(record)).toBeDisabled();
  await choice(record, 'Download').click();
  await expect(send(record)).toBeEnabled();
});

test('[C-108] what is sent is queued; what cannot be taken back is asked for first', async ({ site }) => {
  await addOfflineDevice(site, 340_401, '10.71');
  const page = await openConsole('admin');
  await openWindow(page, 340_401, 'firmware 10.71');
  const power = await openSection(page, 'Power Mode');
  await choice(power, 'Low Power').click();
  await choose(power, 'Connection schedule', 'Every 4 hours');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/commands/queue'),
  );
  await send(power).click();
  expect((await asked).postDataJSON()).toMatchObject({
    uid: 340_401,
    commandType: 'PowerMode',
    timeStampSent: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    parameters: { powerMode: 2, connectSchedule: 3 },
  });
  await expect(page.getByRole('status').filter({ hasText: 'Queued command' })).toBeVisible();
  await expect(queue(page)).toHaveCount(1);
  await expect(queue(page)).toContainText('Low Power, every 4 hours');

  const shutdown = await openSection(page, 'Shutdown AGM');
  const question = page.getByRole('dialog', { name: 'Shut down AGM 340401?' });
  await shutdown.getByRole('button', { name: 'Shut down' }).click();
  await expect(question).toContainText('Nobody can switch it on again from here');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(queue(page)).toHaveCount(1);
  await shutdown.getByRole('button', { name: 'Shut down' }).click();
  await question.getByRole('button', { name: 'Shut down' }).click();
  await expect(queue(page)).toHaveCount(2);
  await expect(queue(page).nth(1)).toContainText('Shutdown AGM');
});

test('[C-109] what belongs together is queued together', async ({ site }) => {
  await addOfflineDevice(site, 340_402, '9.9');
  const page = await openConsole('admin');
  await openWindow(page, 340_402, 'firmware 9.9');
  const request = await openSection(page, 'Request Settings');
  await request.getByRole('button', { name: 'With device info' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Queued commands' })).toBeVisible();
  await expect(queue(page)).toHaveText([/Request Settings/, /Device Info/]);
});

test('[C-090] [C-091] a device that streams over Bluetooth cannot be asked to stream', async ({ site }) => {
  const device = await site.addDevice(340_501, { firmware: '10.71' });
  await device.connect();
  const page = await openConsole('admin');
  await openWindow(page, 340_501, 'firmware 10.71');
  let stream = await openSection(page, 'Stream Enable');
  await choice(stream, 'On').click();
  await expect(send(stream)).toBeEnabled();
  await commandsWindow(page).getByRole('button', { name: 'Close' }).click();

  await device.say({ name: 'status', body: { online: 1, via: 'bt', fw: '10.71', t: Date.now() } });
  await openWindow(page, 340_501, 'Bluetooth');
  stream = await openSection(page, 'Stream Enable');
  await expect(stream.getByText('Unavailable in blutooth streaming')).toBeVisible();
  await expect(send(stream)).toBeDisabled();
  await expect(radio(stream, 'On')).toBeDisabled();
});

test('[C-092] [C-093] below firmware 10 a time range that is none is not sent', async ({ site }) => {
  await addOfflineDevice(site, 340_601, '2.5');
  const page = await openConsole('admin');
  await openWindow(page, 340_601, 'firmware 2.5');
  const download = await openSection(page, 'Download within Time Range');
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await send(download).click();
  await expect(download.getByRole('alert')).toHaveText(
    'A valid start and end date, with the start before the end, is required.',
  );
  expect(calls.filter((url) => url.includes('/api/commands'))).toEqual([]);
  await choose(download, 'Files', 'RAW - 5 Mins Max');
  await download.getByRole('textbox', { name: 'Start (UTC)' }).fill('2026-03-16 09:40:00');
  await download.getByRole('textbox', { name: 'End (UTC)' }).fill('2026-03-16 09:50:00');
  await expect(download.getByRole('alert')).toBeEmpty();
  await send(download).click();
  await expect(queue(page)).toContainText('Raw, 2026-03-16 09:40:00 to 2026-03-16 09:50:00');
  await download.getByRole('button', { name: 'Begin' }).click();
  await expect(queue(page)).toHaveCount(2);
});

test('[C-094] [C-095] [C-096] [C-097] [C-105] from firmware 10.71 raw files of two minutes are asked for', async ({
  site,
}) => {
  await addOfflineDevice(site, 340_701, '10.71');
  const page = await openConsole('admin');
  await openWindow(page, 340_701, 'firmware 10.71');
  const download = await openSection(page, 'Download within Time Range');
  const [start, end] = ['Start (UTC)', 'End (UTC)'].map((name) => download.getByRole('textbox', { name })) as [
    Locator,
    Locator,
  ];
  const problem = download.getByRole('alert');
  await choose(download, 'Files', 'Raw');
  await send(download).click();
  await expect(problem).toHaveText('The specified start date/time is not valid.');
  await start.fill('2026-03-16 09:40:00');
  await expect(problem).toHaveText('The specified end date/time is not valid.');
  await end.fill('2026-03-16 09:40:00');
  await expect(problem).toHaveText('The specified start date/time must be before the end date/time.');
  await end.fill('2026-03-16 09:42:01');
  await expect(problem).toHaveText('A raw data download request is limited to a two minute maximum interval.');
  await end.fill('2026-03-16 09:42:00');
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/pigrun/DownloadRecordedRawDataRequest'));
  await send(download).click();
  const body = { uid: 340_701, startDate: '2026-03-16 09:40:00', endDate: '2026-03-16 09:42:00' };
  expect((await asked).postDataJSON()).toEqual(body);
  await expect(queue(page)).toContainText('Raw, 2026-03-16 09:40:00 to 2026-03-16 09:42:00');
});

test('[C-106] [C-107] a raw download that is refused shows its log id', async ({ site, expectedErrors }) => {
  expectedErrors.push(REFUSED_CALL);
  await addOfflineDevice(site, 340_801, '10.71');
  const page = await openConsole('admin');
  await openWindow(page, 340_801, 'firmware 10.71');
  // Its firmware is set back while the window is open.
  await site.query('update device_states set firmware_version = 10.5 where uid = $1', [340_801]);
  const download = await openSection(page, 'Download within Time Range');
  await choose(download, 'Files', 'Raw');
  await download.getByRole('textbox', { name: 'Start (UTC)' }).fill('2026-03-16 09:40:00');
  await download.getByRole('textbox', { name: 'End (UTC)' }).fill('2026-03-16 09:41:00');
  await send(download).click();
  const refused = page.getByRole('dialog', { name: 'Queue Command Service Exception' });
  await expect(refused).toContainText(/A queue command service exception has occurred\. LogId = \[\d+\]/);
  await refused.getByRole('button', { name: 'OK' }).click();
  await expect(refused).toBeHidden();
  await expect(download.getByRole('textbox', { name: 'Start (UTC)' })).toHaveValue('2026-03-16 09:40:00');
});
