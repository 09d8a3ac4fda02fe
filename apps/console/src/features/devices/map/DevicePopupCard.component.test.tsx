import { events } from '@waymark/contract/events/index';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { deviceStore } from '../store/device-store.ts';
import { useSelection } from '../store/selection.ts';
import { loadDevices, NEVER_HEARD } from '../testing/sample-devices.ts';
import { useDevice } from '../store/use-devices.ts';
import { DevicePopupCard } from './DevicePopupCard.tsx';

const HOUR_MS = 3_600_000;
const acts = { onClose: vi.fn<() => void>(), onOpenDeviceInfo: vi.fn<() => void>() };

beforeEach(() => void vi.clearAllMocks());

function Card({ uid }: { readonly uid: number }) {
  const device = useDevice(uid);
  return device && <DevicePopupCard device={device} {...acts} />;
}

const valueOf = (label: string) =>
  page.getByRole('term').filter({ hasText: label }).element().nextElementSibling?.textContent;

it('[W-160] DevicePopupCard links to the other device at the same place', async () => {
  loadDevices({ uId: 310_001 }, { uId: 310_002 }, { uId: 310_003, lat: 30, lon: -90 });
  const { rerender } = render(<Card uid={310_001} />);
  const beside = page.getByRole('group', { name: 'Devices at the same place' });
  await expect.element(beside).toMatchTextContent(/Also here.*310002$/);
  await expectAccessible();
  await beside.getByRole('button', { name: 'Device 310002' }).click();
  expect(useSelection.getState().uid).toBe(310_002);
  rerender(<Card uid={310_003} />);
  await expect.element(page.getByRole('heading', { name: '310003' })).toBeVisible();
  await expect.element(beside).not.toBeInTheDocument();
});

it('[W-311] DevicePopupCard gives the heartbeat in the zone of the reader, and names it', async () => {
  loadDevices({ uId: 310_001, lastHeartbeat: '2026-03-18 00:03:59' });
  render(<Card uid={310_001} />);
  expect(valueOf('Heartbeat')).toMatch(/^2026-03-18 00:03:59 UTC/);
  useZoneStore.setState({ ownZone: 'Asia/Kathmandu', times: 'mine' });
  await expect.poll(() => valueOf('Heartbeat')).toMatch(/^2026-03-18 05:48:59 UTC\+5:45/);
});

it('DevicePopupCard shows a time and its age on one line', async () => {
  loadDevices({ uId: 310_001, lastHeartbeat: formatUtcSecond(Date.now() - 3 * HOUR_MS) });
  render(<Card uid={310_001} />);
  const value = page.getByRole('definition').first();
  await expect.element(value).toMatchTextContent(/ UTC3 h$/);
  expect(value.element().getBoundingClientRect().height).toBeLessThan(24);
});

it('DevicePopupCard says what is not known of a device that has reported nothing', async () => {
  loadDevices({ uId: 310_001, ...NEVER_HEARD });
  render(<Card uid={310_001} />);
  await expect.element(page.getByRole('heading', { name: '310001' })).toBeVisible();
  expect(['Heartbeat', 'Battery', 'Signal', 'Power mode'].map(valueOf)).toEqual([
    'n/a',
    'n/a',
    'Signal unknownn/a',
    'n/a',
  ]);
  await expectAccessible();
});

it('DevicePopupCard shows what the device reports while the card is open', async () => {
  loadDevices({ uId: 310_001, isConnected: 0 });
  render(<Card uid={310_001} />);
  const card = page.getByRole('region', { name: 'Device 310001' });
  await expect.element(card).toMatchTextContent('Offline');
  const data = { ...events.ReceiveConnectionUpdate.example, uid: 310_001 };
  deviceStore.apply([{ name: 'ReceiveConnectionUpdate', data }]);
  await expect.element(card).toMatchTextContent('Online');
});

it('DevicePopupCard closes on Escape and by its button, and opens the device info', async () => {
  loadDevices({ uId: 310_001 });
  render(<Card uid={310_001} />);
  await userEvent.keyboard('{Escape}');
  expect(acts.onClose).toHaveBeenCalledTimes(1);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(acts.onClose).toHaveBeenCalledTimes(2);
  await page.getByRole('button', { name: 'Device info' }).click();
  expect(acts.onOpenDeviceInfo).toHaveBeenCalledOnce();
});
