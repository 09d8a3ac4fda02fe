import { REQUESTED_SCOPES } from '@waymark/contract/roles';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, answerFile, callsOf, holdAnswer, loseConnection, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { LoginPage } from './LoginPage.tsx';
import { beginSignOut } from '../sign-out.ts';
import { endSession } from '../session.ts';
import { readHeldToken, useSession } from '../session-store.ts';

const TOKEN = 'POST /oauth/token';
const LAYER = { urls: [], attribution: '', maxZoom: 16 };
const SETTINGS: ReplyAt<'GET /console/settings'> = {
  supportUrl: 'https://support.example.com/',
  externalSignIn: null,
  demo: null,
  tiles: { basic: LAYER, streets: LAYER, satellite: LAYER, default: LAYER, radar: null },
};
const GRANTED: ReplyAt<typeof TOKEN> = {
  access_token: 'token',
  scope: 'openid profile email admin:company',
  expires_in: 3600,
  token_type: 'Bearer',
};

const WHO = 'GET /userinfo';
const DANA: ReplyAt<typeof WHO> = { sub: '7', name: 'Dana Reyes', email: 'dana.reyes@example.com' };

const email = page.getByRole('textbox', { name: 'Email' });
const password = page.getByLabelText('Password', { exact: true });
const submit = page.getByRole('button', { name: /^Submit/ });
const show = (path = '/login') => render(<LoginPage />, { role: null, path });

beforeEach(() => {
  answer('GET /console/settings', SETTINGS);
  answerFile('/release-notes.json', { '7.8.9': ['Newest.'], '1.0.0': ['First.'] });
});

async function fillIn(): Promise<void> {
  await email.fill(' dana.reyes@example.com ');
  await password.fill('Correct-horse-7');
}

it('[A-009, A-016, A-017, A-018] LoginPage has email, password, Submit and a link to the reset', async () => {
  const { currentPath } = show();
  await expect.element(email).toHaveFocus();
  await expect.element(password).toHaveAttribute('type', 'password');
  await expect.element(submit).toBeEnabled();
  await expectAccessible();
  // The last part that moves the others.
  await expect.element(page.getByText('Version 7.8.9')).toBeVisible();
  await page.getByRole('link', { name: 'Reset Password' }).click();
  await expect.poll(currentPath).toBe('/reset');
});

it('[A-019] LoginPage shows the newest version of the release notes', async () => {
  show();
  await expect.element(page.getByText('Version 7.8.9')).toBeVisible();
});

it('[A-024, A-025] LoginPage names the missing entry at each field and sends no request', async () => {
  show();
  await submit.click();
  await expect.element(email).toHaveAccessibleDescription('Enter your email address');
  await expect.element(password).toHaveAccessibleDescription('Enter your password');
  await expectAccessible();
  expect(callsOf(TOKEN)).toEqual([]);
});

it('[A-040, A-042, W-221] LoginPage requests all scopes, holds the token and opens the requested screen', async () => {
  answer(TOKEN, GRANTED);
  answer(WHO, DANA);
  const { currentPath } = show('/login/userManagement');
  await fillIn();
  await userEvent.keyboard('{Enter}');
  await expect.poll(currentPath).toBe('/users');
  expect(readHeldToken()?.token).toBe('token');
  expect(useSession.getState().user).toMatchObject({ id: 7, name: 'Dana Reyes', role: 'admin' });
  expect(callsOf(TOKEN)).toMatchObject([
    { body: { username: 'dana.reyes@example.com', scope: REQUESTED_SCOPES, audience: 'waymark-api' } },
  ]);
});

it('[A-007, W-221] LoginPage says that a user without a role cannot sign in', async () => {
  expectLogged(/^ApiError/);
  answer(TOKEN, { ...GRANTED, scope: 'openid profile email' });
  show();
  await fillIn();
  await submit.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('No role configured for user');
  expect(readHeldToken()).toBeNull();
});

