import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '#/app/ErrorBoundary.tsx';
import { router } from '#/app/router.tsx';
import { startTheme } from '#/app/theme/start-theme.ts';
import { startSession } from '#/features/session/session.ts';
import { useSession } from '#/features/session/session-store.ts';
import { forgetLastKnown } from '#/app/offline/opened.ts';
import { findScreenAt } from '#/app/screens.ts';

keepZodFromEval();
startTheme();
startSession();
goToLoginWhenSessionEnds();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <RouterProvider router={router} />
    </ErrorBoundary>
  </StrictMode>,
);

/**
 * Prevents zod, which the commands need, from testing whether it may compile code: the page's policy forbids that and
 * reports the attempt.
 */
function keepZodFromEval(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}

/** When the session ends, a screen behind the sign-in gives way to the login. */
function goToLoginWhenSessionEnds(): void {
  useSession.subscribe(({ user, end }, before) => {
    if (before.user && before.user.id !== user?.id) forgetLastKnown();
    if (user || !before.user) return;
    const screen = findScreenAt(router.state.location.pathname);
    if (!screen) return;
    if (end === 'expired') void router.navigate({ to: '/login/$redirect', params: { redirect: screen.name } });
    else void router.navigate({ to: '/login' });
  });
}
