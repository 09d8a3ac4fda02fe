import { exampleCreation } from '@waymark/contract/session/passkey';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { addAuthenticator } from '#/testing/virtual-authenticator.ts';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';

const READ = 'GET /user/second-factor';
type Factor = ReplyAt<typeof READ>;
const LAPTOP = { id: 4, name: 'Office laptop', createdAt: '2026-03-18 00:06:51', lastUsedAt: null };
const OFF: Factor = {
  isOn: false,
  appSince: null,
  passkeys: [],
  recoveryCodes: 0,
  isRequired: false,
  isExternal: false,
};
const ON: Factor = { ...OFF, isOn: true, appSince: '2026-03-18 00:06:51', recoveryCodes: 9 };
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = ['JBSW-Y3DP-EHPK-3PXP', 'ABCD-EFGH-IJKL-MNOP'];

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const home = dialogOf('Two-Step Sign-In');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

function show(factor: Factor) {
  answer(READ, factor);
  return render(<SecondFactorDialog isOpen onClose={() => undefined} />);
}

it('[W-425] SecondFactorDialog takes an app with password and first code, and shows the recovery codes once', async () => {
  show(OFF);
  await expect.element(home).toMatchTextContent('Off: your password alone signs you in.');
  await expectAccessible();
  answer('POST /user/second-factor/begin', { secret: SECRET, address: `otpauth://totp/Waymark?secret=${SECRET}` });
  await button('Use an authenticator app').click();
  await dialogOf('Use an Authenticator App').getByLabelText('Your password').fill('Correct-horse-7');
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
  await expect.element(home).toMatchTextContent('Authenticator appAdded 2026-03-18 00:06 UTC');
  expect(callsOf('POST /user/second-factor/begin')).toEqual([{ body: { currentPassword: 'Correct-horse-7' } }]);
  expect(callsOf('POST /user/second-factor/confirm')).toEqual([{ body: { code: '492039' } }]);
});

it('[W-425] SecondFactorDialog keeps the step open when the code is wrong', async () => {
  expectLogged(/^ApiError/);
  show(OFF);
  answer('POST /user/second-factor/begin', { secret: SECRET, address: 'otpauth://totp/x' });
  refuse('POST /user/second-factor/confirm', 'second-factor-wrong');
  await button('Use an authenticator app').click();
  await dialogOf('Use an Authenticator App').getByLabelText('Your password').fill('Correct-horse-7');
  await button('Continue').click();
  const app = dialogOf('Add Waymark to Your App');
  await app.getByLabelText('Code of the app').fill('000000');
  await app.getByRole('button', { name: 'Turn on' }).click();
  await expect
    .element(app.getByRole('alert'))
    .toMatchTextContent(`This code is wrong, or was used already. LogId = ${LOG_ID}`);
});

it('[W-425] SecondFactorDialog removes the app with password and code', async () => {
  show({ ...ON, recoveryCodes: 2 });
  await expect.element(home).toMatchTextContent('Few recovery codes are left.');
  answer('POST /user/second-factor/end', {});
  await button('Remove Authenticator app').click();
  const form = dialogOf('Remove the Authenticator App');
  await form.getByLabelText('Your password').fill('Correct-horse-7');
  await expect.element(form.getByRole('button', { name: 'Remove' })).toBeDisabled();
  await form.getByLabelText('Code').fill(' 492039 ');
  answer(READ, OFF);
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect.element(home).toMatchTextContent('Off: your password alone');
  expect(callsOf('POST /user/second-factor/end')).toEqual([
    { body: { currentPassword: 'Correct-horse-7', code: '492039' } },
  ]);
});

it('[W-532] SecondFactorDialog lists the passkeys, and adds one that the browser makes', async () => {
  const removeAuthenticator = await addAuthenticator();
  show(OFF);
  answer('POST /user/passkeys/begin', { ...exampleCreation, rp: { id: location.hostname, name: 'Waymark' } });
  answer('POST /user/passkeys', { passkey: LAPTOP, recoveryCodes: CODES });
  await button('Add a passkey').click();
  const form = dialogOf('Add a Passkey');
  await form.getByLabelText('Name').fill('  Office laptop ');
  await expect.element(form.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await form.getByLabelText('Your password').fill('Correct-horse-7');
  await expectAccessible();
  answer(READ, { ...OFF, isOn: true, passkeys: [LAPTOP], recoveryCodes: 10 });
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialogOf('Recovery codes').getByRole('listitem').first()).toMatchTextContent(CODES[0] ?? '');
  await button('I have saved them').click();
  await expect.element(home).toMatchTextContent('Office laptopAdded 2026-03-18 00:06 UTCNever used');
  const [sent] = callsOf('POST /user/passkeys');
  expect(sent?.body).toMatchObject({ name: 'Office laptop', passkey: { type: 'public-key' } });
  await removeAuthenticator();
});

it('[W-532] SecondFactorDialog removes a passkey with the password, and says that the last way stays', async () => {
  expectLogged(/^ApiError/);
  show({ ...OFF, isOn: true, passkeys: [LAPTOP], recoveryCodes: 10, isRequired: true });
  await expect.element(home).toMatchTextContent('It is required of you: the last way cannot be removed.');
  refuse('POST /user/passkeys/:id/remove', 'last-second-factor');
  await button('Remove Office laptop').click();
  const form = dialogOf('Remove the Passkey');
  await form.getByLabelText('Your password').fill('Correct-horse-7');
  await expectAccessible();
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('Add another way before you remove the last one.');
  expect(callsOf('POST /user/passkeys/:id/remove')).toEqual([
    { params: { id: 4 }, body: { currentPassword: 'Correct-horse-7' } },
  ]);
});

it('[W-532] SecondFactorDialog makes new recovery codes and shows them once', async () => {
  show(ON);
  answer('POST /user/second-factor/recovery-codes', { recoveryCodes: CODES });
  await button('New recovery codes').click();
  await button('Make new codes').click();
  await expect.element(dialogOf('Recovery codes').getByRole('listitem').first()).toMatchTextContent(CODES[0] ?? '');
});

it('[W-425] SecondFactorDialog offers nothing to a user of an external provider', async () => {
  show({ ...OFF, isExternal: true });
  await expect.element(home).toMatchTextContent("Your company's identity provider asks for a second step");
  await expect.element(button('Use an authenticator app')).not.toBeInTheDocument();
});

it('[W-425] SecondFactorDialog turns nothing on while the console is offline', async () => {
  show(OFF);
  await expect.element(button('Add a passkey')).toBeEnabled();
  setOffline();
  await expect.element(button('Add a passkey')).toBeDisabled();
  await expect.element(button('Use an authenticator app')).toBeDisabled();
});
