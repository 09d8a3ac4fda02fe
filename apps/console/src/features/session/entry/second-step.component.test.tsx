import { exampleRequest } from '@waymark/contract/session/passkey';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#/api/api-error.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, loseConnection, refuse } from '#/testing/fake-server.ts';
import { addAuthenticator } from '#/testing/virtual-authenticator.ts';
import { render } from '#/testing/render.tsx';
import { describeSecondStep } from '../second-factor/SecondStep.tsx';

const TOKEN = 'POST /oauth/token';
const GRANTED = {
  access_token: 'token',
  scope: 'openid profile email admin:company',
  expires_in: 3600,
  token_type: 'Bearer',
} as const;

const code = page.getByRole('textbox', { name: 'Code' });
const submit = page.getByRole('button', { name: /^Submit/ });
const back = page.getByRole('button', { name: 'Back' });

afterEach(() => void vi.useRealTimers());

function show(mfaMethods: readonly string[] = ['code']) {
  const steps = {
    onSignedIn: vi.fn<() => void>(),
    setSecondStep: vi.fn<() => void>(),
    setFailure: vi.fn<(failure: { readonly message: string } | null) => void>(),
  };
  const needed = new ApiError({
    status: 403,
    code: 'second-factor-needed',
    detail: '',
    mfaToken: 'the-ticket',
    mfaMethods,
  });
  render(describeSecondStep(needed, steps), { role: null });
  return steps;
}

it('[W-532] SecondStep offers the passkey where the user has one, and goes on with the code when the browser has none', async () => {
  const removeAuthenticator = await addAuthenticator();
  expectLogged(/./);
  show();
  await expect.element(page.getByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
  const steps = show(['passkey']);
  answer('POST /oauth/passkey', { ...exampleRequest, rpId: location.hostname });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  // This authenticator has no passkey: the browser refuses, and the code remains.
  await expect.element(page.getByText('The browser used no passkey.', { exact: false })).toBeVisible();
  expect(callsOf('POST /oauth/passkey')).toEqual([{ body: { mfa_token: 'the-ticket' } }]);
  expect(callsOf(TOKEN)).toEqual([]);
  expect(steps.setSecondStep).not.toHaveBeenCalled();
  await removeAuthenticator();
});

it('SecondStep sends nothing without a code, and says so at the field', async () => {
  show();
  await code.fill('   ');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription('Enter a code');
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  expect(callsOf(TOKEN)).toEqual([]);
});

it('SecondStep is busy while the code is checked: it sends once and does not go back', async () => {
  expectLogged(/ApiError/);
  const held = holdAnswer(TOKEN);
  const { onSignedIn, setSecondStep } = show();
  await code.fill('492039');
  await userEvent.keyboard('{Enter}');
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  await expect.element(back).toBeDisabled();
  (submit.element() as HTMLElement).click();
  held.refuse('second-factor-wrong');
  await expect.element(page.getByText('This code is wrong, or was used already.')).toBeVisible();
  await expect.element(back).toBeEnabled();
  expect(callsOf(TOKEN)).toHaveLength(1);
  expect(onSignedIn).not.toHaveBeenCalled();
  expect(setSecondStep).not.toHaveBeenCalled();
});

it('SecondStep counts down the wait that the server requires, and sends nothing meanwhile', async () => {
  expectLogged(/ApiError/);
  refuse(TOKEN, 'too-many-requests', { retryAfterS: 2 });
  show();
  await code.fill('492039');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('{Enter}');
  await expect.element(submit).toHaveTextContent('Submit in 2 s');
  await expect.element(submit).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(callsOf(TOKEN)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(submit).toHaveTextContent('Submit in 1 s');
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(submit).toHaveTextContent('Submit');
  await expect.element(submit).toBeEnabled();
});

it('SecondStep keeps the code when the server cannot be reached', async () => {
  expectLogged(/ApiError/);
  loseConnection(TOKEN);
  show();
  await code.fill('492039');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/The server cannot be reached/)).toBeVisible();
  await expect.element(code).toHaveValue('492039');
});

it('SecondStep passes the reason to the password form when its ticket is over', async () => {
  expectLogged(/ApiError/);
  refuse(TOKEN, 'sign-in-expired');
  const { setSecondStep, setFailure } = show();
  await code.fill('492039');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(setSecondStep).toHaveBeenCalledExactlyOnceWith(null));
  expect(setFailure.mock.lastCall?.[0]?.message).toContain('took too long');
});

it('SecondStep does not sign in a user without a role', async () => {
  expectLogged(/./);
  const held = holdAnswer(TOKEN);
  const { onSignedIn } = show();
  await code.fill('492039');
  await userEvent.keyboard('{Enter}');
  held.answer({ ...GRANTED, scope: 'openid profile email' });
  await expect.element(submit).not.toHaveAttribute('aria-busy');
  expect(onSignedIn).not.toHaveBeenCalled();
  await expect.element(code).toBeVisible();
});
