import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '#/api/load-part.ts';
import { forgetReports } from '#/features/reports/reports-store.ts';
import { useSession } from '#/features/session/session-store.ts';
import type { StoredUser } from '#/features/session/stored-user.ts';
import { focusSearch, goHome } from '#/map/map-commands.ts';
import { closeToasts } from '#/ui/toast/toasts.ts';
import { WindowLayer } from '#/ui/window/WindowLayer.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { createQueryClient } from '../query-client.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import styles from './AppFrame.module.css';
import { LateParts } from './LateParts.tsx';
import { closeEverything, openShortcuts } from './shell-store.ts';
import { SuperadminNote } from './strips/SuperadminNote.tsx';
import { TopBar } from './top-bar/TopBar.tsx';
import { useLive } from './use-live.ts';
import { useShortcuts } from './use-shortcuts.ts';

const Strips = lazy(async () => ({ default: (await loadPart(() => import('./strips/Strips.tsx'))).Strips }));

function SignedInFrame({ user }: { readonly user: StoredUser }) {
  useLive();
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
