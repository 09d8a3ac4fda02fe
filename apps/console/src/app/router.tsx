import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type ErrorComponentProps,
  type ParsedLocation,
} from '@tanstack/react-router';
import { decideEntry, useSession, type StoredUser } from '#/features/session/session-store.ts';
import { takeHandover } from '#/features/session/accept-sign-in.ts';
import { keepLinkToken } from '#/features/session/entry/password-link.ts';
import type { ScreenContext } from '#/features/session/screen-context.ts';
import { ensureSession } from '#/features/session/session.ts';
import { parseQuery } from '#/features/session/entry/startup-query.ts';
import { loadMessages, t } from '#/language/t.ts';
import { FailureScreen } from './FailureScreen.tsx';
import { lazyPart } from './lazy-part.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { HOME, pathOfScreen, SCREENS, type Screen } from './screens.ts';
import { WaymarkLogo } from '#/ui/brand/WaymarkLogo.tsx';
import styles from './router.module.css';

/** Without the server the home screen shows what this browser kept for the user who was signed in last. */
async function openOffline(screen: Screen, user: StoredUser | null, failure?: unknown): Promise<boolean> {
  if (screen.path !== HOME.path || !user) return false;
  const part = await loadMessages('console')
    .catch(() => undefined)
    .then(() => import('./shell/late-lists.ts'))
    .then(({ loadLastKnown }) => loadLastKnown())
    .catch(() => null);
  return part !== null && part.openLastKnown(user, failure);
}

/** Runs before a screen behind the sign-in opens; `decideEntry` has the rules. */
async function guard(screen: Screen, { hash, search }: ParsedLocation): Promise<void> {
  const signInFirst = () => redirect({ to: '/login/$redirect', params: { redirect: screen.name }, search });
  const { user: known } = useSession.getState();
  switch (decideEntry({ hash, user: known, nowMs: Date.now() })) {
    case 'authenticated':
      throw redirect({ to: '/authenticated', hash, search });
    case 'login':
      if (await openOffline(screen, known)) return;
      throw signInFirst();
    case 'renew': {
      const user = await ensureSession().catch(async (failure: unknown) => {
        if (await openOffline(screen, known, failure)) return known;
        throw failure;
      });
      if (!user) throw signInFirst();
      if (!screen.roles.includes(user.role)) throw redirect({ to: HOME.path });
    }
  }
}

/** Removes secrets from the address at once, so that neither history nor a copied link contains them. */
function takeHash({ hash, pathname, search }: ParsedLocation, keep: (hash: string) => void): void {
  if (hash === '') return;
  keep(hash);
  throw redirect({ to: pathname, search, hash: '', replace: true });
}

const rootRoute = createRootRouteWithContext<ScreenContext>()({ component: Outlet });

const loginPart = lazyPart(() => import('#/features/session/entry/LoginPage.tsx'), 'LoginPage', 'login');
/** Preloads the parts of the home screen after the login screen; if that fails, they are loaded after the sign-in. */
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
  component: lazyPart(() => import('#/features/session/entry/AuthenticatedPage.tsx'), 'AuthenticatedPage', 'map'),
});
const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: lazyPart(() => import('#/features/session/entry/ResetPage.tsx'), 'ResetPage', 'sign-in'),
});
const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-password',
  beforeLoad: ({ location }) => takeHash(location, keepLinkToken),
  component: lazyPart(() => import('#/features/session/entry/SetPasswordPage.tsx'), 'SetPasswordPage', 'sign-in'),
});

const acknowledgeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/acknowledge',
  beforeLoad: ({ location }) => takeHash(location, keepLinkToken),
  component: lazyPart(() => import('#/features/session/entry/AcknowledgePage.tsx'), 'AcknowledgePage', 'sign-in'),
});

/** Top bar, dialogs and live data of the signed-in screens; kept while the screen inside changes. */
const frameRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: lazyPart(() => import('./shell/AppFrame.tsx'), 'AppFrame', 'map'),
});
const screenRoute = <const Path extends string>(screen: Screen & { readonly path: Path }) =>
  createRoute({
    getParentRoute: () => frameRoute,
    path: screen.path,
    beforeLoad: ({ location }) => guard(screen, location),
    component: screen.page,
  });
type RoutesOf<Screens extends readonly Screen[]> = {
  [Place in keyof Screens]: ReturnType<typeof screenRoute<Screens[Place]['path']>>;
};
// A list of known length, so that the router knows the address of each screen.
const screenRoutes = SCREENS.map((screen: Screen) => screenRoute(screen)) as unknown as RoutesOf<typeof SCREENS>;

/** In development only: a build leaves the branch and its import out. */
const galleryRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => rootRoute,
        path: '/gallery',
        component: lazyPart(() => import('#/gallery/GalleryPage.tsx'), 'GalleryPage'),
      }),
    ]
  : [];

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
    acknowledgeRoute,
    frameRoute.addChildren(screenRoutes),
    // Not among the typed addresses: no link leads to it.
    ...(galleryRoutes as unknown as readonly []),
  ]),
  // Keeps query parameters as texts.
  parseSearch: parseQuery,
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
  context: { pathOfScreen },
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

/** Shown while a screen loads. */
function Splash() {
  return (
    <div className={styles.splash} role="status" aria-label={t('Loading')}>
      <WaymarkLogo size={38} />
    </div>
  );
}
