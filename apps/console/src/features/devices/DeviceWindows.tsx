import { useDeviceWindows, windowId } from './device-windows.ts';
import { HistoryWindow } from './history/HistoryWindow.tsx';
import { UnavailableWindow } from './UnavailableWindow.tsx';

/** The windows of devices that are open now. */
export function DeviceWindows() {
  const open = useDeviceWindows((windows) => windows.open);
  return open.map((shown) =>
    shown.kind === 'history' ? (
      <HistoryWindow key={windowId(shown)} shown={shown} />
    ) : (
      <UnavailableWindow key={windowId(shown)} shown={shown} kind={shown.kind} />
    ),
  );
}
