import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../../api/load-part.ts';
import { useDeviceWindows } from '../../features/devices/device-windows.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { loadDeviceInfo } from './load-device-info.ts';
import { loadHelpMenu, loadUserMenu } from './load-menus.ts';
import { closeMessages, useShell } from './shell-store.ts';

const loadDialogs = () => loadPart(() => import('./ShellDialogs.tsx'));
const ShellDialogs = lazy(async () => ({ default: (await loadDialogs()).ShellDialogs }));
const DeviceWindows = lazy(async () => ({
  default: (await loadPart(() => import('../../features/devices/DeviceWindows.tsx'))).DeviceWindows,
}));
const MessagesWindow = lazy(async () => ({
  default: (await loadPart(() => import('../../features/outbox/MessagesWindow.tsx'))).MessagesWindow,
}));
const LogWindows = lazy(async () => ({ default: (await loadPart(() => import('./LogWindows.tsx'))).LogWindows }));
const ToastHost = lazy(async () => ({ default: (await loadPart(() => import('../../ui/ToastHost.tsx'))).ToastHost }));

/** How long the map has the line for itself. */
const REST_MS = 3000;

/** What may come after the map: toasts wait for their host; dialogs, menus and the device panel are fetched before somebody asks for them. */
export function LateParts() {
  const isDialogWanted = useShell((shell) => shell.dialog !== null);
  const areMessagesOpen = useShell((shell) => shell.areMessagesOpen);
  const isLogWanted = useShell((shell) => shell.logs.length > 0);
  const isWindowWanted = useDeviceWindows(({ open }) => open.length > 0);
  const [isRested, setRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setRested(true);
      for (const load of [loadDeviceInfo, loadUserMenu, loadHelpMenu]) load().catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ErrorBoundary>
      <Suspense>
        <ToastHost />
      </Suspense>
      <Suspense>{isWindowWanted && <DeviceWindows />}</Suspense>
      <Suspense>{isLogWanted && <LogWindows />}</Suspense>
      <Suspense>{areMessagesOpen && <MessagesWindow onClose={closeMessages} />}</Suspense>
      <Suspense>{(isDialogWanted || isRested) && <ShellDialogs />}</Suspense>
    </ErrorBoundary>
  );
}
