import {
  exampleDetail,
  exampleDevice,
  type DeviceDetailReply,
  type DeviceReply,
} from '@waymark/contract/devices/device';
import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import type { Role } from '@waymark/contract/roles';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { onAskMiddle } from '#/map/map-commands.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { useCompanies } from '../store/companies.ts';
import { useDeviceWindows } from '../windows/device-windows.ts';
import { clearSelection, selectDevice } from '../store/selection.ts';
import { loadDevices, NEVER_HEARD } from '../testing/sample-devices.ts';
import { expectTexts } from '../testing/texts.ts';
import { DeviceActions } from './DeviceActions.tsx';
import { DeviceInfoBody } from './DeviceInfoBody.tsx';
import { DeviceInfoHeader } from './DeviceInfoHeader.tsx';

const UID = 100_234;
const SITE = { since: '2026-03-18 00:03:59', lat: 36.1301, lon: -96.0302, heartbeats: 48, passages: 1 };

const onClose = vi.fn<() => void>();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const valueOf = (label: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .element().nextElementSibling?.textContent;
const labels = page.getByRole('term');
const autoDownload = page.getByRole('switch', { name: 'Auto-download' });

/** A string must match the whole value; a failure prints the actual one. */
async function expectValue(label: string, value: string | RegExp): Promise<void> {
  const check = (found: string) => (typeof value === 'string' ? found === value : value.test(found)) || found;
  await expect.poll(() => check(valueOf(label) ?? '')).toBe(true);
}

beforeEach(() => {
  vi.clearAllMocks();
  answer('GET /apexagm/:uid/site', SITE);
  answer('GET /apexagm/:uid/device', exampleDetail);
  answer('GET /apexagm/:uid/getPassageHistoricData', { rowsNumber: 1, passageEventList: [examplePassageRow] });
});

function open(device: Partial<DeviceReply> = {}, role: Role = 'admin'): void {
  loadDevices({ lastExpectedWakeupTime: null, ...device });
  selectDevice(UID);
  render(
    <>
      <DeviceInfoHeader onClose={onClose} />
      <DeviceActions role={role} />
      <DeviceInfoBody role={role} runs={null} />
    </>,
    { role },
  );
}

it('[W-160] DeviceInfoBody names the company if the user sees several', async () => {
  open();
  await expect.element(labels.first()).toBeVisible();
  expect(labels.elements().map(({ textContent }) => textContent)).not.toContain('Company');
  useCompanies.setState({ names: new Map([[3, 'Acme Pipelines']]) });
  await expectValue('Company', 'Acme Pipelines');
});

it('[D-001, D-002, D-003, D-004, D-008] DeviceInfoBody shows the selected device, its icons and its heartbeat', async () => {
  open();
  await expect.element(page.getByRole('heading', { name: '100234' })).toBeVisible();
  for (const name of ['Online', 'Signal -85 dBm, 4 of 5 bars', 'Battery 80%, 8.62 V'])
    await expect.element(page.getByRole('img', { name, exact: true })).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Iridium satellite link' })).not.toBeInTheDocument();
  await expectValue('Heartbeat', /^2026-03-18 00:03:59/);
  await expect.element(page.getByText('48 heartbeats, 1 passage')).toBeVisible();
  await expectAccessible();
  await button('Close').click();
  expect(onClose).toHaveBeenCalledOnce();
});

it('[D-017, D-018, D-024, D-025, D-026] DeviceInfoBody shows modes, schedule and detectors', async () => {
  open({ lastPowerMode: 2, lastSchedule: 3, lastRecordMode: 2, lastGeoMode: 3, lastFrequency3Setting: null });
  await expectValue('Power mode', 'Low Power');
  await expectValue('Schedule', 'Every 4 hours');
  await expectValue('Record mode', 'Download');
  await expectValue('Geo mode', 'Very High');
  await expectTexts(
    page
      .getByRole('table', { name: 'Detectors' })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') }),
    ['MAG0 HzHighOn', '122 HzHighOn', '222 HzMediumOff', /^3n\/a MediumOff$/],
  );
  loadDevices({ lastPowerMode: 0 });
  await expectValue('Power mode', 'Active');
  await expect.element(labels.filter({ hasText: 'Schedule' })).not.toBeInTheDocument();
});

it.each([
  [0, 'Off'],
  [1, 'On'],
  [2, 'Cell Stream On'],
  [3, 'Bluetooth Stream On'],
  [null, 'BT/Cell'],
])('[D-022, D-038] DeviceInfoBody names stream mode %j', async (lastStreamMode, words) => {
  open({ lastStreamMode });
  await expectValue('Stream mode', `${words}Listen`);
});

it('[D-023] DeviceInfoBody offers to listen to cellular devices only', async () => {
  open();
  await button('Listen').click();
  expect(useDeviceWindows.getState().open).toEqual([{ kind: 'stream', uid: UID }]);
  loadDevices({ isIridium: true });
  await expect.element(page.getByRole('img', { name: 'Iridium satellite link' })).toBeVisible();
  await expect.element(button('Listen')).not.toBeInTheDocument();
});

it('[D-005, D-020, D-021] DeviceInfoBody shows passage state and size of a satellite device only', async () => {
  open({ isIridium: true, psgState: 0, psgSize: 1 });
  await expect.element(page.getByRole('img', { name: 'Iridium satellite link' })).toBeVisible();
  await expectValue('Passage state', 'Detection Only');
  await expectValue('Passage size', '20 sec');
  loadDevices({ isIridium: false });
  await expect.element(labels.filter({ hasText: 'Passage' })).not.toBeInTheDocument();
});

it('[D-027, D-028] DeviceInfoBody shows a future wake-up, and a shutdown while the device is offline', async () => {
  const wakeUp = formatUtcSecond(Date.now() + 5_400_000);
  open({ isConnected: 0, lastExpectedWakeupTime: wakeUp, lastShutdownTime: '2026-03-18 00:20:00' });
  await expectValue('Expected wake-up', new RegExp(`^${wakeUp}.*in 1 h`));
  await expectValue('Shutdown time', /^2026-03-18 00:20:00/);
  loadDevices({
    isConnected: 1,
    lastExpectedWakeupTime: '2026-03-18 00:30:05',
    lastShutdownTime: '2026-03-18 00:20:00',
  });
  await expect.element(labels.filter({ hasText: /wake-up|Shutdown/ })).not.toBeInTheDocument();
});

it('[D-009, D-010, D-011, D-012] DeviceInfoBody shows carriers, registration and disk usage', async () => {
  open();
  await expectValue('Carrier', 'FirstNet primary, AT&T active');
  await expectValue('Registration', 'Registered, roaming');
  await expectValue('Disk usage', /^9,214 \/ 15,204 MB61%$/);
});

it.each([
  [{ diskUseMBytes: 2048, diskSizeMBytes: 4096, numberOfflineFiles: 500, numberOnlineFiles: 500 }, false],
  [{ diskUseMBytes: 2049, diskSizeMBytes: 4096, numberOfflineFiles: 0, numberOnlineFiles: 0 }, true],
  [{ diskUseMBytes: 0, diskSizeMBytes: 4096, numberOfflineFiles: 501, numberOnlineFiles: 0 }, true],
  [{ diskUseMBytes: 0, diskSizeMBytes: 4096, numberOfflineFiles: 0, numberOnlineFiles: 501 }, true],
])('[D-014, D-015, D-016] DeviceInfoBody recommends in red to format a disk of %j: %j', async (disk, isRecommended) => {
  answer('GET /apexagm/:uid/device', { ...exampleDetail, ...disk } satisfies DeviceDetailReply);
  open();
  await expectValue('Disk usage', /MB/);
  const warning = page.getByText('Disk format recommended.', { exact: true });
  expect(warning.elements()).toHaveLength(isRecommended ? 1 : 0);
  if (!isRecommended) return;
  const [red = 0, green = 0, blue = 0] = getComputedStyle(warning.element()).color.match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeGreaterThan(1.4 * Math.max(green, blue));
});

it('[D-013] DeviceInfoBody counts files if the size of the disk is unknown', async () => {
  answer('GET /apexagm/:uid/device', { ...exampleDetail, diskSizeMBytes: 0 });
  open();
  await expectValue('Disk usage', '12 offline, 340 online files');
});

it('[D-019, D-034] DeviceInfoBody opens the chart of each waveform of the last passage', async () => {
  answer('GET /apexagm/:uid/getPassageHistoricData', {
    rowsNumber: 1,
    passageEventList: [{ ...examplePassageRow, geoId: null }],
  });
  open();
  await expect.element(button('ELF')).toBeEnabled();
  await expect.element(button('GEO')).toBeDisabled();
  await expect.element(button('GEO')).toHaveAttribute('title', 'No GEO record');
  await button('MAG').click();
  await button('Passage chart').click();
  expect(useDeviceWindows.getState().open).toEqual([
    { kind: 'passage', uid: UID, passageId: 70_313, source: 'selected_passage' },
  ]);
});

it('DeviceInfoBody shows a device that has reported nothing', async () => {
  answer('GET /apexagm/:uid/device', {
    ...exampleDetail,
    activeCarrier: null,
    primaryCarrier: null,
    registrationStatus: null,
    diskUseMBytes: null,
    diskSizeMBytes: null,
    numberOfflineFiles: null,
    numberOnlineFiles: null,
  });
  open(NEVER_HEARD);
  await expectValue('Heartbeat', 'n/a');
  await expectValue('Carrier', 'n/a');
  await expectValue('Disk usage', 'n/a');
  await expect.element(button('Passage chart')).toBeDisabled();
  await expect.element(page.getByRole('img', { name: 'Signal unknown' })).toBeVisible();
});

it('[D-030, D-063] DeviceInfoBody switches auto-download at once, and back if the server refuses', async () => {
  open();
  const held = holdAnswer('POST /apexagm/:uid/autodownload');
  await page.getByText('Auto-download').click();
  await expect.element(autoDownload).toBeChecked();
  expectLogged(/ApiError/);
  held.refuse('internal-error');
  await expect.element(page.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(autoDownload).not.toBeChecked();
  answer('POST /apexagm/:uid/autodownload', {});
  await page.getByText('Auto-download').click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Success!' })).toBeVisible();
  await expect.element(autoDownload).toBeChecked();
  expect(callsOf('POST /apexagm/:uid/autodownload').at(-1)).toEqual({ params: { uid: UID }, body: true });
});

it.each([
  ['admin', ['Commands', 'Historic Data', 'Rejected Messages']],
  ['superadmin', ['Commands', 'Historic Data', 'Rejected Messages']],
] as const)(
  '[D-031, D-032, D-035, W-169] DeviceActions offers %s the commands, the history and the rejected messages',
  async (role, actions) => {
    open({}, role);
    await expectTexts(page.getByRole('group', { name: 'Device actions' }).getByRole('button'), actions);
    await button('Commands').click();
    await button('Historic Data').click();
    await button('Rejected Messages').click();
    expect(useDeviceWindows.getState().open.map(({ kind }) => kind)).toEqual(['commands', 'history', 'rejections']);
  },
);

it('[D-037] DeviceActions offers a viewer the history only, and the panel no downloads or site', async () => {
  open({}, 'viewer');
  await expectTexts(page.getByRole('group', { name: 'Device actions' }).getByRole('button'), ['Historic Data']);
  await expect.element(autoDownload).toBeDisabled();
  await expect.element(page.getByText('48 heartbeats, 1 passage')).toBeVisible();
  for (const name of ['Downloads', 'Move to next site']) await expect.element(button(name)).not.toBeInTheDocument();
});

it('DeviceInfoBody moves a device to its next site', async () => {
  answer('GET /apexagm', [{ ...exampleDevice, uId: UID }]);
  answer('POST /apexagm/:uid/site', { ...SITE, lat: 36.5, lon: -96.25, heartbeats: 0, passages: 0 });
  const stop = onAskMiddle((tell) => tell({ lat: 36.123456, lon: -96.1 }));
  open();
  await button('Move to next site').click();
  const form = page.getByRole('dialog', { name: 'Move to next site' });
  const submit = form.getByRole('button', { name: 'Move to next site' });
  await submit.click();
  await expect.element(form.getByText('Invalid latitude')).toBeVisible();
  await expect.element(form.getByText('Invalid longitude')).toBeVisible();
  await form.getByRole('button', { name: 'Use the map centre' }).click();
  await expect.element(form.getByLabelText('Latitude')).toHaveValue('36.12346');
  await expect.element(form.getByText('Invalid latitude')).not.toBeInTheDocument();
  await form.getByLabelText('Latitude').fill('36.5');
  await submit.click();
  await expect.element(page.getByText('0 heartbeats, 0 passages')).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  expect(callsOf('POST /apexagm/:uid/site')).toEqual([{ params: { uid: UID }, body: { lat: 36.5, lon: -96.1 } }]);
  stop();
});

it('DeviceInfoBody shows why carrier and disk did not load, and loads them on Retry', async () => {
  expectLogged(/ApiError/);
  refuse('GET /apexagm/:uid/device', 'internal-error');
  open();
  await expect.element(page.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer('GET /apexagm/:uid/device', exampleDetail);
  await button('Retry').click();
  await expectValue('Registration', 'Registered, roaming');
});

it('DeviceInfoBody changes nothing while the console is offline and says when nothing is selected', async () => {
  open();
  setOffline();
  await expect.element(autoDownload).toBeDisabled();
  await expect.element(button('Move to next site')).toBeDisabled();
  clearSelection();
  await expect.element(page.getByText('No device selected')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Device info' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});
