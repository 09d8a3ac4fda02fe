import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { AuthenticatedPage } from './AuthenticatedPage.tsx';
import { takeHandover } from '../accept-sign-in.ts';
import { beginTrip } from '../external-trip.ts';
import { keepLinkToken } from './password-link.ts';
import { ResetPage } from './ResetPage.tsx';
import { useSession } from '../session-store.ts';
import { SetPasswordPage } from './SetPasswordPage.tsx';
import { UnsupportedBrowserDialog } from './UnsupportedBrowserDialog.tsx';

const REQUEST = 'POST /dbconnections/change_password';
const SET = 'POST /dbconnections/set_password';
const WHO = 'GET /userinfo';

const email = page.getByRole('textbox', { name: 'Email' });
const submit = page.getByRole('button', { name: 'Submit' });
const fresh = page.getByLabelText('New password');
const retyped = page.getByLabelText('Retype password');
const change = page.getByRole('button', { name: 'Change Password' });

it('[A-011, A-029, A-030, A-031] ResetPage has Email, Back and Submit', async () => {
  const { currentPath } = render(<ResetPage />, { role: null, path: '/reset' });
  await expect.element(email).toHaveFocus();
  await expect.element(submit).toBeEnabled();
  await expectAccessible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(currentPath).toBe('/login');
});

it('[A-034] ResetPage refuses an invalid address at its field', async () => {
  render(<ResetPage />, { role: null, path: '/reset' });
  await submit.click();
  await expect.element(email).toHaveAccessibleDescription('Invalid email');
  await email.fill('dana@');
  await submit.click();
  await expect.element(email).toHaveAccessibleDescription('Invalid email');
  expect(callsOf(REQUEST)).toEqual([]);
});

it('[A-032, A-033, A-037, A-038] ResetPage sends the address once and explains the next step', async () => {
  const held = holdAnswer(REQUEST);
  render(<ResetPage />, { role: null, path: '/reset' });
  await email.fill(' dana.reyes@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await expect.element(email).toHaveAttribute('readonly');
  held.answer('Please check your email for instructions');
  await expect.element(page.getByRole('status')).toHaveTextContent('Please check your email for instructions');
  await expect.element(submit).toBeDisabled();
  expect(callsOf(REQUEST)).toEqual([
    {
      body: {
        client_id: 'waymark-console',
        email: 'dana.reyes@example.com',
        connection: 'Username-Password-Authentication',
      },
    },
  ]);
});

it('ResetPage shows the reason of a failure and can be sent again', async () => {
  expectLogged(/^ApiError/);
  refuse(REQUEST, 'too-many-requests');
  render(<ResetPage />, { role: null, path: '/reset' });
  await email.fill('dana.reyes@example.com');
  await submit.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many requests. Wait a moment.');
  await expect.element(submit).toBeEnabled();
});

it('SetPasswordPage sets the password of the mailed link and goes to the login', async () => {
  answer(SET, {});
  keepLinkToken('#token=q3hX0mC2vG6kq0sKcE1dUQ');
  const { currentPath } = render(<SetPasswordPage />, { role: null, path: '/set-password' });
  await expect.element(change).toBeDisabled();
  await fresh.fill('By-mail-pass-1');
  await retyped.fill('By-mail-pass-1');
  await expectAccessible();
  await change.click();
  await expect.element(page.getByRole('status')).toHaveTextContent('Password Changed');
  expect(callsOf(SET)).toEqual([{ body: { token: 'q3hX0mC2vG6kq0sKcE1dUQ', password: 'By-mail-pass-1' } }]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(currentPath).toBe('/login');
});

it('SetPasswordPage says that a link is used up and links to the reset', async () => {
  expectLogged(/^ApiError/);
  refuse(SET, 'link-invalid');
  keepLinkToken('#token=used');
  const { currentPath } = render(<SetPasswordPage />, { role: null, path: '/set-password' });
  await fresh.fill('By-mail-pass-1');
  await retyped.fill('By-mail-pass-1');
  await change.click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This link has expired or was already used. Ask for a new one.');
  await page.getByRole('button', { name: 'Ask for a new link' }).click();
  await expect.poll(currentPath).toBe('/reset');
});

it('SetPasswordPage without a token offers a new link and no form', async () => {
  render(<SetPasswordPage />, { role: null, path: '/set-password' });
  await expect.element(page.getByRole('button', { name: 'Ask for a new link' })).toBeVisible();
  await expect.element(fresh).not.toBeInTheDocument();
});

it('SetPasswordPage keeps the form when the server refuses the password', async () => {
  expectLogged(/^ApiError/);
  refuse(SET, 'passwords-busy');
  keepLinkToken('#token=q3hX0mC2vG6kq0sKcE1dUQ');
  render(<SetPasswordPage />, { role: null, path: '/set-password' });
  await fresh.fill('By-mail-pass-1');
  await retyped.fill('By-mail-pass-1');
  await change.click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Unable to change password. The server is checking too many passwords.');
  await expect.element(fresh).toHaveValue('By-mail-pass-1');
});

const handover = (state: string) =>
  `#access_token=token&scope=openid+admin%3Acompany&expires_in=3600&token_type=Bearer&state=${state}`;

it('[A-006, A-008] AuthenticatedPage accepts a sign-in that this tab started and goes home', async () => {
  answer(WHO, { sub: '7', name: 'Dana Reyes', email: 'dana.reyes@example.com' });
  takeHandover(handover(beginTrip(undefined)));
  const { currentPath } = render(<AuthenticatedPage />, { role: null, path: '/authenticated' });
  await expect.poll(currentPath).toBe('/');
  expect(useSession.getState().user).toMatchObject({ id: 7, name: 'Dana Reyes', role: 'admin' });
});

it('AuthenticatedPage asks before it accepts a sign-in that another window started', async () => {
  answer(WHO, { sub: '7', name: 'Dana Reyes', email: 'dana.reyes@example.com' });
  takeHandover(handover('of-somewhere-else'));
  const { currentPath } = render(<AuthenticatedPage />, { role: null, path: '/authenticated' });
  await expect.element(page.getByRole('heading', { name: 'Continue as Dana Reyes?' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(currentPath).toBe('/');
  expect(useSession.getState().user).toBeNull();
});

it('[W-026] AuthenticatedPage shows fixed texts only, never texts from the address', async () => {
  takeHandover('#error=access_denied&error_description=Call%20555-0100');
  const { currentPath } = render(<AuthenticatedPage />, { role: null, path: '/authenticated' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('The identity provider refused the sign-in.');
  await expect.element(page.getByText('555')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Back to login' }).click();
  await expect.poll(currentPath).toBe('/login');
});

it('[A-007, A-027] AuthenticatedPage says that a user without a role cannot sign in', async () => {
  takeHandover('#access_token=token&scope=openid&expires_in=3600');
  render(<AuthenticatedPage />, { role: null, path: '/authenticated' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('No role configured for user');
});

it('UnsupportedBrowserDialog warns and can be closed', async () => {
  render(<UnsupportedBrowserDialog />);
  const dialog = page.getByRole('dialog', { name: 'Unsupported Browser' });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('[A-028] AuthenticatedPage says that something failed after the login, with the log id', async () => {
  expectLogged(/^ApiError: internal error/);
  refuse(WHO, 'internal-error');
  takeHandover(handover(beginTrip(undefined)));
  render(<AuthenticatedPage />, { role: null, path: '/authenticated' });
  await expect.element(page.getByRole('alert')).toHaveTextContent(`Something bad happened LogId = ${LOG_ID}`);
});
