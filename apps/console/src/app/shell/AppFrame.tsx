import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { COMPANY_ADMIN } from '@waymark/contract/roles';
import { loadPart } from '#/api/load-part.ts';
import { forgetReports, useReports } from '#/features/reports/reports-store.ts';
import { openChosenSheet, toggleBoard, openVerifyQueue } from '#/features/runs/run-windows.ts';
import { startStepUp, useStepUp } from '#/features/session/step-up/step-up-store.ts';
import { useSession, onNewToken, type StoredUser } from '#/features/session/session-store.ts';
import { focusSearch, goHome } from '#/map/map-commands.ts';
import { closeToasts } from '#/ui/toast/toasts.ts';
import { WindowLayer } from '#/ui/window/WindowLayer.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { createQueryClient } from '../query-client.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { closeEverything, openShortcuts, closeMessages, useShell } from './shell-store.ts';
import { SuperadminNote } from './strips/SuperadminNote.tsx';
import { TopBar } from './top-bar/TopBar.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { forgetFleetDialogs } from '#/features/administration/agms/fleet-store.ts';
import { forgetBroadcasts } from '#/features/broadcast/broadcast-store.ts';
import { startDevices } from '#/features/devices/store/devices.data.ts';
import { followPushClicks } from '#/features/notifications/reach/follow-push-clicks.ts';
import { askQuery, parseQuery } from '#/features/session/entry/startup-query.ts';
import { loadAlerts } from '#/features/notifications/alerts/load-alerts.ts';
import { currentUserQuery } from '#/features/notifications/current-user.data.ts';
import { endSession, renewSession } from '#/features/session/session.ts';
import type { SessionEndReason } from '#/live/hub-client.ts';
import { liveEvents, passTokenToHub, recoverySteps, startLive } from '#/live/live.ts';
import { takeOpened } from '../offline/opened.ts';
import { useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { useDownloadWindows } from '#/features/reports/downloads/download-windows.ts';
import { loadDeviceInfo } from './drawers/load-device-info.ts';
import { loadHelpMenu, loadUserMenu } from './top-bar/load-menus.ts';
import styles from './AppFrame.module.css';
import { forgetTimes, setTimes } from '#/ui/clock/zones.ts';
import { showLanguageOf } from '#/features/languages/show-language.ts';
import { forgetUnits, showUnitsOf } from '#/features/units/units.ts';

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

const Strips = lazy(async () => ({ default: (await loadPart(() => import('./strips/Strips.tsx'))).Strips }));

function SignedInFrame({ user }: { readonly user: StoredUser }) {
  useLive();
  useChoicesOfUser();
  const navigate = useNavigate();
  usePushClicks();
  useShortcuts((shortcut) => {
    switch (shortcut) {
      case 'list-shortcuts':
        openShortcuts();
        break;
      case 'focus-search':
        focusSearch();
        break;
      case 'go-home':
        goHome();
        break;
      case 'toggle-board':
        toggleBoard();
        void navigate({ to: '/' });
        break;
      case 'open-queue':
        openVerifyQueue();
        break;
      case 'open-sheet':
        openChosenSheet();
        break;
    }
  });
  return (
    <div className={styles.frame}>
      <TopBar user={user} />
      {user.role === 'superadmin' && <SuperadminNote />}
      <ErrorBoundary>
        <Suspense>
          <Strips userId={user.id} />
        </Suspense>
      </ErrorBoundary>
      <div className={styles.screen}>
        <ErrorBoundary>
          <Outlet />
        </ErrorBoundary>
        <WindowLayer />
      </div>
      <LateParts />
    </div>
  );
}

/** The common frame of all signed-in screens. Clears all data of a user when they sign out. */
export function AppFrame() {
  const user = useSession((session) => session.user);
  const [queryClient] = useState(createQueryClient);
  useEffect(
    () => () => {
      queryClient.clear();
      closeEverything();
      forgetReports();
      forgetUnits();
      forgetTimes();
      closeToasts();
    },
    [queryClient],
  );
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>{user && <SignedInFrame user={user} />}</QueryClientProvider>
    </ThemeProvider>
  );
}

async function followSessionEnd(reason: SessionEndReason): Promise<void> {
  // Makes up for a missed renewal, if the server still accepts it.
  const outcome = reason === 'expired' ? await renewSession().catch(() => 'refused' as const) : 'refused';
  if (outcome === 'refused') endSession(reason);
}

/** A click on a push opens its place on the map, whatever screen is open. */
function usePushClicks(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      followPushClicks((search) => {
        askQuery(parseQuery(search));
        void navigate({ to: '/' });
      }),
    [navigate],
  );
}

/** Connects the signed-in screens to the hub while they are mounted. */
function useLive(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const opened = takeOpened();
    const lastKnownAt = opened?.savedAt ?? null;
    const stops = [
      liveEvents.listen('ReceiveUserUpdate', (user) => queryClient.setQueryData(currentUserQuery.queryKey, user)),
      recoverySteps.register('reload', () => queryClient.invalidateQueries({}, { throwOnError: true })),
      onNewToken(passTokenToHub),
      startDevices(queryClient),
      loadAlerts(),
      startLive({
        onSessionEnd: (reason) => void followSessionEnd(reason),
        lastKnownAt,
      }),
      opened?.show(),
    ];
    return () => {
      for (const stop of stops) stop?.();
      forgetFleetDialogs();
      forgetBroadcasts();
    };
  }, [queryClient]);
}

/** All screens show the units, the time zone and the language of the signed-in user. */
function useChoicesOfUser(): void {
  const { data } = useQuery(currentUserQuery);
  const hasLanguage = useRef(false);
  useEffect(() => {
    if (!data) return;
    showUnitsOf(data);
    setTimes(data.times);
    // A language that is chosen elsewhere later waits for the next load of the page, so that no work is lost.
    if (!hasLanguage.current) showLanguageOf(data);
    hasLanguage.current = true;
  }, [data]);
}

/**
 * Parts that load after the map: toasts are queued until their host is ready; dialogs, menus and the device panel are
 * preloaded.
 */
function LateParts() {
  const isDialogWanted = useShell((shell) => shell.dialog !== null);
  const areMessagesOpen = useShell((shell) => shell.areMessagesOpen);
  const areShortcutsOpen = useShell((shell) => shell.areShortcutsOpen);
  const isLogWanted = useShell((shell) => shell.logs.length > 0);
  const isWindowWanted = useDeviceWindows(({ open }) => open.length > 0);
  const isDownloadShown = useDownloadWindows(
    ({ sessions, areFilesShown }) => areFilesShown || sessions.some(({ isShown }) => isShown),
  );
  const isReportOpen = useReports(({ open }) => open !== null);
  const isStepUpWanted = useStepUp(({ waiting }) => waiting.length > 0);
  useEffect(startStepUp, []);
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
      <LatePart>{(isDialogWanted || isStepUpWanted || areDialogsLoaded) && <ShellDialogs />}</LatePart>
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
