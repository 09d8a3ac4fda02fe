import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { expectAccessible } from '../testing/axe.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const dialog = page.getByRole('dialog');

it('ConfirmDialog focuses the harmless button before a destructive act', async () => {
  const onConfirm = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(
    <ConfirmDialog
      isOpen
      title="Delete the run?"
      confirmLabel="Delete"
      isDestructive
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  );
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
});
