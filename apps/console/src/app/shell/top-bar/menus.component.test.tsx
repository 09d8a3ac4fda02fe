import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ROLES, type Role } from '@waymark/contract/roles';
import { useSession } from '#/features/session/session-store.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, answerFile, callsOf } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { chooseTheme, useThemeStore } from '#/app/theme/theme-store.ts';
import { AboutCard } from './AboutCard.tsx';
import { HelpMenu, ThemeToggle, UserMenu } from './TopBar.tsx';
import { useShell } from '../shell-store.ts';
import { ShortcutsWindow } from '../ShortcutsWindow.tsx';
import { listMenuColumns } from './user-menu.view.ts';

const trigger = page.getByRole('button', { name: /^User menu/ });
const menu = page.getByRole('menu');
const items = menu.getByRole('menuitem');
const itemOf = (name: string) => menu.getByRole('menuitem', { name });

function Bar({ supportUrl }: { readonly supportUrl: string | undefined }) {
  const user = useSession((session) => session.user);
  return user && <UserMenu user={user} supportUrl={supportUrl} />;
}

async function openMenu(role: Role, supportUrl: string | null = 'https://support.example.com/') {
  const rendered = render(<Bar supportUrl={supportUrl ?? undefined} />, { role, path: '/users' });
  await trigger.click();
  await expect.element(itemOf('Logout')).toBeVisible();
  return rendered;
}

it.for(ROLES)('[L-019, L-020, L-021, L-022, L-023] UserMenu offers the %s the entries of their role', async (role) => {
  await openMenu(role);
  const entries = listMenuColumns(role).flatMap((column) => column.flatMap((section) => section.entries));
  expect(items.elements().map((item) => item.textContent)).toEqual(entries.map(({ label }) => label));
  await expectAccessible();
});

it('[W-546] UserMenu names the groups of an admin', async () => {
  await openMenu('admin');
  const inGroup = (name: string) =>
    menu.getByRole('group', { name, exact: true }).getByRole('menuitem').elements().length;
  expect(['Company', 'Logs', 'Your account'].map(inGroup)).toEqual([7, 2, 8]);
});

it('[L-024, L-059] UserMenu links to the support site in a new tab', async () => {
  await openMenu('viewer');
  await expect.element(itemOf('Technical Support')).toHaveAttribute('href', 'https://support.example.com/');
  await expect.element(itemOf('Technical Support')).toHaveAttribute('target', '_blank');
});

it('UserMenu disables support while its address is unknown', async () => {
  await openMenu('viewer', null);
  await expect.element(itemOf('Technical Support')).toHaveAttribute('data-disabled', 'true');
  await expect.element(itemOf('Technical Support')).not.toHaveAttribute('href');
});

it('[L-027] UserMenu links a superadmin to the user management screen', async () => {
  const { currentPath } = await openMenu('superadmin');
  await itemOf('User Manager').click();
  await expect.poll(currentPath).toBe('/users');
  expect(useShell.getState().dialog).toBeNull();
});

it('[L-028] UserMenu opens the local user manager for an admin', async () => {
  await openMenu('admin');
  await itemOf('User Manager').click();
  await expect.element(menu).not.toBeInTheDocument();
  expect(useShell.getState().dialog).toBe('localUsers');
});

it.for([
  ['Pig Run Manager', 'pigRunManager'],
  ['Download/Report Manager', 'reportManager'],
  ['Broadcast Commands', 'broadcastCommands'],
] as const)('UserMenu opens the panel of %s beside the map', async ([entry, panel]) => {
  const { currentPath } = await openMenu('admin');
  await itemOf(entry).click();
  await expect.poll(currentPath).toBe('/');
  expect(useShell.getState().panel).toBe(panel);
});

it.for([
  ['Audit Log', 'audit'],
  ['Error Log', 'errors'],
  ['Rejected Messages', 'rejections'],
  ['System Health', 'health'],
] as const)('UserMenu opens the window of %s', async ([entry, log]) => {
  await openMenu('superadmin');
  await itemOf(entry).click();
  expect(useShell.getState().logs).toEqual([log]);
});

it('[L-025] UserMenu opens the dialog to change the password', async () => {
  await openMenu('viewer');
  await itemOf('Change Password').click();
  expect(useShell.getState().dialog).toBe('changePassword');
});

it('[A-066, L-026] UserMenu signs the user out on the server and in this browser', async () => {
  answer('POST /oauth/logout', {});
  await openMenu('viewer');
  expect(localStorage.getItem('waymark.user')).not.toBeNull();
  await itemOf('Logout').click();
  await expect.poll(() => callsOf('POST /oauth/logout')).toHaveLength(1);
  expect(localStorage.getItem('waymark.user')).toBeNull();
  expect(useSession.getState().user).toBeNull();
});

it('UserMenu works by keyboard alone and returns the focus', async () => {
  render(<Bar supportUrl="https://support.example.com/" />, { role: 'admin', path: '/' });
  await expect.element(trigger).toBeVisible();
  trigger.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(itemOf('On call & escalation')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(itemOf('Shift log')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(itemOf('Logout')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(trigger).toHaveFocus();
});

it('[L-053] HelpMenu opens the shortcuts and the about card', async () => {
  render(<HelpMenu />);
  await page.getByRole('button', { name: 'Help' }).click();
  await itemOf('Keyboard shortcuts').click();
  expect(useShell.getState().areShortcutsOpen).toBe(true);
  await page.getByRole('button', { name: 'Help' }).click();
  await itemOf('About Waymark').click();
  expect(useShell.getState().dialog).toBe('about');
});

it('ShortcutsWindow lists the keys of every shortcut', async () => {
  render(<ShortcutsWindow />);
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(shortcuts).toMatchTextContent('Search for a device/');
  await expect.element(shortcuts).toMatchTextContent('Show all devices on the mapgh');
  await expectAccessible();
});

it('[L-053] AboutCard shows product, version and the release notes', async () => {
  answerFile('/release-notes.json', { '7.8.9': ['Runs load faster.', 'Dates are UTC.'], '1.0.0': ['First.'] });
  render(<AboutCard isOpen onClose={() => undefined} />);
  const card = page.getByRole('dialog', { name: 'About Waymark' });
  await expect.element(card).toMatchTextContent('Version 7.8.9');
  expect(
    card
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Runs load faster.', 'Dates are UTC.']);
  await expectAccessible();
});

it('ThemeToggle changes the theme, names the other one and stores the choice', async () => {
  render(<ThemeToggle />);
  await page.getByRole('button', { name: 'Use the light theme' }).click();
  await expect.element(page.getByRole('button', { name: 'Use the dark theme' })).toBeVisible();
  expect(document.documentElement.dataset['theme']).toBe('light');
  expect(localStorage.getItem('waymark.theme')).toBe('light');
  await expectAccessible();
  chooseTheme('dark');
  expect(useThemeStore.getState().theme).toBe('dark');
});

it('[L-068] UserMenu has no user manager for a viewer', async () => {
  await openMenu('viewer');
  await expect.element(itemOf('User Manager')).not.toBeInTheDocument();
});
