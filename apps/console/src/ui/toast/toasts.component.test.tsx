import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#/api/api-error.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { BottomDrawer } from '../sheet/BottomDrawer.tsx';
import { Button } from '../button/Button.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
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

it('toasts offer Retry, which closes the error and repeats the action', async () => {
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

it('toasts show the same failure once, however often it occurs', async () => {
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

it('toasts of one user are removed at sign-out', async () => {
  render(null);
  showError({ message: 'Map did not load' });
  await expect.element(errors).toBeVisible();
  closeToasts();
  await expect.element(errors).not.toBeInTheDocument();
});

afterEach(() => page.viewport(1440, 900));

/** Buttons and fields that are covered by a toast. */
function listCovered(): string[] {
  const toasts = document.querySelector('.mantine-Notifications-root[data-position=bottom-right]');
  const over = toasts?.getBoundingClientRect();
  if (!over || over.height === 0) return ['no toast'];
  return [...document.querySelectorAll('button, input')]
    .filter((control) => !toasts?.contains(control))
    .filter((control) => {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
    })
    .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
}

function showTwo(): void {
  showError({ message: 'The run was not changed', detail: 'Another user has changed it.' });
  showSuccess('Success!');
}

for (const [width, height] of [
  [1440, 900],
  [720, 450],
  [390, 844],
] as const) {
  it(`[W-148] toasts cover no button of a dialog at ${width} × ${height}`, async () => {
    await page.viewport(width, height);
    render(
      <FormDialog
        isOpen
        title="Add Receive Time"
        submitLabel="End/Save"
        onSubmit={() => undefined}
        onClose={vi.fn<() => void>()}
      >
        <p style={{ height: 1200 }}>A form that fills the screen</p>
      </FormDialog>,
    );
    await expect.element(page.getByRole('button', { name: 'End/Save' })).toBeVisible();
    showTwo();
    await expect.element(errors.getByText('The run was not changed')).toBeVisible();
    await expect.poll(listCovered).toEqual([]);
  });

  it(`[W-148] toasts cover neither the bar of the table nor the run cards at ${width} × ${height}`, async () => {
    await page.viewport(width, height);
    render(
      <>
        <div style={{ position: 'fixed', top: 60, right: 16, width: 300 }}>
          <Button isWide>CLN-16-02</Button>
        </div>
        <div style={{ position: 'fixed', inset: 'auto 0 0' }}>
          <BottomDrawer
            title="Devices"
            isOpen={false}
            height={236}
            screenHeight={height}
            onToggle={() => undefined}
            onHeight={() => undefined}
          >
            {null}
          </BottomDrawer>
        </div>
      </>,
    );
    showTwo();
    await expect.element(errors.getByText('The run was not changed')).toBeVisible();
    await expect.poll(listCovered).toEqual([]);
  });
}
