import { exampleDevice } from '@waymark/contract/devices/device';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { onFlyTo, onZoomToDevice, focusSearch } from '#/map/map-commands.ts';
import { render } from '#/testing/render.tsx';
import { useCompanies } from '../store/companies.ts';
import { selectDevice, useSelection } from '../store/selection.ts';
import { loadDevices } from '../testing/sample-devices.ts';
import { expectTexts } from '../testing/texts.ts';
import { DeviceSearch } from './DeviceSearch.tsx';

const field = page.getByRole('combobox', { name: 'Device UID' });
const options = page.getByRole('option');
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function open(): void {
  loadDevices(...[310_010, 310_011, 420_310].map((uId) => ({ uId, isConnected: uId === 310_010 ? 1 : 0 }) as const));
  render(<DeviceSearch />);
}

it('DeviceSearch lists devices by their digits, those that begin with them first', async () => {
  open();
  await field.fill('310');
  await expectTexts(options, [/^310010Online/, /^310011Offline/, /^420310Offline/]);
});

it('[W-160] DeviceSearch names the company of each device if the user sees several', async () => {
  useCompanies.setState({ names: new Map([[exampleDevice.groupId, 'Acme Pipelines']]) });
  open();
  await field.fill('310010');
  await expectTexts(options, ['310010Acme Pipelines, Online']);
});

it('DeviceSearch selects the highlighted device by keyboard and zooms to it', async () => {
  const zoomed = vi.fn<(uid: number) => void>();
  stops.push(onZoomToDevice(zoomed));
  open();
  await field.fill('3100');
  await expect.element(options).toHaveLength(2);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue('310011');
  await expect.element(options).not.toBeInTheDocument();
  expect(useSelection.getState().uid).toBe(310_011);
  expect(zoomed.mock.calls).toEqual([[310_011]]);
});

it('DeviceSearch accepts a complete UID on Enter without waiting for the list', async () => {
  open();
  await field.fill('420310');
  await userEvent.keyboard('{Enter}');
  expect(useSelection.getState().uid).toBe(420_310);
});

it('DeviceSearch says that nothing is found and clears the selection with its field', async () => {
  open();
  selectDevice(310_010);
  await field.fill('999');
  await expectTexts(options, ['No results']);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(field).toHaveValue('');
  expect(useSelection.getState().uid).toBeNull();
});

it('[M-034] DeviceSearch offers to go to typed coordinates', async () => {
  const went = vi.fn<(place: unknown) => void>();
  stops.push(onFlyTo(went));
  open();
  await field.fill('36.13, -96.03');
  await expectTexts(options, ['Go to 36.13, -96.03']);
  await userEvent.keyboard('{Enter}');
  expect(went.mock.calls).toMatchObject([[{ lat: 36.13, lon: -96.03, zoom: 16 }]]);
  expect(useSelection.getState().uid).toBeNull();
});

it('DeviceSearch clears its field when another device is selected elsewhere, and takes the focus on request', async () => {
  open();
  await field.fill('310010');
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Tab}');
  selectDevice(310_011);
  await expect.element(field).toHaveValue('');
  focusSearch();
  await expect.element(field).toHaveFocus();
});
