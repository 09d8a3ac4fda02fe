import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, callsOf, holdAnswer, LOG_ID } from '#/testing/fake-server.ts';
import { setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { OnCall } from './on-call.data.ts';
import { ShiftsDialog } from './ShiftsDialog.tsx';

const SAVE = 'POST /on-call/roster';
const DAY = 24 * 60;
const DANA_BY_DAY = { userId: 12, from: 8 * 60, until: 20 * 60 };
/** From Sunday evening to Monday morning, over the end of the week. */
const VIC_BY_NIGHT = { userId: 13, from: 6 * DAY + 20 * 60, until: 8 * 60 };
const settings: OnCall = {
  roster: { timeZone: 'America/Chicago', shifts: [VIC_BY_NIGHT, DANA_BY_DAY] },
  overrides: [],
  steps: [],
  paths: [],
  people: [
    { userId: 12, name: 'Dana Reyes', isAdmin: true, media: ['email'] },
    { userId: 13, name: 'Vic Olsen', isAdmin: false, media: ['email', 'sms'] },
  ],
};

const dialog = page.getByRole('dialog', { name: 'Weekly shifts' });
const rows = dialog.getByRole('list', { name: 'Shifts' }).getByRole('listitem');
const fault = dialog.getByRole('alert');
const save = dialog.getByRole('button', { name: 'Save' });
const fieldOf = (row: number, label: string) => rows.nth(row).getByLabelText(label, { exact: true });

function show() {
  const onClose = vi.fn<() => void>();
  answer(SAVE, settings);
  render(<ShiftsDialog settings={settings} isOpen onClose={onClose} />);
  return onClose;
}

it('[W-348, W-358] ShiftsDialog lists shifts by their beginning and refuses one that ends in the first of the week', async () => {
  const onClose = show();
  await expect.element(fieldOf(0, 'Person')).toHaveDisplayValue('Dana Reyes');
  await expect.element(fieldOf(1, 'Person')).toHaveDisplayValue('Vic Olsen');
  await expect.element(fieldOf(1, 'From')).toHaveDisplayValue('Sunday');
  await expect.element(fieldOf(1, 'From, time')).toHaveValue('20:00');
  await expect.element(fieldOf(1, 'Until')).toHaveDisplayValue('Monday');
  await fieldOf(1, 'Until, time').fill('08:01');
  await save.click();
  await expect.element(fault).toHaveTextContent('Two shifts overlap. At any time one person is on call.');
  expect(callsOf(SAVE)).toEqual([]);
  await fieldOf(1, 'Until, time').fill('08:00');
  await expect.element(fault).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(callsOf(SAVE)).toEqual([{ body: { timeZone: 'America/Chicago', shifts: [DANA_BY_DAY, VIC_BY_NIGHT] } }]);
});

it('[W-358] ShiftsDialog changes person, days, times and time zone, and removes a shift', async () => {
  show();
  await rows.first().getByRole('button', { name: 'Remove shift' }).click();
  await expect.poll(() => rows.length).toBe(1);
  await fieldOf(0, 'Person').selectOptions('Dana Reyes');
  await fieldOf(0, 'From').selectOptions('Friday');
  await fieldOf(0, 'From, time').fill('9:30');
  await fieldOf(0, 'Until').selectOptions('Saturday');
  await fieldOf(0, 'Until, time').fill(' 17:05 ');
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('denver');
  await page.getByRole('option', { name: 'America/Denver' }).click();
  await save.click();
  await expect.poll(() => callsOf(SAVE)).toHaveLength(1);
  expect(callsOf(SAVE)[0]?.body).toEqual({
    timeZone: 'America/Denver',
    shifts: [{ userId: 12, from: 4 * DAY + 9 * 60 + 30, until: 5 * DAY + 17 * 60 + 5 }],
  });
});

it('[W-358] ShiftsDialog marks a time that the day does not have, and sends nothing until it is corrected', async () => {
  show();
  await fieldOf(0, 'Until, time').fill('24:00');
  await expect.element(fault).not.toBeInTheDocument();
  await save.click();
  await expect.element(fault).toHaveTextContent('Times are HH:MM.');
  await expect.element(fieldOf(0, 'Until, time')).toBeInvalid();
  await expect.element(fieldOf(0, 'From, time')).toBeValid();
  await expect.element(save).toHaveAccessibleDescription('Correct the marked field first.');
  await fieldOf(0, 'Until, time').click();
  await userEvent.keyboard('{Enter}');
  expect(callsOf(SAVE)).toEqual([]);
  await fieldOf(0, 'Until, time').fill('19:59');
  await expect.element(fieldOf(0, 'Until, time')).toBeValid();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => callsOf(SAVE)[0]?.body.shifts[0]?.until).toBe(19 * 60 + 59);
});

it('ShiftsDialog waits for the answer, and keeps the entries that the server refuses', async () => {
  const onClose = show();
  const held = holdAnswer(SAVE);
  await fieldOf(0, 'From, time').fill('08:30');
  await save.click();
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  held.refuse('user-not-found');
  await expect.element(fault).toMatchTextContent(`There is no such user. LogId = ${LOG_ID}`);
  await expect.element(fieldOf(0, 'From, time')).toHaveValue('08:30');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
});

it('ShiftsDialog says why it cannot save offline, and sends only what is saved once the console is back', async () => {
  show();
  setOffline();
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAccessibleDescription(/^You are offline\./);
  await fieldOf(0, 'From, time').fill('08:30');
  await userEvent.keyboard('{Enter}');
  setLive();
  await fieldOf(0, 'From, time').fill('08:45');
  await save.click();
  await expect.poll(() => callsOf(SAVE).map(({ body }) => body.shifts[0]?.from)).toEqual([8 * 60 + 45]);
});
