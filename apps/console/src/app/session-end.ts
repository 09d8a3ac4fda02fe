import { useSession } from '#/features/session/session-store.ts';
import { forgetLastKnown } from './offline/opened.ts';
import { router } from './router.tsx';
import { findScreenAt } from './screens.ts';

/** When the session ends, a screen behind the sign-in gives way to the login. */
export function goToLoginWhenSessionEnds(): void {
  useSession.subscribe(({ user, end }, before) => {
    if (before.user && before.user.id !== user?.id) forgetLastKnown();
    if (user || !before.user) return;
    const screen = findScreenAt(router.state.location.pathname);
    if (!screen) return;
    if (end === 'expired') void router.navigate({ to: '/login/$redirect', params: { redirect: screen.name } });
    else void router.navigate({ to: '/login' });
  });
}
