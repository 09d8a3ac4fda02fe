import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { useSession } from '#/features/session/session-store.ts';
import { useOnline } from '#/live/online-store.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf } from '#/testing/fake-server.ts';
import { setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { useVersion } from '../offline/version.ts';
import type { Shortcut } from './keyboard.ts';
import { useShell } from './shell-store.ts';
import { SmsBanner } from './strips/SmsBanner.tsx';
import { Strips } from './strips/Strips.tsx';
import { TopBar } from './top-bar/TopBar.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const ME = 'GET /pigrun/user/get-user';
const USER: ReplyAt<typeof ME> = {
  id: 7,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  role: 'admin',
  phone: '9185550134',
  a2PMessagingOptInState: false,
  units: null,
  companyUnits: 'us',
  language: null,
  companyLanguage: 'en',
  times: 'utc',
  timeZone: null,
};
const LAYER = { urls: [], attribution: '', maxZoom: 16 };
const SETTINGS: ReplyAt<'GET /console/settings'> = {
  supportUrl: 'https://support.example.com/',
  externalSignIn: null,
  demo: null,
  tiles: { basic: LAYER, streets: LAYER, satellite: LAYER, default: LAYER, radar: null },
};

const banner = page.getByRole('complementary', { name: 'Text messages' });
const pill = page.getByRole('status').first();

// The bell loads its list a second after the top bar.
beforeEach(() => {
  answer('GET /alerts', { alerts: [], total: 0 });
  answer('GET /silences', { silences: [] });
});

function Top() {
  const user = useSession((session) => session.user);
  return user && <TopBar user={user} />;
}

it('[L-018] SmsBanner links a user who has not opted in to the settings', async () => {
  answer(ME, USER);
  render(<SmsBanner userId={7} />);
  await expect.element(banner).toMatchTextContent('SMS text-message alerts require opt-in permission.');
  await expectAccessible();
  await banner.getByRole('button', { name: 'Notifications / SMS Opt-in' }).click();
  expect(useShell.getState().dialog).toBe('notifications');
});

it('[L-018] SmsBanner is not shown to a user who has opted in', async () => {
  answer(ME, { ...USER, a2PMessagingOptInState: true });
  render(<SmsBanner userId={7} />);
  await expect.poll(() => callsOf(ME)).toHaveLength(1);
  await expect.element(banner).not.toBeInTheDocument();
});

it('SmsBanner stays closed for the user who closed it, and only for that user', async () => {
  answer(ME, USER);
  const { unmount } = render(<SmsBanner userId={7} />);
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  unmount();
  render(<SmsBanner key="other" userId={8} />);
  await expect.element(banner).toBeVisible();
});

it('Strips offers to reload for a new version until the strip is closed', async () => {
  answer(ME, { ...USER, a2PMessagingOptInState: true });
  render(<Strips userId={7} />);
  useVersion.setState({ isNewReady: true });
  const strip = page.getByRole('complementary', { name: 'New version' });
  await expect.element(strip.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expectAccessible();
  await strip.getByRole('button', { name: 'Close' }).click();
  await expect.element(strip).not.toBeInTheDocument();
});

it('Strips says from when the shown state is while the server is unreachable', async () => {
  answer(ME, { ...USER, a2PMessagingOptInState: true });
  render(<Strips userId={7} />);
  const online = { ...useOnline.getState().online, lastKnownAt: Date.UTC(2026, 2, 18, 0, 6) };
  useOnline.setState({ online });
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent('Offline — last known state of 2026-03-18 00:06 UTC.');
});

it('TopBar shows the connection, the server’s time and who is signed in', async () => {
  answer('GET /console/settings', SETTINGS);
  render(<Top />, { role: 'admin', path: '/' });
  await expect.element(pill).toHaveTextContent('Live');
  await expect.element(page.getByRole('button', { name: /^User menu/ })).toMatchTextContent('Dana Reyesadmin');
  await expect.element(page.getByText('Demo')).not.toBeInTheDocument();
  setOffline();
  await expect.element(pill).toMatchTextContent(/^Offlinesince (\d\d-\d\d )?\d\d:\d\d:\d\d/);
  setLive();
  await expect.element(pill).toHaveTextContent('Live');
  await expectAccessible();
});

it('TopBar marks a demo', async () => {
  answer('GET /console/settings', { ...SETTINGS, demo: { signIns: [] } });
  render(<Top />, { role: 'admin', path: '/' });
  await expect.element(page.getByText('Demo')).toBeVisible();
});

it.for([
  ['superadmin', true],
  ['admin', false],
  ['viewer', false],
] as const)('[L-029] TopBar marks the logon of a superadmin only: %s', async ([role, isNoted]) => {
  answer('GET /console/settings', SETTINGS);
  render(<Top />, { role, path: '/' });
  await expect.element(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
  expect(page.getByText('Currently logged on as super admin.').elements()).toHaveLength(isNoted ? 1 : 0);
});

function Keys({ onShortcut }: { readonly onShortcut: (shortcut: Shortcut) => void }) {
  const [isOpen, setOpen] = useState(false);
  useShortcuts(onShortcut);
  return (
    <>
      <input aria-label="Search" />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <InfoDialog isOpen={isOpen} title="About" onClose={() => setOpen(false)}>
        Text
      </InfoDialog>
    </>
  );
}

it('useShortcuts recognises single keys and the sequence g h', async () => {
  const onShortcut = vi.fn<(shortcut: Shortcut) => void>();
  render(<Keys onShortcut={onShortcut} />);
  page.getByRole('button', { name: 'Open' }).element().focus();
  await userEvent.keyboard('?');
  await userEvent.keyboard('/');
  await userEvent.keyboard('gh');
  expect(onShortcut.mock.calls).toEqual([['list-shortcuts'], ['focus-search'], ['go-home']]);
});

it('useShortcuts ignores keys in a field, in a dialog and of the browser', async () => {
  const onShortcut = vi.fn<(shortcut: Shortcut) => void>();
  render(<Keys onShortcut={onShortcut} />);
  await page.getByRole('textbox', { name: 'Search' }).click();
  await userEvent.keyboard('?/gh');
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('?/gh');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('?');
  expect(onShortcut).not.toHaveBeenCalled();
});

function Fragile({ fails }: { readonly fails: boolean }) {
  if (fails) throw new Error('The table broke.');
  return <p>All is well</p>;
}

it('ErrorBoundary shows what failed, reports it to the server, quotes the log id, and tries again', async () => {
  expectLogged(/The table broke/);
  answer('POST /console/error', 812);
  const { rerender } = render(
    <ErrorBoundary>
      <Fragile fails />
    </ErrorBoundary>,
  );
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('This part of the console failed');
  await expect.element(alert).toMatchTextContent('The table broke. LogId = 812');
  expect(callsOf('POST /console/error')).toMatchObject([{ body: { message: 'The table broke.' } }]);
  await expectAccessible();
  rerender(
    <ErrorBoundary>
      <Fragile fails={false} />
    </ErrorBoundary>,
  );
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('All is well')).toBeVisible();
});

it('NotFoundPage links to the map', async () => {
  const { currentPath } = render(<NotFoundPage />, { path: '/reset' });
  await page.getByRole('link', { name: 'Go to the map' }).click();
  await expect.poll(currentPath).toBe('/');
});
