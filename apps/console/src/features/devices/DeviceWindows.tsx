import type { Role } from '@waymark/contract/roles';
import { lazy, Suspense, type ComponentType } from 'react';
import { loadPart } from '../../api/load-part.ts';
import { CommandsWindow } from './commands/CommandsWindow.tsx';
import { useDeviceWindows, windowId, type DeviceWindow, type DeviceWindowKind } from './device-windows.ts';
import { HistoryWindow } from './history/HistoryWindow.tsx';
import { UnavailableWindow } from './UnavailableWindow.tsx';

type PlainWindow = ComponentType<{ readonly shown: DeviceWindow; readonly role: Role }>;

const WINDOWS: Readonly<Record<DeviceWindowKind, PlainWindow>> = {
  history: HistoryWindow,
  commands: CommandsWindow,
  stream: UnavailableWindow,
};

const PassageWindow = lazy(async () => ({ default: (await loadPart(() => import('./passage/PassageWindow.tsx'))).PassageWindow }));

/** The windows of devices that are open now. */
export function DeviceWindows({ role }: { readonly role: Role }) {
  const open = useDeviceWindows((windows) => windows.open);
  return open.map((shown) => {
    const key = windowId(shown);
    if (shown.kind === 'passage') {
      return (
        <Suspense key={key}>
          <PassageWindow shown={shown} role={role} />
        </Suspense>
      );
    }
    const Window = WINDOWS[shown.kind];
    return <Window key={key} shown={shown} role={role} />;
  });
}
