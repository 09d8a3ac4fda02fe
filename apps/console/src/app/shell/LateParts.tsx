import { COMPANY_ADMIN } from '@waymark/contract/roles';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { useDownloadWindows } from '#/features/reports/downloads/download-windows.ts';
import { useReports } from '#/features/reports/reports-store.ts';
import { useSession } from '#/features/session/session-store.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { loadDeviceInfo } from './drawers/load-device-info.ts';
import { loadHelpMenu, loadUserMenu } from './top-bar/load-menus.ts';
import { closeMessages, useShell } from './shell-store.ts';

const loadDialogs = () => loadPart(() => import('./ShellDialogs.tsx'));
const ShellDialogs = lazy(async () => ({ default: (await loadDialogs()).ShellDialogs }));
const DeviceWindows = lazy(async () => ({
  default: (await loadPart(() => import('./DeviceWindows.tsx'))).DeviceWindows,
}));
const DownloadWindows = lazy(async () => ({
  default: (await loadPart(() => import('#/features/reports/downloads/DownloadWindows.tsx'))).DownloadWindows,
}));
const ReportWindow = lazy(async () => ({
  default: (await loadPart(() => import('#/features/reports/ReportWindow.tsx'))).ReportWindow,
}));
const MessagesWindow = lazy(async () => ({
  default: (await loadPart(() => import('#/features/outbox/MessagesWindow.tsx'))).MessagesWindow,
}));
const ShortcutsWindow = lazy(async () => ({
  default: (await loadPart(() => import('./ShortcutsWindow.tsx'))).ShortcutsWindow,
}));
const LogWindows = lazy(async () => ({ default: (await loadPart(() => import('./LogWindows.tsx'))).LogWindows }));
const ToastHost = lazy(async () => ({ default: (await loadPart(() => import('#/ui/toast/ToastHost.tsx'))).ToastHost }));

/** Delay, so that the map can load first. */
const REST_MS = 3000;

/**
 * Parts that load after the map: toasts are queued until their host is ready; dialogs, menus and the device panel are
 * preloaded.
 */
export function LateParts() {
  const isDialogWanted = useShell((shell) => shell.dialog !== null);
  const areMessagesOpen = useShell((shell) => shell.areMessagesOpen);
  const areShortcutsOpen = useShell((shell) => shell.areShortcutsOpen);
  const isLogWanted = useShell((shell) => shell.logs.length > 0);
  const isWindowWanted = useDeviceWindows(({ open }) => open.length > 0);
  const isDownloadShown = useDownloadWindows(
    ({ sessions, areFilesShown }) => areFilesShown || sessions.some(({ isShown }) => isShown),
  );
  const isReportOpen = useReports(({ open }) => open !== null);
  const role = useSession(({ user }) => user?.role);
  const [areDialogsLoaded, setDialogsLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      // A part that fails to load, such as offline, is loaded again on first use.
      loadDialogs().then(
        () => setDialogsLoaded(true),
        () => undefined,
      );
      for (const load of [loadDeviceInfo, loadUserMenu, loadHelpMenu]) load().catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <LatePart>
        <ToastHost />
      </LatePart>
      <LatePart>{isWindowWanted && role && <DeviceWindows role={role} />}</LatePart>
      <LatePart>{isDownloadShown && role && COMPANY_ADMIN.includes(role) && <DownloadWindows />}</LatePart>
      <LatePart>{isReportOpen && role && COMPANY_ADMIN.includes(role) && <ReportWindow />}</LatePart>
      <LatePart>{isLogWanted && <LogWindows />}</LatePart>
      <LatePart>{areShortcutsOpen && <ShortcutsWindow />}</LatePart>
      <LatePart>{areMessagesOpen && <MessagesWindow onClose={closeMessages} />}</LatePart>
      <LatePart>{(isDialogWanted || areDialogsLoaded) && <ShellDialogs />}</LatePart>
    </>
  );
}

/** A part that fails does not affect the others. */
function LatePart({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
