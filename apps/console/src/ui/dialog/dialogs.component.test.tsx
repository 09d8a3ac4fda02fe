import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { InfoDialog } from './InfoDialog.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { dialogHome, useDialogChain } from './use-dialog-chain.ts';

const dialog = page.getByRole('dialog');
const clickBeside = () => userEvent.pointer([{ keys: '[MouseLeft]', coords: { x: 20, y: 500 } }]);

it('MessageDialog alerts, focuses its button and closes on Enter', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <MessageDialog isOpen title="No location" onClose={onClose}>
      The device has no location yet.
    </MessageDialog>,
  );
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The device has no location yet.');
  await expect.element(dialog.getByRole('button', { name: 'OK' })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('MessageDialog ignores a click beside it', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <MessageDialog isOpen title="No location" onClose={onClose}>
      Text
    </MessageDialog>,
  );
  await expect.element(dialog.getByRole('button', { name: 'OK' })).toHaveFocus();
  await clickBeside();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('InfoDialog closes on a click beside it', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <InfoDialog isOpen title="About" subtitle="Version 1" onClose={onClose}>
      Text
    </InfoDialog>,
  );
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  await expect.element(dialog).toHaveAccessibleName('About');
  await clickBeside();
  expect(onClose).toHaveBeenCalledOnce();
});

it('InfoDialog that is shown only once stays open on a click beside it and closes on Escape', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <InfoDialog isOpen title="Secret" staysOpen onClose={onClose}>
      Text
    </InfoDialog>,
  );
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  await clickBeside();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('InfoDialog leaves Escape to the dialog that covers it', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <InfoDialog isOpen title="Below" isCovered onClose={onClose}>
      Text
    </InfoDialog>,
  );
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});

function Chain() {
  const [rows, setRows] = useState(['North', 'South']);
  const chain = useDialogChain<string>();
  return (
    <div {...dialogHome}>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => chain.open(row)}>
          {row}
        </button>
      ))}
      <ConfirmDialog
        isOpen={chain.isOpen}
        title={`Delete ${chain.step}?`}
        confirmLabel="Delete"
        isDestructive
        onConfirm={() => setRows(rows.filter((row) => row !== chain.step))}
        onClose={chain.close}
      />
    </div>
  );
}

it('useDialogChain returns the focus to the row that opened the dialog', async () => {
  render(<Chain />);
  await page.getByRole('button', { name: 'South' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'South' })).toHaveFocus();
});

it('useDialogChain focuses the first control of the list if the row that opened the dialog is gone', async () => {
  render(<Chain />);
  await page.getByRole('button', { name: 'South' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('button', { name: 'South' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'North' })).toHaveFocus();
});

it('[W-147] InfoDialog with a long text can be scrolled with the keyboard', async () => {
  await page.viewport(720, 450);
  try {
    render(
      <InfoDialog isOpen title="About" onClose={() => undefined}>
        <p style={{ height: 1200 }}>A long text</p>
      </InfoDialog>,
    );
    await expect.element(page.getByText('A long text')).toBeVisible();
    await expectAccessible();
    await userEvent.tab();
    expect(document.activeElement?.scrollHeight).toBeGreaterThan(450);
  } finally {
    await page.viewport(1440, 900);
  }
});
