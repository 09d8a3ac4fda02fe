import { exampleDevice } from '@waymark/contract/devices/device';
import { exampleTrend } from '@waymark/contract/devices/trend';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { useCompanies } from '../store/companies.ts';
import { choosable } from './choose-device.ts';
import { reloadDevices, startDevices } from '../store/devices.data.ts';
import { useSelection } from '../store/selection.ts';
import { loadDevices, NEVER_HEARD } from '../testing/sample-devices.ts';
import { expectTexts } from '../testing/texts.ts';
import { DeviceTable } from './DeviceTable.tsx';
import { useTableMemory } from './table-memory.ts';

const CONNECTED = {
  isConnected: 1,
  kind: 'online',
  bluetooth: 0,
  lastStreamMode: 0,
  lastExpectedWakeupTime: null,
  lastShutdownTime: null,
  firmwareVersion: 10.71,
} as const;

const grid = page.getByRole('grid', { name: 'Devices' });
const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
const heads = grid.getByRole('columnheader');
const search = page.getByRole('searchbox', { name: 'Filter by UID' });
const onZoom = vi.fn<(uid: number) => void>();
const onAdd = vi.fn<() => void>();
const onRemove = vi.fn<() => void>();
const onToggle = vi.fn<() => void>();

beforeEach(() => {
  vi.clearAllMocks();
});

let stop: (() => void) | undefined;

afterEach(() => {
  choosable.put(null);
  stop?.();
  stop = undefined;
});

function open(canManage = false, width?: number) {
  const fleet = canManage ? { onAdd, onRemove } : undefined;
  return render(
    <div style={{ position: 'fixed', inset: 0, width }}>
      <DeviceTable onZoom={onZoom} fleet={fleet} deviceInfo={{ isOpen: false, onToggle }} />
    </div>,
  );
}

const hourFromNow = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

function load({ queryClient }: ReturnType<typeof open>): void {
  stop = startDevices(queryClient);
  reloadDevices();
}

const loadMany = (count: number) =>
  loadDevices(...Array.from({ length: count }, (_, at) => ({ uId: 310_001 + at, lastExpectedWakeupTime: null })));

