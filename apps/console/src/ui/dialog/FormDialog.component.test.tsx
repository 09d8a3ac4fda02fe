import { useForm } from '@mantine/form';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { FormDialog } from './FormDialog.tsx';
import { validateForm } from './validate-form.ts';

const dialog = page.getByRole('dialog', { name: 'Rename' });
const first = dialog.getByLabelText('First');
const second = dialog.getByLabelText('Second');
const save = dialog.getByRole('button', { name: 'Save' });

interface Options {
  readonly onSubmit?: (values: { readonly first: string; readonly second: string }) => unknown;
  readonly blockedBecause?: string;
}

const require = (value: string) => (value === '' ? 'Enter a name.' : null);

function Example({ onSubmit = () => undefined, blockedBecause }: Options) {
  const [isOpen, setOpen] = useState(true);
  const form = useForm({
    initialValues: { first: 'Alpha', second: '' },
    validate: { first: require, second: require },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title="Rename"
      submitLabel="Save"
      note="The name is shown to everyone."
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={() => onSubmit(form.values)}
      onClose={() => setOpen(false)}
    >
      <TextInput label="First" {...form.getInputProps('first')} />
      <TextInput label="Second" {...form.getInputProps('second')} />
    </FormDialog>
  );
}

it('FormDialog focuses its first field and submits on Enter', async () => {
  const onSubmit = vi.fn<(values: unknown) => void>();
  render(<Example onSubmit={onSubmit} />);
  await second.fill('Beta');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ first: 'Alpha', second: 'Beta' });
});

it('FormDialog shows errors at their fields, focuses the first one and sends nothing', async () => {
  const onSubmit = vi.fn<() => void>();
  render(<Example onSubmit={onSubmit} />);
  await save.click();
  await expect.element(second).toHaveAccessibleDescription('Enter a name.');
  await expect.element(second).toHaveAttribute('aria-invalid', 'true');
  await expect.element(second).toHaveFocus();
  await expect.element(first).toBeValid();
  expect(onSubmit).not.toHaveBeenCalled();
  await expectAccessible();
});

it('FormDialog cannot be sent while it is blocked and describes the button with the reason', async () => {
  const onSubmit = vi.fn<() => void>();
  render(<Example onSubmit={onSubmit} blockedBecause="You are offline." />);
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAccessibleDescription('You are offline.');
  await second.fill('Beta');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});

it('FormDialog describes its button with the note if nothing blocks it', async () => {
  render(<Example />);
  await expect.element(save).toHaveAccessibleDescription('The name is shown to everyone.');
});

it('FormDialog keeps the entries when sending fails and succeeds on the second attempt', async () => {
  const onSubmit = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('The name is taken.'));
  render(<Example onSubmit={onSubmit} />);
  await second.fill('Beta');
  await save.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The name is taken.');
  await expect.element(second).toHaveValue('Beta');
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it('FormDialog does not close on a click beside it, because that would lose the entries', async () => {
  render(<Example />);
  await second.fill('Beta');
  await userEvent.pointer([{ keys: '[MouseLeft]', coords: { x: 20, y: 500 } }]);
  await expect.element(second).toHaveValue('Beta');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('FormDialog disables closing while it sends', async () => {
  const sent = Promise.withResolvers<void>();
  render(<Example onSubmit={() => sent.promise} />);
  await second.fill('Beta');
  await save.click();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  sent.resolve();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('[W-150] FormDialog looks disabled and says why while a field is invalid', async () => {
  const onSubmit = vi.fn<() => void>();
  render(<Example onSubmit={onSubmit} />);
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await save.click();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(save)
    .toHaveAccessibleDescription('Correct the marked field first. The name is shown to everyone.');
  expect(Number(getComputedStyle(save.element()).opacity)).toBeLessThan(0.6);
  await expectAccessible();
  await second.fill('Beta');
  await expect.element(save).not.toHaveAttribute('aria-disabled');
  await expect.element(save).toHaveAccessibleDescription('The name is shown to everyone.');
  await save.click();
  expect(onSubmit).toHaveBeenCalledOnce();
});
