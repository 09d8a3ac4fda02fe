import { EmptyState } from '../../ui/DataState.tsx';
import { FloatingWindow } from '../../ui/FloatingWindow.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from './device-windows.ts';

const SIZE = { width: 420, height: 305 };

const WORDS = {
  commands: { subtitle: 'Commands', text: 'Commands are not part of this version.' },
  stream: { subtitle: 'Real-time stream', text: 'Real-time streams are not part of this version.' },
};

/** Says what this version has not. */
export function UnavailableWindow({ shown, kind }: { readonly shown: DeviceWindow; readonly kind: keyof typeof WORDS }) {
  const { subtitle, text } = WORDS[kind];
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind={kind}
      title={`AGM ${shown.uid}`}
      subtitle={subtitle}
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      <EmptyState>{text}</EmptyState>
    </FloatingWindow>
  );
}