it('[D-040] DeviceTable shows 15 devices per page', async () => {
  loadMany(20);
  open();
  await expect.element(rows).toHaveLength(15);
  await expect.element(page.getByText('1–15 of 20')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expectTexts(rows, [/^310016/, /^310017/, /^310018/, /^310019/, /^310020/]);
  await expect.element(page.getByText('16–20 of 20')).toBeVisible();
  await expectAccessible(grid.element());
});

it('[D-041, D-042, D-043, L-038] DeviceTable shows UID and Mode by default, and the columns that the user chooses', async () => {
  loadDevices({ uId: 310_001, lastPowerMode: 2, lastSchedule: 3, lastExpectedWakeupTime: null });
  open();
  await expectTexts(heads, ['UID', 'Mode']);
  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('menuitemcheckbox');
  await expectTexts(columns, ['UID', 'Heartbeat', 'Mode', 'Schedule', 'Battery', 'Signal', 'Last passage']);
  await columns.filter({ hasText: 'Heartbeat' }).click();
  await columns.filter({ hasText: 'Schedule' }).click();
  await columns.filter({ hasText: 'Mode' }).click();
  await expectTexts(heads, ['UID', 'Heartbeat', 'Schedule']);
  await expectTexts(rows, ['310001Online2026-03-18 00:03:59Every 4 hours']);
  expect(JSON.parse(localStorage.getItem('waymark.device-table') ?? '')).toMatchObject({
    columns: ['uid', 'company', 'heartbeat', 'schedule'],
  });
});

it('[W-160] DeviceTable loads the trends of the devices on its page only while a column shows them', async () => {
  loadMany(20);
  const [first, second] = [310_016, 310_017];
  answer('GET /apexagm/trends', [
    { ...exampleTrend, uid: first },
    { ...exampleTrend, uid: second, battery: exampleTrend.battery.map(() => null) },
  ]);
  open();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(rows).toHaveLength(5);
  expect(callsOf('GET /apexagm/trends')).toEqual([]);
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Battery', 'Last passage']) await page.getByRole('menuitemcheckbox', { name }).click();
  const trend = (row: number) => rows.nth(row).getByRole('img', { name: /^Battery of the last 24 hours/ });
  await expect.element(trend(0)).toHaveAccessibleName('Battery of the last 24 hours: 8.61 V to 8.70 V');
  await expect.element(trend(1)).not.toBeInTheDocument();
  await expect.element(rows.nth(1).getByRole('img', { name: '13 passages in the last 14 days' })).toBeVisible();
  await expect.element(rows.nth(2)).toMatchTextContent('8.62 V');
  expect(callsOf('GET /apexagm/trends').map(({ query }) => query)).toEqual([
    { uids: [310_016, 310_017, 310_018, 310_019, 310_020] },
  ]);
  await userEvent.keyboard('{Escape}');
  await expectAccessible(grid.element());
});

it('[W-311] DeviceTable shows the times of its columns in the zone of the reader', async () => {
  useZoneStore.setState({ ownZone: 'Asia/Kathmandu', times: 'mine' });
  useTableMemory.setState({ columns: ['uid', 'heartbeat', 'passage'] });
  answer('GET /apexagm/trends', []);
  loadDevices({ uId: 310_001, lastExpectedWakeupTime: null }, { uId: 310_002, ...NEVER_HEARD });
  open();
  await expectTexts(rows, [/2026-03-18 05:48:59 UTC\+5:452026-03-16 15:26:56 UTC\+5:45$/, /n\/an\/a$/]);
});

it('[W-160] DeviceTable shows and sorts by the company if the user sees several', async () => {
  useCompanies.setState({ names: new Map([[3, 'Zeta Lines'], [4, 'Acme']]) }); // prettier-ignore
  loadDevices({ uId: 1, groupId: 3 }, { uId: 2, groupId: 4 });
  open();
  await expectTexts(heads, ['UID', 'Company', 'Mode']);
  await heads.nth(1).getByRole('button').click();
  await expectTexts(rows, [/^2.*Acme/, /^1.*Zeta Lines/]);
});

it('[D-046, L-012] DeviceTable selects a device by click or keyboard and zooms to it', async () => {
  loadMany(20);
  open();
  await rows.nth(3).click();
  await expect.element(rows.nth(3)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(rows.nth(4)).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowUp}{Enter}');
  await expect.element(rows.nth(13)).toHaveAttribute('aria-selected', 'true');
  await expect.element(rows.nth(3)).toHaveAttribute('aria-selected', 'false');
  expect(onZoom.mock.calls).toEqual([[310_004], [310_014]]);
});

it('[D-045] DeviceTable selects no device that a viewer may not choose', async () => {
  loadMany(2);
  choosable.put(new Set([310_002]));
  open();
  await rows.nth(0).click();
  expect(useSelection.getState().uid).toBeNull();
  await rows.nth(1).click();
  expect(useSelection.getState().uid).toBe(310_002);
  expect(onZoom.mock.calls).toEqual([[310_002]]);
});

it('[D-039] DeviceTable filters by UID and returns to page 1', async () => {
  loadMany(20);
  open();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.element(rows).toHaveLength(5);
  await search.fill('31001');
  await expect.element(rows).toHaveLength(10);
  await expect.element(rows.first()).toMatchTextContent(/^310010/);
  await search.fill('99');
  await expect.element(page.getByText('No results')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(rows).toHaveLength(15);
});

it('DeviceTable sorts by each column, unknown values first', async () => {
  loadDevices({ uId: 1, lastPowerMode: 0 }, { ...NEVER_HEARD, uId: 2 }, { uId: 3, lastPowerMode: 1, isConnected: 0 });
  open();
  await expectTexts(rows, ['1OnlineActive', /^2Offline/, '3OfflineHibernate']);
  await page.getByRole('button', { name: 'UID' }).click();
  await expect.element(heads.first()).toHaveAttribute('aria-sort', 'descending');
  await expectTexts(rows, [/^3/, /^2/, /^1/]);
});

it('DeviceTable loads the devices and shows the changes from the hub', async () => {
  answer('GET /apexagm', [{ ...exampleDevice, uId: 310_001, isConnected: 0 }]);
  load(open());
  await expectTexts(rows, [/^310001Offline/]);
  hear('ReceiveConnectionUpdate', { ...CONNECTED, uid: 310_001 });
  await expectTexts(rows, [/^310001Online/]);
});

it('[D-047, D-048, L-034, L-035] DeviceTable offers adding and removing devices to users with the permission', async () => {
  loadMany(1);
  open(true);
  await page.getByRole('button', { name: 'Add Device' }).click();
  await page.getByRole('button', { name: 'Remove Device' }).click();
  expect([onAdd.mock.calls.length, onRemove.mock.calls.length]).toEqual([1, 1]);
});

it('[L-034, L-035] DeviceTable does not offer adding and removing devices to other users', async () => {
  loadMany(1);
  open();
  await page.getByRole('button', { name: 'Device info' }).click();
  expect(onToggle).toHaveBeenCalledOnce();
  await expect.element(page.getByRole('button', { name: /Add Device|Remove Device/ })).not.toBeInTheDocument();
});

it('DeviceTable says that devices load, that there are none, and shows only its bar when closed', async () => {
  open();
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading devices' })).toBeVisible();
  loadDevices();
  await expect.element(page.getByText('No devices found')).toBeVisible();
  await page.getByRole('button', { name: 'Close Devices' }).click();
  await expect.element(page.getByText('No devices found')).not.toBeInTheDocument();
});

it('DeviceTable shows why devices did not load and loads them on Retry', async () => {
  expectLogged(/ApiError/);
  refuse('GET /apexagm', 'internal-error');
  load(open());
  const failure = page.getByRole('alert');
  await expect.element(failure).toMatchTextContent('Devices did not load');
  await expect.element(failure).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(grid).not.toBeInTheDocument();
  answer('GET /apexagm', [exampleDevice]);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expectTexts(rows, [/^100234/]);
});

it('[W-140] DeviceTable says until when a device sleeps; one that has overslept is offline', async () => {
  const wakesAt = hourFromNow();
  const away = { isConnected: 0, isIridium: false, lastShutdownTime: null } as const;
  loadDevices(
    { uId: 100_001, ...away, lastExpectedWakeupTime: wakesAt },
    { uId: 100_002, ...away, lastExpectedWakeupTime: '2026-03-18 00:00:00' },
  );
  open();
  await expect.element(rows.nth(0)).toMatchTextContent(`Asleep until ${wakesAt.slice(11, 16)} UTC`);
  await expect.element(rows.nth(1)).toMatchTextContent('Offline');
});

for (const [width, who] of [
  [360, 'an admin'],
  [388, 'an admin'],
  [360, 'a superadmin'],
  [388, 'a superadmin'],
] as const) {
  it(`[W-147] DeviceTable beside a panel, ${width} px wide, has no control of ${who} that overlaps or is cut off`, async () => {
    loadMany(20);
    open(who === 'a superadmin', width);
    await expect.element(page.getByRole('button', { name: 'Next page' })).toBeVisible();
    const boxes = [...document.querySelectorAll('section[aria-label="Devices"] :is(button, input)')]
      .filter((control) => !control.closest('[role=grid]'))
      .map((control) => control.getBoundingClientRect());
    const outside = boxes.filter(({ left, right }) => left < 0 || right > width);
    const overlaps = boxes.flatMap((one, at) =>
      boxes
        .slice(at + 1)
        .filter(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
        ),
    );
    expect({ outside, overlaps }).toEqual({ outside: [], overlaps: [] });
    expect(search.element().getBoundingClientRect().width).toBeGreaterThan(79);
  });
}
