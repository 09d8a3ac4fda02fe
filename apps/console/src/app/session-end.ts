import { useSession } from '#/features/session/session-store.ts';
import { forgetLastKnown } from './offline/opened.ts';
import { router } from './router.tsx';

/** Whoever is on a screen behind the sign-in when the session ends finds himself at the login. */
export function goToLoginWhenSessionEnds(): void {
  useSession.subscribe(({ user, end }, before) => {
    if (before.user && before.user.id !== user?.id) forgetLastKnown();
    if (user || !before.user) return;
    const { pathname } = router.state.location;
    const isGuarded = pathname === '/' || pathname === '/users';
    if (!isGuarded) return;
    if (end === 'expired') {
      const redirect = pathname === '/users' ? 'userManagement' : 'home';
      void router.navigate({ to: '/login/$redirect', params: { redirect } });
    } else {
      void router.navigate({ to: '/login' });
    }
  });
}
