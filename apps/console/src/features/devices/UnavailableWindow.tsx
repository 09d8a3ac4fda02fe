import { EmptyState } from '../../ui/DataState.tsx';
import { FloatingWindow } from '../../ui/FloatingWindow.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from './device-windows.ts';

const SIZE = { width: 420, height: 305 };

/** Says what this version has not. */
export function UnavailableWindow({ shown }: { readonly shown: DeviceWindow }) {
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind={shown.kind}
      title={`AGM ${shown.uid}`}
      subtitle="Real-time stream"
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      <EmptyState>Real-time streams are not part of this version.</EmptyState>
    </FloatingWindow>
  );
}
