import { exampleDevice } from '@waymark/contract/devices/device';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { deviceStore } from '../store/device-store.ts';
import { loadDevices } from '../testing/sample-devices.ts';
import { useSteadyDevices } from './use-steady-devices.ts';

const { uId: uid } = exampleDevice;

function FirstDevice() {
  const [first] = useSteadyDevices();
  return <p>auto-download {first?.isAutoDownload ? 'on' : 'off'}</p>;
}

function changeFirst(): void {
  deviceStore.apply([{ name: 'ReceiveDownloadMode', data: { uid, isAutoDownload: true } }]);
}

it.each([
  [1, 'once a second', 1000],
  [12_000, 'every 3 seconds', 3000],
])('%i devices are sorted %s', async (count, _often, afterMs) => {
  loadDevices(...Array.from({ length: count }, (_, at) => ({ uId: uid + at, isAutodownload: false })));
  render(<FirstDevice />);
  const text = page.getByText(/auto-download/);
  await expect.element(text).toHaveTextContent('auto-download off');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  changeFirst();
  await vi.advanceTimersByTimeAsync(afterMs - 1);
  expect(text.element()).toHaveTextContent('auto-download off');
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await expect.element(text).toHaveTextContent('auto-download on');
});
