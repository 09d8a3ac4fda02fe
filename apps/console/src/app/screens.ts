import type { RouteComponent } from '@tanstack/react-router';
import { ADMINS, EVERYONE, SUPERADMIN, type Role } from '@waymark/contract/roles';
import { t } from '#/language/t.ts';
import type { IconName } from '#/ui/button/Icon.tsx';
import { lazyPart } from './lazy-part.ts';

/** A screen behind the sign-in: its address, its users, its item in the user menu, and its lazily loaded page. */
export interface Screen {
  /** Stands in /login/NAME: the screen to open after the sign-in. */
  readonly name: string;
  readonly path: string;
  readonly roles: readonly Role[];
  readonly menuItem?: { readonly label: string; readonly icon: IconName };
  readonly page: RouteComponent;
}

export const HOME = {
  name: 'home',
  path: '/',
  roles: EVERYONE,
  page: lazyPart(() => import('./shell/HomeScreen.tsx'), 'HomeScreen', 'map'),
} as const satisfies Screen;

const USER_MANAGEMENT = {
  name: 'userManagement',
  path: '/users',
  roles: SUPERADMIN,
  menuItem: { label: t('User Manager'), icon: 'users' },
  page: lazyPart(() => import('./shell/UsersPage.tsx'), 'UsersPage'),
} as const satisfies Screen;

const ON_CALL = {
  name: 'onCall',
  path: '/on-call',
  roles: ADMINS,
  menuItem: { label: t('On call & escalation'), icon: 'notice' },
  page: lazyPart(() => import('#/features/on-call/OnCallPage.tsx'), 'OnCallPage'),
} as const satisfies Screen;

const WEBHOOKS = {
  name: 'webhooks',
  path: '/webhooks',
  roles: ADMINS,
  menuItem: { label: t('Webhooks'), icon: 'external' },
  page: lazyPart(() => import('#/features/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
} as const satisfies Screen;

const SHIFT = {
  name: 'shift',
  path: '/shift',
  roles: ADMINS,
  menuItem: { label: t('Shift log'), icon: 'file' },
  page: lazyPart(() => import('#/features/shift/ShiftPage.tsx'), 'ShiftPage'),
} as const satisfies Screen;

export const SCREENS = [HOME, USER_MANAGEMENT, ON_CALL, SHIFT, WEBHOOKS] as const;

export type ScreenPath = (typeof SCREENS)[number]['path'];

export function findScreenAt(path: string): Screen | undefined {
  return SCREENS.find((screen) => screen.path === path);
}

/** Redirects name a screen, never an address, so that no link leads to another site. Unknown names lead home. */
export function pathOfScreen(name: string | null | undefined): ScreenPath {
  return SCREENS.find((screen) => screen.name === name)?.path ?? HOME.path;
}

/** The screens in the user menu of a role. */
export function listMenuScreens(role: Role): readonly (Screen & Required<Pick<Screen, 'menuItem'>>)[] {
  const screens: readonly Screen[] = SCREENS;
  return screens.flatMap((screen) => {
    const { menuItem } = screen;
    return menuItem && screen.roles.includes(role) ? [{ ...screen, menuItem }] : [];
  });
}
