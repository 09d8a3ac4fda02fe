import type { ComponentType } from 'react';
import { CommandsWindow } from './commands/CommandsWindow.tsx';
import { useDeviceWindows, windowId, type DeviceWindow, type DeviceWindowKind } from './device-windows.ts';
import { HistoryWindow } from './history/HistoryWindow.tsx';
import { UnavailableWindow } from './UnavailableWindow.tsx';

const WINDOWS: Readonly<Record<DeviceWindowKind, ComponentType<{ readonly shown: DeviceWindow }>>> = {
  history: HistoryWindow,
  commands: CommandsWindow,
  stream: UnavailableWindow,
};

/** The windows of devices that are open now. */
export function DeviceWindows() {
  const open = useDeviceWindows((windows) => windows.open);
  return open.map((shown) => {
    const Window = WINDOWS[shown.kind];
    return <Window key={windowId(shown)} shown={shown} />;
  });
}
