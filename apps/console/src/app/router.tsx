import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type ErrorComponentProps,
  type ParsedLocation,
} from '@tanstack/react-router';
import { decideEntry, mayEnter, type GuardedRoute } from '#/features/session/guards.ts';
import { takeHandover } from '#/features/session/accept-sign-in.ts';
import { keepLinkToken } from '#/features/session/entry/password-link.ts';
import { ensureSession } from '#/features/session/session.ts';
import { useSession } from '#/features/session/session-store.ts';
import type { StoredUser } from '#/features/session/stored-user.ts';
import { parseQuery } from '#/features/session/entry/startup-query.ts';
import { FailureScreen } from './FailureScreen.tsx';
import { lazyPart } from './lazy-part.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Splash } from './Splash.tsx';

/** Without the server the home screen shows what this browser kept for whoever was signed in last. */
async function openOffline(route: GuardedRoute, user: StoredUser | null, failure?: unknown): Promise<boolean> {
  if (route !== 'home' || !user) return false;
  const part = await import('./offline/load-last-known.ts')
    .then(({ loadLastKnown }) => loadLastKnown())
    .catch(() => null);
  return part !== null && part.openLastKnown(user, failure);
}

/** On the way to a screen that needs a sign-in; see guards.ts for the rules. */
async function guard(route: GuardedRoute, { hash, search }: ParsedLocation): Promise<void> {
  const signInFirst = () => redirect({ to: '/login/$redirect', params: { redirect: route }, search });
  const { user: known } = useSession.getState();
  switch (decideEntry({ hash, user: known, nowMs: Date.now() })) {
    case 'authenticated':
      throw redirect({ to: '/authenticated', hash, search });
    case 'login':
      if (await openOffline(route, known)) return;
      throw signInFirst();
    case 'renew': {
      const user = await ensureSession().catch(async (failure: unknown) => {
        if (await openOffline(route, known, failure)) return known;
        throw failure;
      });
      if (!user) throw signInFirst();
      if (!mayEnter(route, user.role)) throw redirect({ to: '/' });
    }
  }
}

/** Takes what is secret out of the address at once, so that neither history nor a copied link keeps it. */
function takeHash({ hash, pathname, search }: ParsedLocation, keep: (hash: string) => void): void {
  if (hash === '') return;
  keep(hash);
  throw redirect({ to: pathname, search, hash: '', replace: true });
}

const rootRoute = createRootRoute({ component: Outlet });

const loginPart = lazyPart(() => import('#/features/session/entry/LoginPage.tsx'), 'LoginPage');
/** The home screen's parts come once the login screen is there; should they not, whoever signs in fetches them. */
const prepareHome = () => {
  import('./prepare-home.ts').then((part) => part.prepareHome()).catch(() => undefined);
};
const loginOptions = { getParentRoute: () => rootRoute, component: loginPart, onEnter: prepareHome } as const;
const loginRoute = createRoute({ ...loginOptions, path: '/login' });
const loginRedirectRoute = createRoute({ ...loginOptions, path: '/login/$redirect' });

const authenticatedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/authenticated',
  beforeLoad: ({ location }) => takeHash(location, takeHandover),
  component: lazyPart(() => import('#/features/session/entry/AuthenticatedPage.tsx'), 'AuthenticatedPage'),
});
const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: lazyPart(() => import('#/features/session/entry/ResetPage.tsx'), 'ResetPage'),
});
const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-password',
  beforeLoad: ({ location }) => takeHash(location, keepLinkToken),
  component: lazyPart(() => import('#/features/session/entry/SetPasswordPage.tsx'), 'SetPasswordPage'),
});

/** Top bar, dialogs and live data of the signed-in screens; they stay while the screen inside changes. */
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: lazyPart(() => import('./shell/AppFrame.tsx'), 'AppFrame'),
});
const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: ({ location }) => guard('home', location),
  component: lazyPart(() => import('./shell/HomeScreen.tsx'), 'HomeScreen'),
});
const usersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/users',
  beforeLoad: ({ location }) => guard('userManagement', location),
  component: lazyPart(() => import('./shell/UsersPage.tsx'), 'UsersPage'),
});

function RouteFailure({ error, reset }: ErrorComponentProps) {
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <FailureScreen error={error} onRetry={retry} />;
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    loginRedirectRoute,
    authenticatedRoute,
    resetRoute,
    setPasswordRoute,
    frameRoute.addChildren([homeRoute, usersRoute]),
  ]),
  // Query parameters stay the texts that they are.
  parseSearch: parseQuery,
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultErrorComponent: RouteFailure,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingComponent: Splash,
  defaultPendingMs: 400,
  defaultPendingMinMs: 0,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
