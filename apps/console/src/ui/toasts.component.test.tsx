import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../api/api-error.ts';
import { expectAccessible } from '../testing/axe.ts';
import { render } from '../testing/render.tsx';
import { closeToasts, showError, showNotice, showSuccess } from './toasts.ts';

const successes = page.getByRole('status');
const errors = page.getByRole('alert');

it('toasts announce a success as a status with its detail', async () => {
  render(null);
  showSuccess('Run saved', 'Line 4, northbound');
  await expect.element(successes).toHaveTextContent('Run savedLine 4, northbound');
  await expectAccessible();
});

it('toasts announce an error as an alert with the reason and the log id of its cause', async () => {
  render(null);
  showError({
    message: 'Run could not be saved',
    cause: new ApiError({ status: 409, code: 'run-changed', detail: 'The run was changed.', logId: 812 }),
  });
  await expect.element(errors).toHaveTextContent('Run could not be savedThe run was changed. LogId = 812');
});

it('toasts offer Retry, which closes the error and tries again', async () => {
  render(null);
  const onRetry = vi.fn<() => void>();
  showError({ message: 'Map did not load', onRetry });
  await errors.getByRole('button', { name: 'Retry' }).click();
  await expect.element(errors).not.toBeInTheDocument();
  expect(onRetry).toHaveBeenCalledOnce();
});

it('toasts close by their button and by the keyboard', async () => {
  render(null);
  showNotice('Device does not have a location');
  await successes.getByRole('button', { name: 'Close' }).click();
  await expect.element(successes).not.toBeInTheDocument();
  showError({ message: 'Map did not load' });
  const close = errors.getByRole('button', { name: 'Close' });
  await expect.element(close).toBeVisible();
  close.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(errors).not.toBeInTheDocument();
});

it('toasts show the same failure once, however often it happens', async () => {
  render(null);
  for (let count = 0; count < 3; count += 1) showError({ message: 'A call to the server failed', detail: 'Timeout' });
  await expect.element(errors).toBeVisible();
  expect(errors.elements()).toHaveLength(1);
});

it('toasts keep at most three and drop successes before errors', async () => {
  render(null);
  showError({ message: 'First failure' });
  showSuccess('First success');
  showError({ message: 'Second failure' });
  showError({ message: 'Third failure' });
  await expect.element(errors.nth(2)).toBeVisible();
  await expect.element(successes).not.toBeInTheDocument();
  expect(errors.elements().map((each) => each.textContent)).toEqual(
    expect.arrayContaining(['First failure', 'Second failure', 'Third failure']),
  );
});

it('toasts of one user are gone after sign-out', async () => {
  render(null);
  showError({ message: 'Map did not load' });
  await expect.element(errors).toBeVisible();
  closeToasts();
  await expect.element(errors).not.toBeInTheDocument();
});
