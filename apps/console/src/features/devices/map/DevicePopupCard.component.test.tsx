import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { useSelection } from '../store/selection.ts';
import { loadDevices } from '../testing/sample-devices.ts';
import { useDevice } from '../store/use-devices.ts';
import { DevicePopupCard } from './DevicePopupCard.tsx';

const acts = { onClose: vi.fn<() => void>(), onOpenDeviceInfo: vi.fn<() => void>() };

function Card({ uid }: { readonly uid: number }) {
  const device = useDevice(uid);
  return device && <DevicePopupCard device={device} {...acts} />;
}

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