it('[A-026] LoginPage shows the provider’s reason for a refusal in red and keeps the email', async () => {
  expectLogged(/^ApiError/);
  refuse(TOKEN, 'sign-in-refused');
  show();
  await fillIn();
  await submit.click();
  const note = page.getByRole('alert');
  await expect.element(note).toHaveTextContent('Wrong email or password.');
  const [red = 0, green = 0, blue = 0] = getComputedStyle(note.element()).color.match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  await expect.element(email).toHaveValue('dana.reyes@example.com');
  await expectAccessible();
});

it('LoginPage is busy while it signs in', async () => {
  const held = holdAnswer(TOKEN);
  const { currentPath } = show();
  await fillIn();
  await submit.click();
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  answer(WHO, DANA);
  held.answer(GRANTED);
  await expect.poll(currentPath).toBe('/');
  expect(callsOf(TOKEN)).toHaveLength(1);
});

it('LoginPage counts down the wait that the server requires and blocks the demo sign-ins too', async () => {
  expectLogged(/^ApiError/);
  answer('GET /console/settings', {
    ...SETTINGS,
    demo: { signIns: [{ label: 'Admin', email: 'admin@demo.waymark', password: 'Waymark-demo-1' }] },
  });
  refuse(TOKEN, 'sign-in-throttled', { retryAfterS: 30 });
  show();
  await fillIn();
  await submit.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many attempts. Wait before the next one.');
  await expect.element(submit).toBeDisabled();
  await expect.element(submit).toMatchTextContent(/^Submit in (?:30|29|28) s$/);
  await expect.element(page.getByRole('button', { name: /^Admin/ })).toBeDisabled();
});

it('LoginPage signs in with one click of a demo sign-in', async () => {
  answer('GET /console/settings', {
    ...SETTINGS,
    demo: { signIns: [{ label: 'Viewer', email: 'viewer@demo.waymark', password: 'Waymark-demo-1' }] },
  });
  answer(TOKEN, GRANTED);
  answer(WHO, DANA);
  const { currentPath } = show();
  await page.getByRole('button', { name: /^Viewer/ }).click();
  await expect.poll(currentPath).toBe('/');
  expect(callsOf(TOKEN)).toMatchObject([{ body: { username: 'viewer@demo.waymark', password: 'Waymark-demo-1' } }]);
});

it('LoginPage offers the company’s own provider by name', async () => {
  answer('GET /console/settings', { ...SETTINGS, externalSignIn: { name: 'Acme ID' } });
  show();
  await expect.element(page.getByRole('button', { name: 'Continue with Acme ID' })).toBeVisible();
});

it('LoginPage works without its settings', async () => {
  expectLogged(/^ApiError/);
  refuse('GET /console/settings', 'not-ready');
  answer(TOKEN, GRANTED);
  answer(WHO, DANA);
  const { currentPath } = show();
  await fillIn();
  await submit.click();
  await expect.poll(currentPath).toBe('/');
});

it('LoginPage says why the session ended until a sign-in is refused', async () => {
  expectLogged(/^ApiError/);
  refuse(TOKEN, 'sign-in-refused');
  show();
  endSession('password-changed');
  const note = page.getByRole('status').filter({ hasText: 'Your password was changed. Sign in with the new one.' });
  await expect.element(note).toBeVisible();
  await fillIn();
  await submit.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
});

it('[W-020] LoginPage says that a sign-out is not complete and completes it before the next sign-in', async () => {
  loseConnection('POST /oauth/logout');
  answer(TOKEN, GRANTED);
  answer(WHO, DANA);
  beginSignOut();
  const { currentPath } = show();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Signing out is not complete: the server does not answer.');
  answer('POST /oauth/logout', {});
  await fillIn();
  await submit.click();
  await expect.poll(currentPath).toBe('/');
  expect(callsOf('POST /oauth/logout').length).toBeGreaterThan(1);
});

