import type { Role } from '@waymark/contract/roles';
import { lazy, Suspense, type ComponentType } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { CommandsWindow } from '#/features/commands/CommandsWindow.tsx';
import { useDeviceWindows, windowId, type DeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { DownloadsWindow } from '#/features/downloads/DownloadsWindow.tsx';
import { HistoryWindow } from '#/features/history/HistoryWindow.tsx';

interface WindowProps {
  readonly shown: DeviceWindow;
  readonly role: Role;
}

const PassageWindow = lazy(async () => ({
  default: (await loadPart(() => import('#/features/passage-chart/PassageWindow.tsx'))).PassageWindow,
}));
const StreamWindow = lazy(async () => ({
  default: (await loadPart(() => import('#/features/stream/StreamWindow.tsx'))).StreamWindow,
}));

const DeviceRejectionsWindow = lazy(async () => ({
  default: (await loadPart(() => import('#/features/rejections/DeviceRejectionsWindow.tsx'))).DeviceRejectionsWindow,
}));

const WINDOWS = {
  history: HistoryWindow,
  commands: CommandsWindow,
  stream: StreamWindow,
  downloads: DownloadsWindow,
  rejections: DeviceRejectionsWindow,
} satisfies Record<string, ComponentType<WindowProps>>;

function OneWindow({ shown, role }: WindowProps) {
  if (shown.kind === 'passage') return <PassageWindow shown={shown} role={role} />;
  const Window = WINDOWS[shown.kind];
  return <Window shown={shown} role={role} />;
}

/** The open windows of devices. */
export function DeviceWindows({ role }: { readonly role: Role }) {
  const open = useDeviceWindows((windows) => windows.open);
  return open.map((shown) => (
    <Suspense key={windowId(shown)}>
      <OneWindow shown={shown} role={role} />
    </Suspense>
  ));
}
