import { exampleSavedPath } from '@waymark/contract/runs/pig-path';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, callsOf } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import type { OnCall, Step } from './on-call.data.ts';
import { StepsDialog, type StepsOf } from './StepsDialog.tsx';

const SAVE = 'POST /on-call/escalation';
const FIRST: Step = { afterMinutes: 15, onCall: true, userIds: [], media: ['email'] };
const settings: OnCall = {
  roster: { timeZone: 'UTC', shifts: [] },
  overrides: [],
  steps: [FIRST],
  paths: [{ pathId: 7, pathName: 'North line', steps: [] }],
  people: [
    { userId: 12, name: 'Dana Reyes', isAdmin: true, media: ['email'] },
    { userId: 13, name: 'Vic Olsen', isAdmin: false, media: ['email', 'sms'] },
  ],
};

const dialog = page.getByRole('dialog');
const rows = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
const fault = dialog.getByRole('alert');
const save = dialog.getByRole('button', { name: 'Save' });
const add = dialog.getByRole('button', { name: 'Add step' });
const afterOf = (row: number) => rows.nth(row).getByRole('textbox', { name: 'After' });
const boxOf = (row: number, name: string) => rows.nth(row).getByRole('checkbox', { name });

function show(of: StepsOf, steps: readonly Step[] = settings.steps) {
  const onClose = vi.fn<() => void>();
  answer(SAVE, settings);
  render(<StepsDialog of={of} settings={{ ...settings, steps: [...steps] }} isOpen onClose={onClose} />);
  return onClose;
}

it('[W-356, W-359] StepsDialog says that a path without steps is not escalated, and gives it steps of its own', async () => {
  const onClose = show({ kind: 'path', pathId: 7 });
  await expect.element(dialog).toHaveAccessibleName('Steps of North line');
  await expect.element(save).toHaveAccessibleDescription('Without steps alerts are not escalated.');
  expect(rows.elements()).toHaveLength(0);
  await add.click();
  await expect.element(save).not.toHaveAccessibleDescription();
  await expect.element(afterOf(0)).toHaveValue('15 min');
  for (const name of ['Person on call', 'By e-mail', 'By text message'])
    await expect.element(boxOf(0, name)).toBeChecked();
  await expect.element(boxOf(0, 'By push')).not.toBeChecked();
  await save.click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(callsOf(SAVE)).toEqual([
    { body: { pathId: 7, steps: [{ afterMinutes: 15, onCall: true, userIds: [], media: ['email', 'sms'] }] } },
  ]);
});

it('[W-356, W-359] StepsDialog offers the paths without steps of their own, and begins with those of the company', async () => {
  answer('GET /pigrun/pigpath', [
    exampleSavedPath,
    { ...exampleSavedPath, pathId: 7, pigRunName: 'North line' },
    { ...exampleSavedPath, pathId: 13, pigRunName: 'South line' },
  ]);
  show({ kind: 'new-path' });
  const choice = dialog.getByLabelText('Path', { exact: true });
  const offered = () =>
    choice
      .getByRole('option')
      .elements()
      .map((option) => option.textContent);
  await expect.poll(offered).toEqual(['Choose a path', 'Cushing to Tulsa', 'South line']);
  await expect.element(afterOf(0)).toHaveValue('15 min');
  await save.click();
  await expect.element(fault).toHaveTextContent('Choose a path.');
  expect(callsOf(SAVE)).toEqual([]);
  await choice.selectOptions('South line');
  await expect.element(fault).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => callsOf(SAVE)).toEqual([{ body: { pathId: 13, steps: [FIRST] } }]);
});

it('[W-359] StepsDialog refuses steps out of order, without minutes and without a medium', async () => {
  show({ kind: 'company' }, [FIRST, { ...FIRST, afterMinutes: 30 }]);
  await afterOf(1).fill('15');
  await save.click();
  await expect.element(fault).toHaveTextContent('Each step comes later than the one before.');
  await afterOf(1).fill('');
  await expect.element(fault).toHaveTextContent('Minutes are whole numbers from 1 to 10080.');
  await afterOf(1).fill('45');
  await expect.element(fault).not.toBeInTheDocument();
  await boxOf(1, 'By e-mail').click();
  await expect.element(fault).toHaveTextContent('A step needs a medium.');
  await save.click();
  expect(callsOf(SAVE)).toEqual([]);
  await boxOf(1, 'By push').click();
  await save.click();
  await expect.poll(() => callsOf(SAVE)).toHaveLength(1);
  expect(callsOf(SAVE)[0]?.body.steps).toEqual([FIRST, { ...FIRST, afterMinutes: 45, media: ['push'] }]);
});

it('[W-359] StepsDialog leaves out a user who has left, and adds one from the list, which Escape closes alone', async () => {
  const onClose = show({ kind: 'company' }, [{ ...FIRST, userIds: [99, 12] }]);
  const users = rows.first().getByRole('combobox', { name: 'Users' });
  await expect.element(rows.first()).toMatchTextContent('Dana Reyes');
  await users.click();
  await page.getByRole('option', { name: 'Vic Olsen' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(users).toHaveAttribute('aria-expanded', 'false');
  expect(onClose).not.toHaveBeenCalled();
  await boxOf(0, 'Person on call').click();
  await save.click();
  await expect.poll(() => callsOf(SAVE)).toHaveLength(1);
  expect(callsOf(SAVE)[0]?.body.steps).toEqual([{ ...FIRST, onCall: false, userIds: [12, 13] }]);
});

it('[W-359] StepsDialog takes at most ten steps, and another one after one is removed', async () => {
  const nine = Array.from({ length: 9 }, (_, at) => ({ ...FIRST, afterMinutes: 10 * (at + 1) }));
  show({ kind: 'company' }, nine);
  await add.click();
  await expect.element(afterOf(9)).toHaveValue('180 min');
  await expect.element(add).toBeDisabled();
  await rows.first().getByRole('button', { name: 'Remove step' }).click();
  await expect.element(add).toBeEnabled();
  await save.click();
  await expect
    .poll(() => callsOf(SAVE)[0]?.body.steps?.map(({ afterMinutes }) => afterMinutes))
    .toEqual([20, 30, 40, 50, 60, 70, 80, 90, 180]);
});