const code = page.getByRole('textbox', { name: 'Code' });

async function enterPassword(): Promise<void> {
  refuse(TOKEN, 'second-factor-needed', { mfa_token: 'the-ticket' });
  await fillIn();
  await submit.click();
  await expect.element(code).toHaveFocus();
}

it('[W-425] LoginPage asks for the code of a user with two-step sign-in, and opens the requested screen', async () => {
  expectLogged(/^ApiError/);
  const { currentPath } = show('/login/userManagement');
  await enterPassword();
  await expectAccessible();
  await submit.click();
  await expect.element(code).toHaveAccessibleDescription('Enter a code');
  refuse(TOKEN, 'second-factor-wrong');
  await code.fill('000000');
  await submit.click();
  await expect.element(page.getByText('This code is wrong, or was used already.')).toBeVisible();
  answer(TOKEN, GRANTED);
  answer(WHO, DANA);
  await code.fill(' 492039 ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(currentPath).toBe('/users');
  expect(readHeldToken()?.token).toBe('token');
  expect(callsOf(TOKEN).at(-1)).toEqual({ body: { grant_type: 'mfa-otp', mfa_token: 'the-ticket', otp: '492039' } });
});

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Signs in as a user who must set up a second factor first. */
async function signInToSetUp(): Promise<void> {
  answer(TOKEN, GRANTED);
  answer(WHO, { ...DANA, must_set_up_second_factor: true });
  await fillIn();
  await submit.click();
  await expect.element(page.getByText(/^Two-step sign-in is required of you/)).toBeVisible();
}

it('[W-532] LoginPage leads a user whom the rule covers through an authenticator app, and only then signs in', async () => {
  expectLogged(/^ApiError/);
  const { currentPath } = show('/login/userManagement');
  await signInToSetUp();
  await expectAccessible();
  expect(useSession.getState().user).toBeNull();
  answer('POST /user/second-factor/begin', { secret: SECRET, address: `otpauth://totp/Waymark?secret=${SECRET}` });
  await button('Use an authenticator app').click();
  await expect.element(page.getByText(SECRET)).toBeVisible();
  await expectAccessible();
  refuse('POST /user/second-factor/confirm', 'second-factor-wrong');
  await page.getByLabelText('Code of the app').fill('000000');
  await button('Continue').click();
  await expect.element(page.getByText('This code is wrong, or was used already.')).toBeVisible();
  answer('POST /user/second-factor/confirm', { recoveryCodes: ['JBSW-Y3DP-EHPK-3PXP'] });
  await page.getByLabelText('Code of the app').fill(' 492039 ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('JBSW-Y3DP-EHPK-3PXP')).toBeVisible();
  await expectAccessible();
  expect(readHeldToken()).toBeNull();
  await button('I have saved them').click();
  await expect.poll(currentPath).toBe('/users');
  expect(readHeldToken()?.token).toBe('token');
  expect(callsOf('POST /user/second-factor/begin')).toEqual([{ body: { currentPassword: 'Correct-horse-7' } }]);
});

it('[W-532] LoginPage returns from the set-up to the password, and ends the session that waits', async () => {
  show();
  await signInToSetUp();
  answer('POST /oauth/logout', {});
  await button('Back').click();
  await expect.element(email).toBeVisible();
  expect(callsOf('POST /oauth/logout').length).toBeGreaterThan(0);
});

it('[W-425] LoginPage returns to the password when the second step took too long, or on Back', async () => {
  expectLogged(/^ApiError/);
  show();
  await enterPassword();
  refuse(TOKEN, 'sign-in-expired');
  await code.fill('492039');
  await submit.click();
  await expect.element(page.getByText('This sign-in took too long. Enter your password again.')).toBeVisible();
  await expect.element(password).toBeVisible();
  refuse(TOKEN, 'second-factor-needed', { mfa_token: 'the-ticket' });
  await submit.click();
  await expect.element(code).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(email).toBeVisible();
});
