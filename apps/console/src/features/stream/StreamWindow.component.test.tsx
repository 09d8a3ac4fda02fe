import { exampleCurrentUser } from '@waymark/contract/routes/users';
import { exampleCommand } from '@waymark/contract/commands/queued-command';
import type { Role } from '@waymark/contract/roles';
import { CHANNELS, FRAME_MS, FRAME_ROWS, FRAME_SOUNDS } from '@waymark/domain/stream/frame';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { streamListeners } from '#/live/live.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { setUnits } from '#/features/units/units.ts';
import { openDeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { showDeviceWindows } from '#/features/devices/testing/show-device-windows.tsx';
import { expectTexts } from '#/features/devices/testing/texts.ts';

const UID = 100_234;
const QUEUE = 'POST /commands/queue';
const STREAM_ENABLE = { ...exampleCommand, commandType: 'StreamEnable', parameters: { streamEnabled: true } } as const;
const ACCEPTED = { ...STREAM_ENABLE, state: 'accepted', attempts: 1 } as const;
const FIRST_AT = Date.UTC(2026, 2, 18, 0, 4);

const stream = page.getByRole('dialog', { name: 'AGM 100234, Realtime Streamer' });
const options = page.getByRole('dialog', { name: 'Streaming Options, AGM 100234' });
const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const badges = stream.getByRole('group', { name: 'State of the stream' }).getByRole('list');
const time = stream.getByLabelText('UTC time');

beforeEach(() => {
  answer(QUEUE, STREAM_ENABLE);
});

/** The stream hub sends the next 0.96 s of silence. */
function hearFrame(seq: number): void {
  const rows = Array.from({ length: FRAME_ROWS }, () => Array.from({ length: CHANNELS }, () => 0.01));
  const geodata = Array.from({ length: FRAME_SOUNDS }, () => 0);
  streamListeners.deliver(JSON.stringify({ uid: UID, seq, t: FIRST_AT + seq * FRAME_MS, geodata, emdata: rows }));
}

/** Component tests have no stream hub: `hearFrame` delivers the frames. */
async function openUnanswered(role: Role = 'admin'): Promise<void> {
  expectLogged(/ListenToAgm 100234: not-connected/);
  loadDevices({ lastExpectedWakeupTime: null });
  showDeviceWindows(role);
  openDeviceWindow('stream', UID);
  await expect.element(badges).toBeVisible();
}

/** The state after the given number of calls. */
async function acceptStream(callCount: number): Promise<void> {
  await expect.poll(() => callsOf(QUEUE)).toHaveLength(callCount);
  hear('ReceiveCommandUpdate', ACCEPTED);
  await expect.element(stream.getByText(/The device has accepted StreamEnable/)).toBeVisible();
}

/** The device has accepted to stream. */
async function open(): Promise<void> {
  await openUnanswered();
  await acceptStream(1);
}

/** Closing sends to the hub and the device, which the test provides. */
async function close(expectedCalls = callsOf(QUEUE).length + 1): Promise<void> {
  expectLogged(/ShutupToAgm 100234: not-connected/);
  await button(stream, 'Close').click();
  await expect.element(stream).not.toBeInTheDocument();
  await expect.poll(() => callsOf(QUEUE)).toHaveLength(expectedCalls);
}

async function openOptions(section?: string): Promise<void> {
  await button(stream, 'Options').click();
  await expect.element(options).toBeVisible();
  if (section !== undefined) await button(options, section).click();
}

it('[S-001, S-054, S-056] StreamWindow asks the device to stream and to stop when it is closed', async () => {
  await openUnanswered();
  await expect.element(stream.getByText('Waiting for the device')).toBeVisible();
  await expect.element(stream.getByText('StreamEnable is queued; the device has not answered yet.')).toBeVisible();
  await acceptStream(1);
  await expectAccessible(stream.element());
  await close();
  expect(callsOf(QUEUE).map(({ body }) => body.parameters)).toEqual([
    { streamEnabled: true },
    { streamEnabled: false },
  ]);
});

it('[S-085] StreamWindow lets a viewer wait for a stream that an admin starts', async () => {
  await openUnanswered('viewer');
  await expect.element(stream.getByText(/an admin starts it by opening this dialog/)).toBeVisible();
  await close(0);
});

it('StreamWindow says why the device does not stream', async () => {
  refuse(QUEUE, 'command-not-for-device');
  expectLogged(/ApiError/);
  await openUnanswered();
  await expect.element(stream.getByText('The device does not stream')).toBeVisible();
  await expect
    .element(stream.getByText(/StreamEnable was refused: This device does not take this command\./))
    .toBeVisible();
  await close(2);
});

it('[W-158] StreamWindow asks again from the same window after a refusal', async () => {
  refuse(QUEUE, 'command-not-for-device');
  await openUnanswered();
  await expect.element(button(stream, 'Ask again')).toBeVisible();
  await expectAccessible(stream.element());
  answer(QUEUE, STREAM_ENABLE);
  await button(stream, 'Ask again').click();
  await acceptStream(2);
  await expect.element(button(stream, 'Ask again')).not.toBeInTheDocument();
  await close();
});

it('StreamWindow says that it is offline before the first frame', async () => {
  await open();
  setOffline();
  await expect.element(stream.getByText('The stream goes on once the connection is back.')).toBeVisible();
  await close();
});

it('[S-013] StreamWindow shows four plots and the time of the newest data', async () => {
  await open();
  await expect.element(time).toHaveTextContent('--:--:-- UTC');
  await expectTexts(stream.getByRole('heading', { level: 3 }), ['EM', 'Geo', 'RSSI', 'Spectrum']);
  for (const seq of [0, 1, 2, 3]) hearFrame(seq);
  await expect.element(time).toMatchTextContent(/^2026-03-18 00:04:0\d UTC$/);
  await expect.element(stream.getByText('Waiting for the device')).not.toBeInTheDocument();
  expect(time.element().querySelector('input, [contenteditable]')).toBeNull();
  await close();
});

it('StreamWindow counts frames that were lost', async () => {
  await open();
  for (const seq of [0, 1, 4]) hearFrame(seq);
  await expect.element(stream.getByText('2 frames lost')).toBeVisible();
  await close();
});

it('[S-008, S-009, S-058] StreamWindow pauses and resumes by button and by the space bar', async () => {
  await open();
  for (const seq of [0, 1, 2, 3]) hearFrame(seq);
  await expect.element(time).toMatchTextContent('2026-03-18');
  await button(stream, 'Pause').click();
  await expect.element(button(stream, 'Resume')).toBeVisible();
  await expect.element(stream.getByRole('slider', { name: /marker/i }).first()).toBeInTheDocument();
  stream.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(button(stream, 'Pause')).toBeVisible();
  await expect.element(stream.getByRole('slider', { name: /marker/i })).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  await button(stream, 'Resume').click();
  await expect.element(button(stream, 'Pause')).toBeVisible();
  await close();
});

it('[S-005, S-007, S-015, S-020, S-111] StreamWindow begins with one minute and 22 Hz and changes both', async () => {
  await open();
  const span = stream.getByRole('combobox', { name: 'Time span' });
  const rssi = stream.getByRole('combobox', { name: 'RSSI frequency' });
  await expect.element(span).toHaveValue('1 Minute');
  await expect.element(rssi).toHaveValue('22 Hz');
  await expect.element(badges).toMatchTextContent('Frequency 22 Hz');
  await span.click();
  await expectTexts(page.getByRole('option'), [
    '5 Seconds',
    '30 Seconds',
    '1 Minute',
    '5 Minutes',
    '10 Minutes',
    '30 Minutes',
  ]);
  await page.getByRole('option', { name: '5 Seconds' }).click();
  await expect.element(span).toHaveValue('5 Seconds');
  await rssi.click();
  await page.getByRole('option', { name: '18.5 Hz' }).click();
  await expect.element(badges).toMatchTextContent('Frequency 18.5 Hz');
  await close();
});

it('[S-014, S-016] StreamWindow moves thresholds by keys, resets them by Auto Thresh and unticks Auto Scale', async () => {
  await open();
  for (const seq of [0, 1, 2, 3]) hearFrame(seq);
  const mag = stream.getByRole('slider', { name: 'MAG threshold' });
  await expect.element(mag).toHaveAttribute('aria-valuenow', '0.8');
  mag.element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(mag).toHaveAttribute('aria-valuenow', '0.78');
  const geo = stream.getByRole('slider', { name: 'Geo detection threshold' });
  await expect.element(geo).toHaveAttribute('aria-valuenow', '0.9');
  // The thresholds follow from what has been played, which begins a moment after the frames have arrived.
  const pressAutoThresh = async () => {
    await button(stream, 'Auto Thresh').click();
    return Number(geo.element().getAttribute('aria-valuenow'));
  };
  await expect.poll(pressAutoThresh).toBeLessThanOrEqual(0.6);
  const autoScale = stream.getByRole('checkbox', { name: 'Auto Scale' });
  await expect.element(autoScale).toBeChecked();
  await autoScale.click();
  await expect.element(autoScale).not.toBeChecked();
  await close();
});

it('StreamWindow accepts a typed weld threshold and ignores an invalid one', async () => {
  await open();
  const weld = stream.getByRole('textbox', { name: 'Weld threshold' });
  const line = stream.getByRole('slider', { name: 'Weld threshold line' });
  await expect.element(line).toHaveAttribute('aria-valuenow', '0.9');
  await weld.fill('0,25');
  await userEvent.keyboard('{Enter}');
  await expect.element(line).toHaveAttribute('aria-valuenow', '0.25');
  await weld.fill('loud');
  await userEvent.keyboard('{Enter}');
  await expect.element(line).toHaveAttribute('aria-valuenow', '0.25');
  await weld.fill('0.5');
  await userEvent.keyboard('{Escape}');
  await expect.element(line).toHaveAttribute('aria-valuenow', '0.25');
  await expect.element(stream).toBeVisible();
  await close();
});

it('[S-010, S-037, S-039, S-040] StreamWindow opens options of three sections whose numbers are masked', async () => {
  await open();
  await openOptions('Speed');
  await expectTexts(options.getByRole('heading', { level: 3 }), [/^Graphing/, /^Speed/, /^Streaming Detectors/]);
  const weldSpace = options.getByRole('textbox', { name: 'Weld Space, ft' });
  await weldSpace.fill('');
  await userEvent.type(weldSpace, '405x7');
  await expect.element(weldSpace).toHaveValue('40.5');
  await button(options, 'Streaming Detectors').click();
  const elf = options.getByRole('textbox', { name: 'ELF Frequency, Hz' });
  await elf.fill('');
  await userEvent.type(elf, '9');
  await expect.element(options.getByRole('alert')).toHaveTextContent('10-30Hz');
  await elf.fill('');
  await userEvent.type(elf, '1x85');
  await expect.element(elf).toHaveValue('18');
  await expect.element(badges).toMatchTextContent('Frequency 18 Hz');
  await close();
});

it('[S-021, S-022, S-023, S-024, S-036] StreamWindow names detectors and speed in its badges', async () => {
  await open();
  await expect.element(badges).toMatchTextContent('MAG OFFELF OFFGEO OFFSpeed OFF');
  await openOptions('Streaming Detectors');
  for (const name of ['MAG', 'ELF', 'GEO']) await options.getByRole('switch', { name, exact: true }).click();
  await expect.element(badges).toMatchTextContent('MAG ONELF ONGEO ON');
  await button(options, 'Speed').click();
  await options.getByRole('switch', { name: 'Enable' }).click();
  await expect.element(badges).toMatchTextContent(/Weld –Speed –$/);
  await options.getByRole('textbox', { name: 'Weld Space, ft' }).fill('');
  await expect.element(badges).toMatchTextContent('Weld Spacing Not Set');
  await close();
});

it('[W-305] StreamWindow keeps the distance of the welds when the unit changes, which is saved for the user', async () => {
  answer('POST /pigrun/user/units', { ...exampleCurrentUser, units: 'metric' });
  await open();
  await openOptions('Speed');
  await expect.element(options.getByRole('textbox', { name: 'Weld Space, ft' })).toHaveValue('20');
  await options.getByRole('switch', { name: 'Metric' }).click();
  await expect.element(options.getByRole('textbox', { name: 'Weld Space, m' })).toHaveValue('6.1');
  expect(callsOf('POST /pigrun/user/units')[0]?.body).toEqual({ units: 'metric' });
  setUnits('us');
  await expect.element(options.getByRole('textbox', { name: 'Weld Space, ft' })).toHaveValue('20');
  await options.getByText('10 welds').click();
  await expect.element(options.getByRole('radio', { name: '10 welds' })).toBeChecked();
  await close();
});

it('[S-044, S-045, S-046] StreamWindow remembers the options of the device', async () => {
  await open();
  await openOptions();
  await options.getByRole('switch', { name: 'Show Raw' }).click();
  await options.getByRole('radiogroup', { name: 'RSSI Extents' }).getByText('Thresh').click();
  await button(options, 'Close').click();
  await close();
  openDeviceWindow('stream', UID);
  await acceptStream(3);
  await openOptions();
  await expect.element(options.getByRole('switch', { name: 'Show Raw' })).not.toBeChecked();
  await expect.element(options.getByRole('switch', { name: 'Show MAG' })).toBeChecked();
  await expect
    .element(options.getByRole('radiogroup', { name: 'RSSI Extents' }).getByRole('radio', { name: 'Thresh' }))
    .toBeChecked();
  await close();
});

it('[S-038, S-087, S-089] StreamWindow lets a viewer change options and not send passages', async () => {
  await openUnanswered('viewer');
  await openOptions('Streaming Detectors');
  const send = options.getByRole('switch', { name: 'Send Passage Data To DataBase' });
  await expect.element(send).toBeDisabled();
  await expect.element(send).not.toBeChecked();
  await expect.element(send).toHaveAccessibleDescription('Admins only.');
  await options.getByRole('switch', { name: 'ELF', exact: true }).click();
  await expect.element(badges).toMatchTextContent('ELF ON');
  await close(0);
});

it('[S-086] StreamWindow lets an admin hold passages until they are sent', async () => {
  await open();
  await openOptions('Streaming Detectors');
  const send = options.getByRole('switch', { name: 'Send Passage Data To DataBase' });
  await expect.element(send).toBeChecked();
  await send.click();
  await expect.element(send).not.toBeChecked();
  await close();
});

it('[S-012, S-115] StreamWindow begins with a volume of 20 dB between 0 and 60', async () => {
  await open();
  const volume = stream.getByRole('slider', { name: 'Volume' });
  await expect.element(volume).toHaveValue('20');
  await expect.element(volume).toHaveAttribute('min', '0');
  await expect.element(volume).toHaveAttribute('max', '60');
  volume.element().focus();
  await userEvent.keyboard('{End}');
  await expect.element(volume).toHaveAttribute('aria-valuetext', '60 dB');
  await close();
});

it('[S-002, S-003, S-031] StreamWindow measures 840 by 610, is minimised to Show Plots and maximised', async () => {
  await open();
  const { width, height } = stream.element().getBoundingClientRect();
  expect([Math.round(width), Math.round(height)]).toEqual([840, 610]);
  await button(stream, 'Minimise').click();
  await expect.element(badges).not.toBeInTheDocument();
  await button(stream, 'Show Plots').click();
  await expect.element(badges).toBeVisible();
  await button(stream, 'Maximise').click();
  await expect.element(stream).toHaveAttribute('data-mode', 'maximised');
  await button(stream, 'Restore').click();
  await expect.element(stream).toHaveAttribute('data-mode', 'normal');
  await close();
});

it('StreamWindow shows its title, its plots and its buttons whole on a phone', async () => {
  await page.viewport(390, 844);
  await open();
  hearFrame(0);
  hearFrame(1);
  const title = stream.getByText('AGM 100234', { exact: true }).element();
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
  for (const control of stream.getByRole('button').elements()) {
    const { left, right } = control.getBoundingClientRect();
    expect([control.textContent, left >= 0, right <= 390]).toEqual([control.textContent, true, true]);
  }
  await page.viewport(1440, 900);
  await close();
});
