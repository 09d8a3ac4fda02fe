import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { Role } from '@waymark/contract/roles';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#/app/query-client.ts';
import { pathOfScreen } from '#/app/screens.ts';
import { ThemeProvider } from '#/app/theme/ThemeProvider.tsx';
import type { ScreenContext } from '#/features/session/screen-context.ts';
import { forgetSession, holdSession, useSession } from '#/features/session/session-store.ts';
import { ToastHost } from '#/ui/toast/ToastHost.tsx';
import { WindowLayer } from '#/ui/window/WindowLayer.tsx';
import { setLive } from './live-state.ts';

interface RenderOptions {
  /** Role of the signed-in user; null renders as before the sign-in. */
  readonly role?: Role | null;
  /** Renders the component on a screen with this address, with the console's routes. */
  readonly path?: string;
}

interface Rendered {
  readonly queryClient: QueryClient;
  readonly rerender: (ui: ReactNode) => void;
  readonly unmount: () => void;
  /** The console's present path; only with `path`. */
  readonly currentPath: () => string | undefined;
}

const HOUR_MS = 3_600_000;
const USERS: Readonly<Record<Role, { readonly id: number; readonly name: string }>> = {
  viewer: { id: 9, name: 'Vera Lindholm' },
  admin: { id: 7, name: 'Dana Reyes' },
  superadmin: { id: 1, name: 'Sam Okafor' },
};

const unmounts = new Set<() => void>();

function signIn(role: Role): void {
  const now = Date.now();
  const expiresAt = now + HOUR_MS;
  holdSession(
    { ...USERS[role], role, tokenExpiry: expiresAt },
    { token: `token-of-${role}`, receivedAt: now, expiresAt },
  );
}

function makeRouter(path: string, ui: () => ReactNode) {
  const root = createRootRouteWithContext<ScreenContext>()();
  const paths = [
    '/',
    '/users',
    '/on-call',
    '/webhooks',
    '/shift',
    '/login',
    '/login/$redirect',
    '/authenticated',
    '/reset',
    '/set-password',
    '/acknowledge',
  ];
  const screens = paths.map((each) => createRoute({ getParentRoute: () => root, path: each, component: ui }));
  return createRouter({
    routeTree: root.addChildren(screens),
    context: { pathOfScreen },
    history: createMemoryHistory({ initialEntries: [path] }),
  });
}

/** Renders a component inside the console's own providers, with toasts and windows, signed in as an admin. */
export function render(ui: ReactNode, { role = 'admin', path }: RenderOptions = {}): Rendered {
  if (role === null) forgetSession(null);
  else if (useSession.getState().user?.role !== role) signIn(role);
  setLive();
  const queryClient = createQueryClient();
  const place = document.createElement('div');
  place.dataset['testing'] = 'place';
  document.body.append(place);
  const root = createRoot(place);
  let shown = ui;
  const router = path === undefined ? null : makeRouter(path, () => shown);
  const draw = () =>
    flushSync(() =>
      root.render(
        <ThemeProvider>
          <QueryClientProvider client={queryClient}>
            {router ? <RouterProvider router={router as never} /> : shown}
            <WindowLayer />
            <ToastHost />
          </QueryClientProvider>
        </ThemeProvider>,
      ),
    );
  draw();
  const unmount = () => {
    root.unmount();
    place.remove();
    queryClient.clear();
    unmounts.delete(unmount);
  };
  unmounts.add(unmount);
  return {
    queryClient,
    unmount,
    rerender(next) {
      shown = next;
      draw();
    },
    currentPath: () => router?.state.location.href,
  };
}

export function unmountAll(): void {
  for (const unmount of unmounts) unmount();
}
