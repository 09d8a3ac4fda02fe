import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { SessionsDialog } from './SessionsDialog.tsx';

const LIST = 'GET /user/sessions';
const END = 'POST /user/sessions/end';
const PASSWORD = 'Correct-horse-7';
const OWN = {
  id: '4dbe4b56-3d6f-4c29-8a3c-0a5b0e0a2f11',
  createdAt: '2026-03-18 00:06:51',
  lastUsedAt: '2026-03-18 09:41:57',
  expiresAt: '2026-04-01 09:41:57',
  address: '192.0.2.7',
  userAgent: 'Firefox 145 on Windows',
  isCurrent: true,
  isExternal: false,
};
const OTHER = {
  ...OWN,
  id: '7a0f4c1e-9b2d-4c55-8f3e-52d1a9b7c001',
  userAgent: 'Chrome 140 on Linux',
  isCurrent: false,
};
const THIRD = { ...OTHER, id: '1b6de5f0-4f5a-4a3c-9c7d-0d6a5e4b3c02', userAgent: 'Chrome 141 on Android' };

const dialog = page.getByRole('dialog', { name: 'Sessions' });
const rows = dialog.getByRole('listitem');
const endOthers = dialog.getByRole('button', { name: 'End all other sessions' });
const confirmation = page.getByRole('dialog', { name: 'End session' });
const confirm = confirmation.getByRole('button', { name: 'End', exact: true });
const show = () => render(<SessionsDialog isOpen onClose={() => undefined} />);

it('[W-023] SessionsDialog lists every session with its program, place and times and marks the current one', async () => {
  answer(LIST, [OWN, OTHER]);
  show();
  await expect.element(rows.nth(1)).toBeVisible();
  await expect.element(rows.first()).toMatchTextContent('Firefox 145 on WindowsThis session');
  await expect.element(rows.first()).toMatchTextContent('Signed in 2026-03-18 00:06 from 192.0.2.7');
  await expect.element(rows.first()).toMatchTextContent('Last used 2026-03-18 09:41, expires 2026-04-01 09:41');
  await expect.element(rows.first().getByRole('button')).not.toBeInTheDocument();
  await expectAccessible();
});

it('[W-023] SessionsDialog ends one session with the password and keeps the focus in the dialog', async () => {
  answer(LIST, [OWN, OTHER, THIRD]);
  answer(END, {});
  show();
  await expect.element(rows.nth(2)).toBeVisible();
  const end = dialog.getByRole('button', { name: 'End Chrome 140 on Linux, signed in 2026-03-18 00:06' });
  end.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(confirmation)
    .toMatchTextContent('Chrome 140 on Linux, signed in 2026-03-18 00:06, must sign in again.');
  await expect.element(confirm).toBeDisabled();
  await expectAccessible();
  answer(LIST, [OWN, THIRD]);
  await confirmation.getByLabelText('Your password').fill(PASSWORD);
  await userEvent.keyboard('{Enter}');
  await expect.element(end).not.toBeInTheDocument();
  await expect.element(confirmation).not.toBeInTheDocument();
  expect(callsOf(END)).toEqual([{ body: { id: OTHER.id, currentPassword: PASSWORD } }]);
  await vi.waitFor(() => expect(dialog.element().contains(document.activeElement)).toBe(true));
});

it('[W-023] SessionsDialog ends all other sessions and then offers no more to end', async () => {
  answer(LIST, [OWN, OTHER, THIRD]);
  answer(END, {});
  show();
  await endOthers.click();
  const others = page.getByRole('dialog', { name: 'End all other sessions' });
  await others.getByLabelText('Your password').fill(PASSWORD);
  answer(LIST, [OWN]);
  await others.getByRole('button', { name: 'End', exact: true }).click();
  await expect.element(endOthers).not.toBeInTheDocument();
  expect(rows.elements()).toHaveLength(1);
  expect(callsOf(END)).toEqual([{ body: { currentPassword: PASSWORD } }]);
});

it('[W-023] SessionsDialog keeps the question open when the password is wrong', async () => {
  expectLogged(/^ApiError/);
  answer(LIST, [OWN, OTHER]);
  refuse(END, 'current-password-wrong');
  show();
  await dialog.getByRole('button', { name: /^End Chrome/ }).click();
  await confirmation.getByLabelText('Your password').fill('Wrong-pass-1');
  await confirm.click();
  await expect
    .element(confirmation.getByRole('alert'))
    .toMatchTextContent(`The current password is wrong. LogId = ${LOG_ID}`);
  expect(rows.elements()).toHaveLength(2);
});

it('SessionsDialog reloads the list when a session had ended already', async () => {
  expectLogged(/^ApiError/);
  answer(LIST, [OWN, OTHER]);
  refuse(END, 'session-not-found');
  show();
  await dialog.getByRole('button', { name: /^End Chrome/ }).click();
  await confirmation.getByLabelText('Your password').fill(PASSWORD);
  answer(LIST, [OWN]);
  await confirm.click();
  await expect
    .element(confirmation.getByRole('alert'))
    .toMatchTextContent(`This session has ended already, or is not yours. LogId = ${LOG_ID}`);
  expect(callsOf(LIST)).toHaveLength(2);
});

it('[W-023] SessionsDialog does not ask a user of an external provider for a password', async () => {
  answer(LIST, [{ ...OTHER, isExternal: true }]);
  answer(END, {});
  show();
  await dialog.getByRole('button', { name: /^End Chrome/ }).click();
  await expect.element(confirmation).toMatchTextContent('must be less than 10 minutes old');
  await expect.element(confirmation.getByLabelText('Your password')).not.toBeInTheDocument();
  await confirm.click();
  await expect.element(confirmation).not.toBeInTheDocument();
  expect(callsOf(END)).toEqual([{ body: { id: OTHER.id } }]);
});

it('[W-023] SessionsDialog disables ending while the console is offline and says why', async () => {
  answer(LIST, [OWN, OTHER]);
  show();
  await expect.element(endOthers).toBeEnabled();
  setOffline();
  await expect.element(endOthers).toBeDisabled();
  await expect.element(endOthers).toHaveAttribute('title', expect.stringMatching(/^You are offline/));
  setLive();
  await expect.element(endOthers).toBeEnabled();
});

it('[W-023] SessionsDialog says that the sessions did not load and loads them on Retry', async () => {
  expectLogged(/^ApiError: internal error/);
  refuse(LIST, 'internal-error');
  show();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Sessions did not load');
  answer(LIST, [OWN]);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByText('This session')).toBeVisible();
});

it('SessionsDialog offers to end all sessions when none of them is this one', async () => {
  answer(LIST, [OTHER]);
  show();
  await expect.element(dialog.getByRole('button', { name: 'End all sessions' })).toBeVisible();
});
