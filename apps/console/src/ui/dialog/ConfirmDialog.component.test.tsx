import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#/api/api-error.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Delete the run?' });
const opener = page.getByRole('button', { name: 'Open' });
const confirm = dialog.getByRole('button', { name: 'Delete' });
const cancel = dialog.getByRole('button', { name: 'Cancel' });

interface Options {
  readonly isDestructive?: boolean;
  readonly onConfirm?: () => unknown;
}

function Example({ isDestructive = false, onConfirm = () => undefined }: Options) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Delete the run?"
        confirmLabel="Delete"
        isDestructive={isDestructive}
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
      >
        It cannot be restored.
      </ConfirmDialog>
    </>
  );
}

async function open(options: Options = {}): Promise<void> {
  render(<Example {...options} />);
  await opener.click();
  await expect.element(dialog).toBeVisible();
}

it('ConfirmDialog focuses the harmless button before a destructive action', async () => {
  const onConfirm = vi.fn<() => void>();
  await open({ isDestructive: true, onConfirm });
  await expect.element(cancel).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('ConfirmDialog focuses the confirming button of a harmless action, so that Enter confirms', async () => {
  const onConfirm = vi.fn<() => void>();
  await open({ onConfirm });
  await expect.element(confirm).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('ConfirmDialog closes on Escape without acting and returns the focus', async () => {
  const onConfirm = vi.fn<() => void>();
  await open({ onConfirm });
  await expect.element(confirm).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

it('ConfirmDialog closes on a click beside it', async () => {
  await open();
  await expect.element(confirm).toHaveFocus();
  await userEvent.pointer([{ keys: '[MouseLeft]', coords: { x: 20, y: 500 } }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('ConfirmDialog keeps the focus inside while Tab is pressed', async () => {
  await open({ isDestructive: true });
  await expect.element(cancel).toHaveFocus();
  await userEvent.tab();
  await expect.element(confirm).toHaveFocus();
  await userEvent.tab();
  await expect.element(cancel).toHaveFocus();
});

it('ConfirmDialog is busy while its action runs: it acts once and does not close', async () => {
  const act = Promise.withResolvers<void>();
  const onConfirm = vi.fn<() => Promise<void>>(() => act.promise);
  await open({ onConfirm });
  await confirm.click();
  await expect.element(confirm).toHaveAttribute('aria-busy', 'true');
  await expect.element(cancel).toBeDisabled();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(dialog).toBeVisible();
  expect(onConfirm).toHaveBeenCalledOnce();
  act.resolve();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('ConfirmDialog stays open after a failure, shows the reason with the log id, and clears it when closed', async () => {
  const failure = new ApiError({ status: 409, code: 'run-changed', detail: 'The run was changed.', logId: 812 });
  await open({ onConfirm: () => Promise.reject(failure) });
  await confirm.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The run was changed. LogId = 812');
  await cancel.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await opener.click();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});
