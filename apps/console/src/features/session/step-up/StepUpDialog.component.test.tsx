import { exampleRequest } from '@waymark/contract/session/passkey';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { isApiError } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { startStepUp } from './step-up-store.ts';
import { StepUpDialog } from './StepUpDialog.tsx';

const DELETE_RUN = 'DELETE /pigrun/:runId';
const NONE: ReplyAt<'GET /user/second-factor'> = {
  isOn: false,
  appSince: null,
  passkeys: [],
  recoveryCodes: 0,
  isRequired: false,
  isExternal: false,
};
const WITH_APP = { ...NONE, isOn: true, appSince: '2026-03-18 00:06:51', recoveryCodes: 9 };
const LAPTOP = { id: 4, name: 'Office laptop', createdAt: '2026-03-18 00:06:51', lastUsedAt: null };

const dialog = page.getByRole('dialog', { name: 'Confirm That It Is You' });
const confirm = dialog.getByRole('button', { name: 'Confirm', exact: true });

let stop: () => void;
beforeEach(() => {
  stop = startStepUp();
  refuse(DELETE_RUN, 'step-up-needed');
});
afterEach(() => stop());

/** Deletes a run, which the server refuses until the user has proved who they are. */
function deleteRun(factor: ReplyAt<'GET /user/second-factor'>) {
  answer('GET /user/second-factor', factor);
  answer('POST /user/step-up', () => {
    answer(DELETE_RUN, {});
    return {};
  });
  render(<StepUpDialog />);
  const outcome = vi.fn<(text: string) => void>();
  void callApi(DELETE_RUN, { params: { runId: 41 } }).then(
    () => outcome('deleted'),
    (error: unknown) => outcome(isApiError(error) ? error.code : String(error)),
  );
  return outcome;
}

it('[W-531] StepUpDialog asks for the password of a user without second factor, and the call is sent again', async () => {
  const outcome = deleteRun(NONE);
  await expect.element(confirm).toBeDisabled();
  await expectAccessible();
  await dialog.getByLabelText('Your password').fill('Correct-horse-7');
  await confirm.click();
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('deleted'));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf('POST /user/step-up')).toEqual([{ body: { currentPassword: 'Correct-horse-7' } }]);
  expect(callsOf(DELETE_RUN)).toHaveLength(2);
});

it('[W-531] StepUpDialog asks for a code, and stays open when it is wrong', async () => {
  expectLogged(/^ApiError/);
  const outcome = deleteRun(WITH_APP);
  refuse('POST /user/step-up', 'second-factor-wrong');
  await dialog.getByLabelText('Code').fill(' 492039 ');
  await confirm.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This code is wrong, or was used already.');
  expect(callsOf('POST /user/step-up')).toEqual([{ body: { code: '492039' } }]);
  expect(outcome).not.toHaveBeenCalled();
});

it('[W-531] StepUpDialog passes the refusal on when the user cancels', async () => {
  const outcome = deleteRun(WITH_APP);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('step-up-needed'));
  expect(callsOf(DELETE_RUN)).toHaveLength(1);
});

it('[W-531] StepUpDialog offers the passkey first, and says so when the browser has none', async () => {
  expectLogged(/./);
  deleteRun({ ...WITH_APP, passkeys: [LAPTOP] });
  answer('POST /user/step-up/passkey', { ...exampleRequest, rpId: 'elsewhere.example.com' });
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The browser used no passkey.');
  await dialog.getByLabelText('Code, in place of the passkey').fill('492039');
  await expect.element(confirm).toBeEnabled();
});

it('[W-531] StepUpDialog tells a user of an identity provider to sign in again', async () => {
  const outcome = deleteRun({ ...NONE, isExternal: true });
  await expect.element(dialog).toMatchTextContent('sign out and in again, then do this within ten minutes');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await vi.waitFor(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('step-up-needed'));
});

it('[W-531] StepUpDialog asks once for calls that are refused together', async () => {
  const first = deleteRun(NONE);
  const second = callApi(DELETE_RUN, { params: { runId: 42 } });
  await dialog.getByLabelText('Your password').fill('Correct-horse-7');
  await confirm.click();
  await second;
  await vi.waitFor(() => expect(first).toHaveBeenCalledExactlyOnceWith('deleted'));
  expect(callsOf('POST /user/step-up')).toHaveLength(1);
});
