import { EmptyState } from '../../ui/DataState.tsx';
import { FloatingWindow } from '../../ui/FloatingWindow.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from './device-windows.ts';

const SIZE = { width: 420, height: 305 };

export function CommandsWindow({ shown }: { readonly shown: DeviceWindow }) {
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind="commands"
      title={`AGM ${shown.uid}`}
      subtitle="Commands"
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      <EmptyState>Commands are not part of this version.</EmptyState>
    </FloatingWindow>
  );
}
