import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';

const READ = 'GET /user/second-factor';
const OFF = { isOn: false, since: null, recoveryCodes: 0 };
const ON = { isOn: true, since: '2026-03-18 00:06:51', recoveryCodes: 9 };
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = ['JBSW-Y3DP-EHPK-3PXP', 'ABCD-EFGH-IJKL-MNOP'];
const SESSION = {
  id: '4dbe4b56-3d6f-4c29-8a3c-0a5b0e0a2f11',
  createdAt: '2026-03-18 00:06:51',
  lastUsedAt: '2026-03-18 09:41:57',
  expiresAt: '2026-04-01 09:41:57',
  address: '192.0.2.7',
  userAgent: 'Firefox 145 on Windows',
  isCurrent: true,
  isExternal: false,
};

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const home = dialogOf('Two-Step Sign-In');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

function show(factor: typeof ON | typeof OFF, isExternal = false) {
  answer(READ, factor);
  answer('GET /user/sessions', [{ ...SESSION, isExternal }]);
  return render(<SecondFactorDialog isOpen onClose={() => undefined} />);
}

it('[W-425] SecondFactorDialog turns it on with password, app and first code, and shows the recovery codes once', async () => {
  show(OFF);
  await expect.element(home).toMatchTextContent('Off: your password alone signs you in.');
  await expectAccessible();
  answer('POST /user/second-factor/begin', { secret: SECRET, address: `otpauth://totp/Waymark?secret=${SECRET}` });
  await button('Turn on').click();
  await dialogOf('Turn On Two-Step Sign-In').getByLabelText('Your password').fill('Correct-horse-7');
  await button('Continue').click();
  const app = dialogOf('Add Waymark to Your App');
  await expect.element(app.getByRole('img', { name: 'QR code of the key below' })).toBeVisible();
  await expect.element(app.getByLabelText('Key', { exact: true })).toHaveValue(SECRET);
  await expectAccessible();
  answer('POST /user/second-factor/confirm', { recoveryCodes: CODES });
  answer(READ, ON);
  await app.getByLabelText('Code of the app').fill('492039');
  await app.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialogOf('Recovery codes');
  await expect.element(codes.getByRole('listitem').nth(1)).toMatchTextContent('ABCD-EFGH-IJKL-MNOP');
  await expectAccessible();
  for (const secret of [SECRET, ...CODES]) expect(stored()).not.toContain(secret);
  await button('I have saved them').click();
  await expect.element(home).toMatchTextContent('On since 2026-03-18 00:06 UTC');
  expect(callsOf('POST /user/second-factor/begin')).toEqual([{ body: { currentPassword: 'Correct-horse-7' } }]);
  expect(callsOf('POST /user/second-factor/confirm')).toEqual([{ body: { code: '492039' } }]);
});

it('[W-425] SecondFactorDialog keeps the step open when the code is wrong', async () => {
  expectLogged(/^ApiError/);
  show(OFF);
  answer('POST /user/second-factor/begin', { secret: SECRET, address: 'otpauth://totp/x' });
  refuse('POST /user/second-factor/confirm', 'second-factor-wrong');
  await button('Turn on').click();
  await dialogOf('Turn On Two-Step Sign-In').getByLabelText('Your password').fill('Correct-horse-7');
  await button('Continue').click();
  const app = dialogOf('Add Waymark to Your App');
  await app.getByLabelText('Code of the app').fill('000000');
  await app.getByRole('button', { name: 'Turn on' }).click();
  await expect
    .element(app.getByRole('alert'))
    .toMatchTextContent(`This code is wrong, or was used already. LogId = ${LOG_ID}`);
});

it('[W-425] SecondFactorDialog turns it off with password and code', async () => {
  show({ ...ON, recoveryCodes: 2 });
  await expect.element(home).toMatchTextContent('Few recovery codes are left.');
  answer('POST /user/second-factor/end', {});
  await button('Turn off').click();
  const form = dialogOf('Turn Off Two-Step Sign-In');
  await form.getByLabelText('Your password').fill('Correct-horse-7');
  await expect.element(form.getByRole('button', { name: 'Turn off' })).toBeDisabled();
  await form.getByLabelText('Code').fill(' 492039 ');
  answer(READ, OFF);
  await form.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(home).toMatchTextContent('Off: your password alone');
  expect(callsOf('POST /user/second-factor/end')).toEqual([
    { body: { currentPassword: 'Correct-horse-7', code: '492039' } },
  ]);
});

it('[W-425] SecondFactorDialog offers nothing to a user of an external provider, and nothing while offline', async () => {
  show(OFF, true);
  await expect.element(home).toMatchTextContent("Your company's identity provider asks for a second step");
  await expect.element(button('Turn on')).not.toBeInTheDocument();
});

it('[W-425] SecondFactorDialog turns nothing on while the console is offline', async () => {
  show(OFF);
  await expect.element(button('Turn on')).toBeEnabled();
  setOffline();
  await expect.element(button('Turn on')).toBeDisabled();
});
