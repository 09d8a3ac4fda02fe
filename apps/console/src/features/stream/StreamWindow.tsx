import type { Role } from '@waymark/contract/roles';
import { useEffect, useState } from 'react';
import { SkeletonLines } from '#/ui/state/DataState.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { changeWindowMode, showWindow, useWindowStore } from '#/ui/window/window-store.ts';
import { closeDeviceWindow, windowId, type DeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { DeviceIcon } from '#/features/devices/DeviceIcon.tsx';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import { t } from '#/language/t.ts';
import { StreamOptions } from './options/StreamOptions.tsx';
import type { StreamSession } from './session/session-types.ts';
import { StreamDialog } from './StreamDialog.tsx';
import { OPTIONS_SIZE, STREAM_SIZE, STREAM_SIZES } from './stream-sizes.ts';
import { useStreamSession } from './session/use-stream-session.ts';

/** S-034: minimises the window while the page is hidden, so that it does not cover the map when the user returns. */
function useMinimisedWhenHidden(id: string): void {
  useEffect(() => {
    const follow = () => document.visibilityState === 'hidden' && changeWindowMode(id, 'minimised');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, [id]);
}

/** Draws nothing while the window cannot be seen. */
function useSeenSession(id: string, session: StreamSession | undefined): void {
  const isShown = useWindowStore(({ stack }) => stack.find((entry) => entry.id === id)?.mode !== 'minimised');
  useEffect(() => session?.setShown(isShown), [session, isShown]);
}

/** A device's live signals; several devices have a window each. */
export function StreamWindow({ shown, role }: { readonly shown: DeviceWindow; readonly role: Role }) {
  const { uid } = shown;
  const id = windowId(shown);
  const optionsId = `stream-options-${uid}`;
  const device = useDevice(uid);
  const { stream, replay } = useStreamSession(uid, role);
  const [areOptionsOpen, setOptionsOpen] = useState(false);
  useMinimisedWhenHidden(id);
  useSeenSession(id, stream?.session);
  const openOptions = () => {
    setOptionsOpen(true);
    showWindow(optionsId);
  };
  const mark = device && <DeviceIcon device={device} size={18} />;
  const title = t('AGM {uid}', { uid });
  return (
    <>
      <FloatingWindow
        id={id}
        kind="stream"
        title={title}
        subtitle={t('Realtime Streamer')}
        mark={mark}
        initialSize={STREAM_SIZE}
        fixedSizes={STREAM_SIZES}
        restoreLabel={t('Show Plots')}
        onClose={() => closeDeviceWindow(shown)}
      >
        {stream ? (
          <StreamDialog windowId={id} {...stream} areOptionsOpen={areOptionsOpen} onOptions={openOptions} />
        ) : (
          <SkeletonLines label={t('Opening the stream')} widths={[300, 420, 380, 400]} />
        )}
      </FloatingWindow>
      {areOptionsOpen && (
        <FloatingWindow
          id={optionsId}
          kind="stream-options"
          title={t('Streaming Options')}
          subtitle={title}
          mark={mark}
          initialSize={OPTIONS_SIZE}
          besideId={id}
          onClose={() => setOptionsOpen(false)}
        >
          {stream && <StreamOptions session={stream.session} onReplay={replay} />}
        </FloatingWindow>
      )}
    </>
  );
}
