import { PASSWORD_TEXTS } from '@waymark/domain/account/password';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';

const SAVE = 'POST /user/setpassword';
const dialog = page.getByRole('dialog', { name: 'Change Password' });
const current = dialog.getByRole('textbox', { name: 'Current password' });
const fresh = dialog.getByRole('textbox', { name: 'New password' });
const retyped = dialog.getByRole('textbox', { name: 'Retype password' });
const change = dialog.getByRole('button', { name: 'Change Password' });

function Example() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ChangePasswordDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

async function fillIn(password = 'Right-pass-1'): Promise<void> {
  await current.fill('Correct-horse-7');
  await fresh.fill(password);
  await retyped.fill(password);
}

it('[A-055, A-061] ChangePasswordDialog says which field is missing and enables its button once all are filled', async () => {
  render(<Example />);
  await expect.element(current).toHaveFocus();
  await expect.element(change).toBeDisabled();
  await expect.element(change).toHaveAccessibleDescription('Type your current password.');
  await current.fill('Correct-horse-7');
  await expect.element(change).toHaveAccessibleDescription('Type the new password in both fields.');
  await fresh.fill('Right-pass-1');
  await retyped.fill('Right-pass-1');
  await expect.element(change).toBeEnabled();
  await expectAccessible();
});

it('[A-059, A-065] ChangePasswordDialog says that the new password is missing once the field was emptied', async () => {
  render(<Example />);
  await fresh.fill('short');
  await fresh.fill('');
  await expect.element(fresh).toHaveAccessibleDescription('Password is missing');
});

it('[A-056, A-057, A-058] ChangePasswordDialog explains the whole rule for a password that is too short or too simple', async () => {
  render(<Example />);
  for (const password of ['Ab1!xyz', 'lowercase1']) {
    await fresh.fill(password);
    await expect.element(fresh).toHaveAccessibleDescription(PASSWORD_TEXTS.invalid);
  }
  await fresh.fill('Lowercase1');
  await expect.element(fresh).toBeValid();
});

it('[A-060] ChangePasswordDialog reports a mismatch when the second field is left, not while it is typed', async () => {
  render(<Example />);
  await fresh.fill('Right-pass-1');
  await retyped.click();
  await userEvent.keyboard('Right');
  await expect.element(retyped).toBeValid();
  await userEvent.tab();
  await expect.element(retyped).toHaveAccessibleDescription('Password does not match');
  await expect.element(change).toBeDisabled();
});

it('[A-064] ChangePasswordDialog sends both passwords, confirms the change and is empty when opened again', async () => {
  answer(SAVE, undefined);
  render(<Example />);
  await fillIn();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Password Changed')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(SAVE)).toEqual([{ body: { currentPassword: 'Correct-horse-7', password: 'Right-pass-1' } }]);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(current).toHaveValue('');
  await expect.element(fresh).toHaveValue('');
});

it('[A-063] ChangePasswordDialog keeps the entries when the change fails', async () => {
  expectLogged(/^ApiError/);
  refuse(SAVE, 'internal-error');
  render(<Example />);
  await fillIn();
  await change.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(`Unable to change password. internal error LogId = ${LOG_ID}`);
  await expect.element(fresh).toHaveValue('Right-pass-1');
});

it('[W-024] ChangePasswordDialog stays open when the current password is wrong', async () => {
  expectLogged(/^ApiError: The current password is wrong/);
  refuse(SAVE, 'current-password-wrong');
  render(<Example />);
  await expect.element(current).toHaveAttribute('autocomplete', 'current-password');
  await fillIn();
  await change.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('Unable to change password. The current password is wrong.');
  await expect.element(dialog).toBeVisible();
});

it('ChangePasswordDialog cannot be sent while the console is offline', async () => {
  render(<Example />);
  await fillIn();
  setOffline();
  await expect.element(change).toBeDisabled();
  await expect.element(change).toHaveAccessibleDescription(/^You are offline/);
});

it('ChangePasswordDialog shows the password on request', async () => {
  render(<Example />);
  await fresh.fill('Right-pass-1');
  await expect.element(fresh).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: 'Show password' }).nth(1).click();
  await expect.element(fresh).toHaveAttribute('type', 'text');
});
