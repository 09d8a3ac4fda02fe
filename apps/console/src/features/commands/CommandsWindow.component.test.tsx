import type { DeviceReply } from '@waymark/contract/devices/device';
import { exampleCommand, examplePast, type QueuedCommand } from '@waymark/contract/commands/queued-command';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { openDeviceWindow, useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { loadDevices, NEVER_HEARD } from '#/features/devices/testing/sample-devices.ts';
import { showDeviceWindows } from '#/features/devices/testing/show-device-windows.tsx';
import { makeRun, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { expectTexts } from '#/features/devices/testing/texts.ts';

const UID = 100_234;
const NONE = 'No commands have been queued, or they have already been accepted by the device';

const commands = page.getByRole('dialog', { name: /Queue Commands/ });
const section = (title: string) => commands.getByRole('region', { name: title, exact: true });
const titles = commands.getByRole('heading', { level: 3 }).getByRole('button');
const queue = section('Queued Commands')
  .getByRole('row')
  .filter({ has: page.getByRole('cell') });
const send = (form: Locator) => form.getByRole('button', { name: 'Send', exact: true });
const radio = (form: Locator, words: string) => form.getByRole('radio', { name: words, exact: true });
const choose = (form: Locator, words: string) => form.getByText(words, { exact: true }).click();

/** The commands pending on the server. */
let waiting: QueuedCommand[];

beforeEach(() => {
  waiting = [];
  putRuns();
  answer('GET /commands/:uid', () => waiting);
  answer('GET /commands/:uid/history', { rowsNumber: 0, commandList: [] });
});

function open(device: Partial<DeviceReply> = {}): void {
  loadDevices({ lastExpectedWakeupTime: null, ...device });
  showDeviceWindows();
  openDeviceWindow('commands', UID);
}

async function openSection(title: string): Promise<Locator> {
  const opened = section(title);
  await opened.getByRole('button', { name: title, exact: true }).click();
  return opened;
}

async function chooseOption(form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function expectOptions(form: Locator, field: string, options: readonly string[]): Promise<void> {
  await form.getByRole('combobox', { name: field }).click();
  await expectTexts(page.getByRole('option'), options);
  await userEvent.keyboard('{Escape}');
}

/** The server queues each command that it receives. */
function acceptCommands(): void {
  answer('POST /commands/queue', ({ body: { commandType, parameters, expiresAt } }) => {
    const command = {
      ...exampleCommand,
      commandId: 6000 + waiting.length,
      commandType: commandType as QueuedCommand['commandType'],
      parameters,
      expiresAt: typeof expiresAt === 'number' ? formatUtcSecond(expiresAt) : null,
    };
    waiting.push(command);
    return command;
  });
}

it("[C-015] CommandsWindow opens its forms with the last known settings and keeps the user's changes", async () => {
  const known = {
    firmwareVersion: 2.6,
    lastPowerMode: 0,
    lastGeoMode: 3,
    lastEnable2: 1,
    lastFrequency1Setting: 25,
  } as const;
  open({ ...known, lastSensitivity1: 6 });
  const detectors = await openSection('Detectors');
  const hz = detectors.getByRole('textbox', { name: 'Detector 1 frequency' });
  const sensitivity = detectors.getByRole('radiogroup', { name: 'Detector 1 sensitivity' });
  await expect.element(hz).toHaveValue('25');
  await expect.element(radio(sensitivity, 'UH')).toBeChecked();
  await expect.element(detectors.getByRole('checkbox', { name: 'Detector 2' })).toBeChecked();
  await expect.element(detectors.getByRole('checkbox', { name: 'Detector 3' })).not.toBeChecked();
  await expect.element(radio(await openSection('Record Mode'), 'On')).toBeChecked();
  await expect.element(radio(await openSection('Geophone Gain'), 'Very High')).toBeChecked();
  await expect.element(radio(await openSection('Power Mode'), 'Active')).toBeChecked();

  await hz.fill('18');
  loadDevices({ ...known, lastExpectedWakeupTime: null, lastFrequency1Setting: 30, lastEnable3: 1 });
  await expect.element(section('Detectors')).toMatchTextContent('4 of 4 enabled');
  await expect.element(hz).toHaveValue('18');
  await detectors.getByRole('button', { name: 'Reset' }).click();
  await expect.element(hz).toHaveValue('25');
});

it('[C-016, C-017, C-018, C-019, C-086] CommandsWindow fills in defaults for settings that the device has not reported', async () => {
  open({ ...NEVER_HEARD, lastSensitivity1: null });
  const detectors = await openSection('Detectors');
  await expect.element(detectors.getByRole('textbox', { name: 'Detector 1 frequency' })).toHaveValue('22');
  await expect.element(radio(detectors.getByRole('radiogroup', { name: 'Detector 1 sensitivity' }), 'H')).toBeChecked();
  for (const name of ['MAG', 'Detector 1'])
    await expect.element(detectors.getByRole('checkbox', { name })).toBeChecked();
  for (const number of [2, 3])
    await expect.element(detectors.getByRole('checkbox', { name: `Detector ${number}` })).not.toBeChecked();
});

it('[W-173] CommandsWindow says that unreported detectors show defaults', async () => {
  open({ ...NEVER_HEARD, lastSensitivity1: null });
  await expect.element(await openSection('Detectors')).toMatchTextContent('missing values are defaults');
});

it('[W-173] CommandsWindow has no note on detectors that the device has reported', async () => {
  const off = { lastEnable2: 0, lastEnable3: 0, lastSensitivity2: 3, lastSensitivity3: 3 } as const;
  open({ ...off, lastEnable0: 1, lastEnable1: 1, lastSensitivity0: 3, lastSensitivity1: 3, lastFrequency1Setting: 22 });
  const detectors = await openSection('Detectors');
  await expect.element(send(detectors)).toBeVisible();
  await expect.element(detectors.getByText(/missing values are defaults/)).not.toBeInTheDocument();
});

it('[C-020, C-021] CommandsWindow disables new commands for older firmware, with the reason', async () => {
  open({ firmwareVersion: 2.3 });
  const reason = 'The firmware of the device is too old for this command.';
  const shutdown = await openSection('Shutdown AGM');
  const button = shutdown.getByRole('button', { name: 'Shut down' });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAttribute('title', reason);
  await expect.element(button).toHaveAccessibleDescription(reason);
  const download = await openSection('Download within Time Range');
  await expect.element(download.getByRole('textbox', { name: 'Start (UTC)' })).toBeDisabled();
  await expect.element(section('Geophone Gain')).not.toBeInTheDocument();
});

it('[C-021, C-074, C-075, C-077, C-081] CommandsWindow offers firmware 2.5 the legacy commands', async () => {
  open({ firmwareVersion: 2.5 });
  await expectTexts(titles, [
    'Power Mode',
    'Record Mode',
    'Detectors',
    'Device Info',
    'Request Settings',
    'Detection Count Reset',
    'Device Restart',
    'Stream Enable',
    'Disk Commands',
    'Geophone Gain',
    'Shutdown AGM',
    'Antenna Detector',
    'Download within Time Range',
    'Queued Commands',
    'Command History',
  ]);
  const gains = await openSection('Geophone Gain');
  await expectTexts(gains.getByRole('radiogroup'), ['LowMediumHighVery High']);
  const disk = await openSection('Disk Commands');
  await disk.getByRole('combobox', { name: 'Disk command' }).click();
  await expect.element(page.getByRole('option')).toHaveLength(8);
  await expect.element(page.getByRole('option', { name: 'Format SD card' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const download = await openSection('Download within Time Range');
  await download.getByRole('combobox', { name: 'Files' }).click();
  await expect.element(page.getByRole('option', { name: 'RAW - 5 Mins Max' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element((await openSection('Detectors')).getByLabelText('High-speed pulse')).not.toBeInTheDocument();
});

it('[C-023, C-024, C-025, C-026, C-027] CommandsWindow leaves out the commands that firmware 10.50 no longer knows', async () => {
  open({ firmwareVersion: 10.5 });
  await expectTexts(titles, [
    'Power Mode',
    'Detectors',
    'Device Restart',
    'Stream Enable',
    'Disk Commands',
    'Shutdown AGM',
    'Download within Time Range',
    'Queued Commands',
    'Command History',
  ]);
});

it('[C-022, C-029, C-030, C-031, C-076] CommandsWindow offers choices by the firmware of the 10 family', async () => {
  open({ firmwareVersion: 10.5 });
  await expectOptions(await openSection('Disk Commands'), 'Disk command', ['Format SD card']);
  await expect.element(radio(await openSection('Power Mode'), 'Turn Cellular OFF')).toBeInTheDocument();
  await expect.element((await openSection('Detectors')).getByLabelText('High-speed pulse')).toBeVisible();
  const download = await openSection('Download within Time Range');
  await download.getByRole('combobox', { name: 'Files' }).click();
  await expect.element(page.getByRole('option').first()).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Raw' })).not.toBeInTheDocument();
});

it('[C-068, C-069, C-072, C-088] CommandsWindow cannot send a power mode before one is selected', async () => {
  open(NEVER_HEARD);
  const power = await openSection('Power Mode');
  await expect.element(send(power)).toBeDisabled();
  await choose(power, 'Hibernate');
  await expect.element(power.getByRole('combobox', { name: 'Connection schedule' })).toHaveValue('');
  await expect.element(send(power)).toBeEnabled();
  await power.getByRole('combobox', { name: 'Connection schedule' }).click();
  await expect.element(page.getByRole('option')).toHaveLength(8);
  await page.getByRole('option', { name: 'Every 24 hours' }).click();
  await choose(power, 'Active');
  await expect.element(power.getByRole('combobox')).not.toBeInTheDocument();
  await choose(power, 'Low Power');
  await expect.element(power.getByRole('combobox')).toHaveValue('Every 24 hours');
});

it('[C-070, C-089] CommandsWindow cannot send a record mode before one is selected', async () => {
  open({ ...NEVER_HEARD, firmwareVersion: 2.6 });
  const record = await openSection('Record Mode');
  await expectTexts(record.getByRole('radiogroup'), ['OffOnDownload']);
  await expect.element(send(record)).toBeDisabled();
  await choose(record, 'Download');
  await expect.element(send(record)).toBeEnabled();
});

it('[C-079, C-082, C-083, C-084, C-085] CommandsWindow blocks sending detectors while a frequency is out of range', async () => {
  open({ lastFrequency3Setting: 22 });
  const detectors = await openSection('Detectors');
  const hz = (number: number) => detectors.getByRole('textbox', { name: `Detector ${number} frequency` });
  await expectTexts(detectors.getByRole('radiogroup', { name: 'Detector 1 sensitivity' }), ['ULVLLMHVHUH']);
  await expect.element(detectors.getByRole('textbox', { name: 'MAG frequency' })).toBeDisabled();
  await expect.element(detectors.getByText('always 0')).toBeVisible();
  await expect.element(hz(2)).toBeDisabled();
  await hz(1).fill('34');
  await expect.element(detectors.getByRole('alert')).toMatchTextContent('10-30Hz');
  await expect.element(send(detectors)).toBeDisabled();
  await hz(1).fill('30');
  await expect.element(send(detectors)).toBeEnabled();
  await detectors.getByRole('checkbox', { name: 'Detector 2' }).click();
  await hz(2).fill('9');
  await detectors.getByRole('checkbox', { name: 'Detector 2' }).click();
  await expect.element(hz(2)).toBeDisabled();
  await expect.element(send(detectors)).toBeDisabled();
  await detectors.getByRole('button', { name: 'Reset' }).click();
  await expect.element(hz(2)).toHaveValue('22');
  await expect.element(send(detectors)).toBeEnabled();
});

it('[C-001, C-041, C-047, C-108] CommandsWindow queues a power mode and says so in a toast and in the queue', async () => {
  open();
  acceptCommands();
  await expect.element(section('Queued Commands')).toMatchTextContent(NONE);
  const power = await openSection('Power Mode');
  await choose(power, 'Low Power');
  await chooseOption(power, 'Connection schedule', 'Every 4 hours');
  await send(power).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Queued command' })).toBeVisible();
  expect(callsOf('POST /commands/queue')).toEqual([
    {
      body: expect.objectContaining({
        uid: UID,
        commandType: 'PowerMode',
        timeStampSent: expect.any(Number),
        parameters: { powerMode: 2, connectSchedule: 3 },
      }),
    },
  ]);
  await expectTexts(queue, [/^Power ModeLow Power, every 4 hoursQueued.*Dana Reyes/]);
  await expect.element(section('Queued Commands')).toMatchTextContent('1 waiting for the device');
});

it('[W-215] CommandsWindow sends a power mode alone while the schedule of the device is not known', async () => {
  open(NEVER_HEARD);
  acceptCommands();
  const power = await openSection('Power Mode');
  await choose(power, 'Low Power');
  await send(power).click();
  await expect
    .poll(() => callsOf('POST /commands/queue').map(({ body }) => body))
    .toEqual([expect.objectContaining({ parameters: { powerMode: 2 } })]);
});

it('CommandsWindow sends a command that expires after the time chosen', async () => {
  open();
  acceptCommands();
  await chooseOption(commands, 'Expires', '8 hours');
  const power = await openSection('Power Mode');
  await choose(power, 'Active');
  await send(power).click();
  await expectTexts(queue, [/Active.*Expires \d{4}-/]);
  const { expiresAt, timeStampSent } = callsOf('POST /commands/queue')[0]?.body ?? {};
  expect(Number(expiresAt) - Number(timeStampSent)).toBe(8 * 3_600_000);
});

it('[C-011, C-108] CommandsWindow asks before a shutdown and queues nothing on Cancel', async () => {
  open();
  acceptCommands();
  const shutdown = await openSection('Shutdown AGM');
  const question = page.getByRole('dialog', { name: 'Shut down AGM 100234?' });
  await shutdown.getByRole('button', { name: 'Shut down' }).click();
  await expect.element(question).toMatchTextContent('Nobody can switch it on again from here');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  expect(callsOf('POST /commands/queue')).toEqual([]);
  await shutdown.getByRole('button', { name: 'Shut down' }).click();
  await question.getByRole('button', { name: 'Shut down' }).click();
  await expectTexts(queue, [/^Shutdown AGM/]);
});

it('[W-245] CommandsWindow names the active run of the AGM before a command that harms it', async () => {
  putRuns(makeRun({ path: { name: 'Due north', agms: [UID] } }));
  open();
  acceptCommands();
  const shutdown = await openSection('Shutdown AGM');
  await shutdown.getByRole('button', { name: 'Shut down' }).click();
  const asked = page.getByRole('dialog', { name: 'Shut down AGM 100234?' });
  await expectTexts(asked.getByRole('listitem'), [`CLN-16-02, Due north: AGM ${UID}`]);
  await userEvent.keyboard('{Escape}');
  await expect.element(asked).not.toBeInTheDocument();
  const power = await openSection('Power Mode');
  await choose(power, 'Hibernate');
  await send(power).click();
  const question = page.getByRole('dialog', { name: `Send to AGM ${UID}?` });
  await expect.element(question).toMatchTextContent('passages are reported only when the AGM wakes up');
  expect(callsOf('POST /commands/queue')).toEqual([]);
  await question.getByRole('button', { name: 'Send' }).click();
  await expectTexts(queue, [/^Power ModeHibernate/]);
});

it('[W-245] CommandsWindow sends a command to an AGM of no active run without a question', async () => {
  putRuns(makeRun({ path: { agms: [7] } }));
  open();
  acceptCommands();
  const power = await openSection('Power Mode');
  await choose(power, 'Hibernate');
  await send(power).click();
  await expectTexts(queue, [/^Power ModeHibernate/]);
});

it('[W-245] CommandsWindow names the active run before satellite settings that harm it', async () => {
  putRuns(makeRun({ path: { name: 'Due north', agms: [UID] } }));
  open({ isIridium: true });
  acceptCommands();
  const settings = await openSection('Iridium Settings');
  await choose(settings, 'Hibernate');
  await send(settings).click();
  const question = page.getByRole('dialog', { name: `Send to AGM ${UID}?` });
  await expectTexts(question.getByRole('listitem'), [`CLN-16-02, Due north: AGM ${UID}`]);
  await question.getByRole('button', { name: 'Send' }).click();
  await expectTexts(queue, [/^Iridium SettingsHibernate/]);
});

it.each([
  ['Device Restart', 'Restart', 'Restart AGM 100234?', 'Until it is back it notices no pig.'],
  ['Disk Commands', 'Send', 'Format the SD card of AGM 100234?', 'Everything that is recorded on it is lost.'],
  ['Power Mode', 'Send', 'Turn cellular of AGM 100234 off?', 'somebody has to go there'],
])('CommandsWindow asks before %s is sent, because it cannot be undone', async (title, act, asked, words) => {
  open();
  const form = await openSection(title);
  if (title === 'Disk Commands') await chooseOption(form, 'Disk command', 'Format SD card');
  if (title === 'Power Mode') await choose(form, 'Turn Cellular OFF');
  await form.getByRole('button', { name: act, exact: true }).click();
  const question = page.getByRole('dialog', { name: asked });
  await expect.element(question).toMatchTextContent(words);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(commands).toBeVisible();
  expect(callsOf('POST /commands/queue')).toEqual([]);
});

it('[C-005, C-109] CommandsWindow queues the settings and device info requests in one call', async () => {
  open({ firmwareVersion: 9.9 });
  answer('POST /commands/queueList', ({ body }) => {
    waiting = body.map(({ commandType }, index) => ({
      ...exampleCommand,
      commandId: 6000 + index,
      commandType: commandType as QueuedCommand['commandType'],
      parameters: {},
    }));
    return waiting;
  });
  const request = await openSection('Request Settings');
  await request.getByRole('button', { name: 'With device info' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Queued commands' })).toBeVisible();
  await expectTexts(queue, [/^Request Settings/, /^Device Info/]);
  expect(callsOf('POST /commands/queueList')).toHaveLength(1);
});

it('[C-008, C-073, C-090, C-091] CommandsWindow does not offer streaming to a device on Bluetooth', async () => {
  open({ bluetooth: 1, lastStreamMode: 0 });
  const stream = await openSection('Stream Enable');
  await expect.element(stream.getByText('Unavailable in blutooth streaming')).toBeVisible();
  await expect.element(send(stream)).toBeDisabled();
  await expectTexts(stream.getByRole('radiogroup'), ['OffOn']);
  await expect.element(radio(stream, 'On')).toBeDisabled();
  loadDevices({ bluetooth: 0 });
  openDeviceWindow('commands', UID);
  await commands.getByRole('button', { name: 'Close' }).click();
  openDeviceWindow('commands', UID);
  await expect.element(send(await openSection('Stream Enable'))).toBeEnabled();
});

it('[C-092, C-093] CommandsWindow sends no time range to firmware below 10 until both dates are in order', async () => {
  open({ firmwareVersion: 2.5 });
  acceptCommands();
  const download = await openSection('Download within Time Range');
  await send(download).click();
  await expect
    .element(download.getByRole('alert'))
    .toMatchTextContent('A valid start and end date, with the start before the end, is required.');
  expect(callsOf('POST /commands/queue')).toEqual([]);
  await chooseOption(download, 'Files', 'RAW - 5 Mins Max');
  await download.getByRole('textbox', { name: 'Start (UTC)' }).fill('20260316094000');
  await download.getByRole('textbox', { name: 'End (UTC)' }).fill('2026-03-16 09:50:00');
  await expect.element(download.getByRole('alert')).toBeEmptyDOMElement();
  await send(download).click();
  await expectTexts(queue, [/^Download within Time RangeRaw, 2026-03-16 09:40:00 to 2026-03-16 09:50:00/]);
});

it('[C-094, C-095, C-096, C-097, C-105] CommandsWindow explains what is wrong with the time range of raw files', async () => {
  open();
  answer('POST /pigrun/DownloadRecordedRawDataRequest', 5121);
  answer('GET /pigrun/downloads', { rowsNumber: 0, downloadList: [] });
  const download = await openSection('Download within Time Range');
  const start = download.getByRole('textbox', { name: 'Start (UTC)' });
  const end = download.getByRole('textbox', { name: 'End (UTC)' });
  const problem = download.getByRole('alert');
  await chooseOption(download, 'Files', 'Raw');
  await send(download).click();
  await expect.element(problem).toMatchTextContent('The specified start date/time is not valid.');
  await expect.element(start).toHaveAttribute('aria-invalid', 'true');
  await start.fill('2026-03-16 09:40:00');
  await expect.element(problem).toMatchTextContent('The specified end date/time is not valid.');
  await end.fill('2026-03-16 09:40:00');
  await expect.element(problem).toMatchTextContent('The specified start date/time must be before the end date/time.');
  await end.fill('2026-03-16 09:42:01');
  await expect
    .element(problem)
    .toMatchTextContent('A raw data download request is limited to a two minute maximum interval.');
  await end.fill('2026-03-16 09:42:00');
  await send(download).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Queued command' })).toBeVisible();
  expect(callsOf('POST /pigrun/DownloadRecordedRawDataRequest')).toEqual([
    { body: { uid: UID, startDate: Date.UTC(2026, 2, 16, 9, 40), endDate: Date.UTC(2026, 2, 16, 9, 42) } },
  ]);
});

it('[C-106, C-107] CommandsWindow shows the log id of a refused raw download and keeps the dates', async () => {
  open();
  expectLogged(/ApiError/);
  refuse('POST /pigrun/DownloadRecordedRawDataRequest', 'command-not-for-device');
  const download = await openSection('Download within Time Range');
  await chooseOption(download, 'Files', 'Raw');
  await download.getByRole('textbox', { name: 'Start (UTC)' }).fill('2026-03-16 09:40:00');
  await download.getByRole('textbox', { name: 'End (UTC)' }).fill('2026-03-16 09:41:00');
  await send(download).click();
  const refused = page.getByRole('dialog', { name: 'Queue Command Service Exception' });
  await expect
    .element(refused)
    .toMatchTextContent(`A queue command service exception has occurred. LogId = [${LOG_ID}]`);
  await refused.getByRole('button', { name: 'OK' }).click();
  await expect.element(refused).not.toBeInTheDocument();
  await expect.element(download.getByRole('textbox', { name: 'Start (UTC)' })).toHaveValue('2026-03-16 09:40:00');
});

it('CommandsWindow says in a toast that a command was not queued and keeps the entries', async () => {
  open({ lastPowerMode: 0 });
  expectLogged(/ApiError/);
  refuse('POST /commands/queue', 'command-not-for-device');
  const power = await openSection('Power Mode');
  await choose(power, 'Hibernate');
  await send(power).click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'The command was not queued' }))
    .toMatchTextContent('This device does not take this command.');
  await expect.element(radio(power, 'Hibernate')).toBeChecked();
});

it('[C-014, C-037, C-038] CommandsWindow deletes a queued command and moves the focus to the queue', async () => {
  waiting = [exampleCommand];
  answer('DELETE /commands/:commandId', ({ params }) => {
    waiting = waiting.filter(({ commandId }) => commandId !== params.commandId);
    return {};
  });
  open();
  await queue.getByRole('button', { name: 'Delete Power Mode' }).click();
  await expect.element(section('Queued Commands')).toMatchTextContent(NONE);
  expect(document.activeElement?.closest('section')?.textContent).toContain('Queued Commands');
});

it('[C-039] CommandsWindow says that no command is pending', async () => {
  open();
  await expect.element(section('Queued Commands').getByText(NONE)).toBeVisible();
  await expect.element(section('Queued Commands').getByRole('table')).not.toBeInTheDocument();
});

it('CommandsWindow asks before it deletes a command that is being sent', async () => {
  waiting = [{ ...exampleCommand, state: 'sent', attempts: 2 }];
  answer('DELETE /commands/:commandId', () => {
    waiting = [];
    return {};
  });
  open();
  await expectTexts(queue, [/Sent 2 times so far/]);
  await queue.getByRole('button', { name: 'Delete Power Mode' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Power Mode?' });
  await expect.element(question).toMatchTextContent('It is on its way to the device and may still be carried out.');
  expect(callsOf('DELETE /commands/:commandId')).toEqual([]);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(section('Queued Commands')).toMatchTextContent(NONE);
});

it('[C-040] CommandsWindow follows a command from queued to accepted without a reload', async () => {
  waiting = [exampleCommand];
  open();
  await expectTexts(queue, [/Queued/]);
  hear('ReceiveCommandUpdate', { ...exampleCommand, state: 'sent', attempts: 1 });
  await expectTexts(queue, [/Sent/]);
  waiting = [];
  hear('ReceiveCommandUpdate', { ...exampleCommand, state: 'accepted', attempts: 1 });
  await expect.element(section('Queued Commands')).toMatchTextContent(NONE);
});

it('[C-040] CommandsWindow keeps a rejected command with its reason and marks an old one', async () => {
  const note = 'Its firmware no longer knows this command.';
  waiting = [
    {
      ...exampleCommand,
      commandType: 'RecordMode',
      parameters: { recordMode: 0 },
      state: 'rejected',
      attempts: 1,
      note,
    },
    { ...exampleCommand, commandId: 5121 },
  ];
  open({ isConnected: 0, lastPowerMode: 2, lastSchedule: 0 });
  await expectTexts(queue, [`Record ModeOffRejected${note}2026-03-18 00:03:59Dana ReyesDelete`, /QueuedOld/]);
  await expect.element(section('Queued Commands')).toMatchTextContent('1 waiting for the device, 1 rejected');
});

it('CommandsWindow lists the history and expands the steps of a command', async () => {
  answer('GET /commands/:uid/history', { rowsNumber: 1, commandList: [examplePast] });
  open();
  const history = await openSection('Command History');
  const row = history.getByRole('button', { name: 'Power Mode' });
  await expect.element(row).toHaveAttribute('aria-expanded', 'false');
  await row.click();
  await expectTexts(history.getByRole('listitem'), [
    '2026-03-18 00:04:00Queuedby Dana Reyes',
    '2026-03-18 00:04:00Sentover cellular',
    '2026-03-18 00:04:02Accepted',
  ]);
  await row.click();
  await expect.element(history.getByRole('listitem')).not.toBeInTheDocument();
});

it('CommandsWindow pages through a long history', async () => {
  const pageOf = (first: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...examplePast,
      commandId: first - at,
      queuedBy: `User ${first - at}`,
    }));
  answer('GET /commands/:uid/history', ({ query }) => ({
    rowsNumber: 17,
    commandList: query.page === 1 ? pageOf(17, 15) : pageOf(2, 2),
  }));
  open();
  const history = await openSection('Command History');
  const rows = history.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect.element(rows).toHaveLength(15);
  await history.getByRole('button', { name: 'Next page' }).click();
  await expectTexts(rows, [/User 2$/, /User 1$/]);
  await expect.element(history).toMatchTextContent('16–17 of 17');
});

it('CommandsWindow shows why the queue did not load and loads it on Retry', async () => {
  expectLogged(/ApiError/);
  refuse('GET /commands/:uid', 'internal-error');
  open();
  const failed = section('Queued Commands');
  await expect.element(failed).toMatchTextContent(`LogId = ${LOG_ID}`);
  waiting = [exampleCommand];
  answer('GET /commands/:uid', () => waiting);
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expectTexts(queue, [/^Power Mode/]);
});

it('CommandsWindow sends and deletes nothing while the console is offline', async () => {
  waiting = [exampleCommand];
  open();
  const power = await openSection('Power Mode');
  await expect.element(send(power)).toBeEnabled();
  setOffline();
  await expect.element(send(power)).toBeDisabled();
  await expect.element(send(power)).toHaveAttribute('title', expect.stringContaining('You are offline.'));
  await expect.element(queue.getByRole('button', { name: 'Delete Power Mode' })).toBeDisabled();
});

it('CommandsWindow marks a form as busy while it is sent', async () => {
  open();
  const held = holdAnswer('POST /commands/queue');
  const power = await openSection('Power Mode');
  await choose(power, 'Active');
  await send(power).click();
  await expect.element(power.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true');
  held.answer(exampleCommand);
  await expect.element(page.getByRole('status').filter({ hasText: 'Queued command' })).toBeVisible();
  await expect.element(power.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy', 'true');
});

it.each([
  [{ isConnected: 1 }, /^Connected now It hears a command at once\./],
  [{ isConnected: 1, bluetooth: 1 }, /^Connected by Bluetooth/],
  [
    { isConnected: 0, lastExpectedWakeupTime: '2099-03-18 00:30:05' },
    /^Asleep It hears commands when it wakes up, at 2099/,
  ],
  [
    { isConnected: 0, lastExpectedWakeupTime: '2026-03-18 00:30:05' },
    /^Offline .* It was expected at 2026-03-18 00:30:05 UTC and is .* late\./,
  ],
  [{ isConnected: 0, lastHeartbeat: null }, /^Offline It has never been heard\. Commands wait until it connects\./],
  [{ isConnected: 0, lastShutdownTime: '2026-03-18 00:20:00' }, /^Shut down Since 2026-03-18 00:20:00 UTC/],
] as const)('CommandsWindow says when the device receives a command (%#)', async (device, words) => {
  open(device);
  await expect.element(commands.getByText(/It hears|It has never|Since/)).toMatchTextContent(words);
});

it('[C-032, C-033, C-034, C-035] CommandsWindow has separate sections for a satellite device', async () => {
  open({ isIridium: true, imei: '300234010753370' });
  await expect.element(page.getByRole('dialog', { name: 'Iridium Queue Commands, AGM 100234' })).toBeVisible();
  await expectTexts(titles, [
    'Iridium Settings',
    'Offline Download',
    'Exit Offline Download',
    'Queued Commands',
    'Command History',
  ]);
  await expect.element(commands).toMatchTextContent('A command rings it at once; it answers when it calls.');
  await openSection('Iridium Settings');
  await expectAccessible();
});

it('[C-058, C-059, C-064, C-065, C-071] CommandsWindow sends all satellite settings in one message after a confirmation', async () => {
  open({ isIridium: true });
  acceptCommands();
  const settings = await openSection('Iridium Settings');
  await expectTexts(settings.getByRole('radiogroup', { name: 'Record mode' }), ['OffOn']);
  await choose(settings, 'Hibernate');
  await settings.getByLabelText('Restart unit').click();
  await settings.getByLabelText('Clear Iridium offline files').click();
  await send(settings).click();
  const question = page.getByRole('dialog', { name: 'Send to AGM 100234?' });
  await expect
    .element(question)
    .toMatchTextContent(
      'The offline files that wait for the satellite are lost. Until it has restarted it notices no pig.',
    );
  await question.getByRole('button', { name: 'Send' }).click();
  await expectTexts(queue, [
    /^Iridium SettingsHibernate, every 30 minutes · .* · Restart · Clear Iridium offline files/,
  ]);
  expect(callsOf('POST /commands/queue')[0]?.body.parameters).toMatchObject({
    powerMode: 1,
    connectSchedule: 0,
    recordMode: 1,
    detectCountReset: 0,
    restartUnit: 1,
    OfflineDownloadState: 0,
    ClearIridiumOfflineFiles: 1,
    FileNamesStartDate: null,
    FileNamesEndDate: null,
  });
  await expect.element(settings.getByLabelText('Restart unit')).not.toBeChecked();
});

it('[W-134] CommandsWindow leaves settings of a silent satellite device empty: request them first, then fill in', async () => {
  const silent = {
    isIridium: true,
    lastPowerMode: null,
    lastSchedule: null,
    lastRecordMode: null,
    psgSize: null,
    psgState: null,
    lastGeoMode: null,
    lastFrequency0Setting: null,
    lastSensitivity0: null,
    lastFrequency1Setting: null,
    lastSensitivity1: null,
    lastFrequency2Setting: null,
    lastSensitivity2: null,
    lastFrequency3Setting: null,
    lastSensitivity3: null,
    lastEnable0: null,
    lastEnable1: null,
    lastEnable2: null,
    lastEnable3: null,
  };
  open(silent);
  acceptCommands();
  const settings = await openSection('Iridium Settings');
  await expect.element(settings.getByLabelText('Detector 1 frequency')).toHaveValue('');
  await expect.element(send(settings)).toBeDisabled();
  await expectAccessible();
  await settings.getByRole('button', { name: 'Request settings' }).click();
  await expect.poll(() => callsOf('POST /commands/queue')[0]?.body).toMatchObject({ commandType: 'ControlSettings' });
  await choose(settings, 'Active');
  await send(settings).click();
  await expect.poll(() => callsOf('POST /commands/queue')[1]?.body.parameters).toMatchObject({ powerMode: 0 });
  expect(callsOf('POST /commands/queue')[1]?.body.parameters).not.toHaveProperty('frequency1');
  loadDevices({ isIridium: true, lastPowerMode: 1, lastRecordMode: 1, psgSize: 1, psgState: 0, lastGeoMode: 3 });
  await settings.getByRole('button', { name: 'Fill in' }).click();
  await expect.element(radio(settings.getByRole('radiogroup', { name: 'Passage size' }), '20 sec')).toBeChecked();
  await expect.element(settings.getByText('The device has reported its settings.')).not.toBeInTheDocument();
});

it('[C-060, C-061, C-063, C-080] CommandsWindow offers a satellite device passage sizes, states and gains', async () => {
  open({ isIridium: true, psgSize: 1, psgState: 0, lastGeoMode: 3 });
  acceptCommands();
  const settings = await openSection('Iridium Settings');
  const group = (name: string) => settings.getByRole('radiogroup', { name });
  await expectTexts(group('Passage size'), ['10 sec20 sec']);
  await expect.element(radio(group('Passage size'), '20 sec')).toBeChecked();
  await choose(group('Passage size'), '10 sec');
  await choose(group('Passage state'), 'Detection & GEO');
  await choose(group('Geo mode'), 'Low');
  await send(settings).click();
  await expectTexts(queue, [/^Iridium Settings/]);
  expect(callsOf('POST /commands/queue')[0]?.body.parameters).toMatchObject({ psgSize: 0, psgState: 1, GeoMode: 0 });
});

it('[C-066, C-099, C-100] CommandsWindow asks a satellite device for the files of ten minutes at most', async () => {
  open({ isIridium: true });
  acceptCommands();
  const download = await openSection('Offline Download');
  await download.getByLabelText('Start (UTC)').fill('2026-03-16 09:40:00');
  await download.getByLabelText('End (UTC)').fill('2026-03-16 09:50:01');
  await expect.element(download).toMatchTextContent('At most 10 minutes.');
  await send(download).click();
  await expect
    .element(download.getByRole('alert'))
    .toMatchTextContent(
      'The specified start date/time must be before the end date/time with a maximum interval of 10 minutes.',
    );
  expect(callsOf('POST /commands/queue')).toEqual([]);
  await download.getByLabelText('End (UTC)').fill('2026-03-16 09:50:00');
  await expect.element(download.getByRole('alert')).not.toBeInTheDocument();
  await send(download).click();
  await expectTexts(queue, [/2026-03-16 09:40:00 to 2026-03-16 09:50:00/]);
  await send(await openSection('Exit Offline Download')).click();
  await expectTexts(queue, [/^Offline Download/, /^Exit Offline Download/]);
});

it('[W-154] CommandsWindow changes with the link and the firmware of its device', async () => {
  open({ isIridium: true, firmwareVersion: 10.71 });
  await expect.element(section('Iridium Settings')).toBeVisible();
  loadDevices({ isIridium: false, firmwareVersion: 10.71 });
  await expect
    .element(commands.getByRole('status').filter({ hasText: 'The device now calls over cellular' }))
    .toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Queue Commands, AGM 100234', exact: true })).toBeVisible();
  await expect.element(section('Iridium Settings')).not.toBeInTheDocument();
  const power = await openSection('Power Mode');
  await choose(power, 'Hibernate');
  loadDevices({ isIridium: false, firmwareVersion: 9.2 });
  await expect.element(section('Detection Count Reset')).toBeVisible();
  await expect.element(radio(power, 'Hibernate')).toBeChecked();
});

it('[W-154] CommandsWindow offers the commands of both links to a device that has not reported, and keeps the entries', async () => {
  const unheard = { ...NEVER_HEARD, imei: '300234010753370' };
  open({ ...unheard, isIridium: null });
  acceptCommands();
  await expect
    .element(commands.getByRole('status'))
    .toMatchTextContent('This device has not reported yet: Waymark does not know its link.');
  await expect.element(commands).toMatchTextContent('Commands wait until it reports.');
  await expectAccessible();
  const settings = await openSection('Iridium Settings');
  await choose(settings, 'Hibernate');
  await send(settings).click();
  const power = await openSection('Power Mode');
  await choose(power, 'Active');
  await send(power).click();
  await expectTexts(queue, [/^Iridium Settings/, /^Power Mode/]);
  loadDevices({ ...unheard, isIridium: true });
  await expect.element(commands.getByText(/The device now calls over satellite/)).toBeVisible();
  await expect.element(section('Power Mode')).not.toBeInTheDocument();
  await expect.element(radio(settings, 'Hibernate')).toBeChecked();
});

it('CommandsWindow says that its device has left the list and closes by Escape', async () => {
  open();
  await expect.element(section('Power Mode')).toBeVisible();
  loadDevices();
  await expect.element(commands.getByText('This AGM is no longer in the list.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(useDeviceWindows.getState().open).toEqual([]);
});
