import { CommandsWindow } from './CommandsWindow.tsx';
import { useDeviceWindows, windowId } from './device-windows.ts';
import { HistoryWindow } from './history/HistoryWindow.tsx';

/** The windows of devices that are open now. */
export function DeviceWindows() {
  const open = useDeviceWindows((windows) => windows.open);
  return open.map((shown) =>
    shown.kind === 'history' ? <HistoryWindow key={windowId(shown)} shown={shown} /> : <CommandsWindow key={windowId(shown)} shown={shown} />,
  );
}
