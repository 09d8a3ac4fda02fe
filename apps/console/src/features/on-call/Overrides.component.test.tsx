import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { readTimes } from '#/testing/read-times.ts';
import { render } from '#/testing/render.tsx';
import { setTimes } from '#/ui/clock/zones.ts';
import type { OnCall } from './on-call.data.ts';
import { Overrides } from './Overrides.tsx';

// On the day before the clocks of the roster go from UTC-5 to UTC-6.

const ADD = 'POST /on-call/overrides';
const REMOVE = 'DELETE /on-call/overrides/:id';
const NOW = Date.UTC(2026, 9, 31, 12, 20);
const OVER = { id: 4, userId: 12, from: '2026-10-31 04:00:00', until: '2026-10-31 12:00:00', addedBy: 'Dana Reyes' };
const NIGHT = { id: 5, userId: 13, from: '2026-11-01 06:30:00', until: '2026-11-01 07:30:00', addedBy: 'Dana Reyes' };
const FREE = { ...NIGHT, id: 6, userId: null, from: '2026-12-24 18:00:00', until: '2026-12-25 06:00:00' };
const settings: OnCall = {
  roster: { timeZone: 'America/Chicago', shifts: [] },
  overrides: [OVER, NIGHT, FREE],
  steps: [],
  paths: [],
  people: [
    { userId: 12, name: 'Dana Reyes', isAdmin: true, media: ['email'] },
    { userId: 13, name: 'Vic Olsen', isAdmin: false, media: ['email'] },
  ],
};

const section = page.getByRole('region', { name: 'Overrides' });
const rows = section.getByRole('listitem');
const opener = section.getByRole('button', { name: 'Add override' });
const form = page.getByRole('dialog', { name: 'Add override' });
const question = page.getByRole('dialog', { name: 'Remove this override?' });
const add = form.getByRole('button', { name: 'Add', exact: true });
const field = (name: string) => form.getByRole('textbox', { name });

beforeEach(({ onTestFinished }) => {
  // After the page is empty again: until then the session is of that day.
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

const show = () => render(<Overrides settings={settings} now={NOW} />);

it('[W-307, W-350, W-358] Overrides lists those that are not over in the zone of the reader, also in a repeated hour', async () => {
  show();
  await expect.element(rows.first()).toMatchTextContent('Vic Olsen2026-11-01 06:30:00 UTC – 2026-11-01 07:30:00 UTC');
  await expect.element(rows.nth(1)).toMatchTextContent('No one, goes to the administrators2026-12-24 18:00:00 UTC');
  expect(rows.elements()).toHaveLength(2);
  setTimes('line');
  await expect.element(rows.first()).toMatchTextContent('2026-11-01 01:30:00 UTC-5 – 2026-11-01 01:30:00 UTC-6');
  await expect.element(rows.nth(1)).toMatchTextContent('2026-12-24 12:00:00 UTC-6 – 2026-12-25 00:00:00 UTC-6');
  expect(readTimes().zoneless).toEqual([]);
});

it('[W-350] Overrides begins with no one from the next full hour for eight hours, and takes 60 days at most', async () => {
  show();
  answer(ADD, settings);
  await opener.click();
  await expect.element(form.getByLabelText('Person')).toHaveDisplayValue('No one, goes to the administrators');
  await expect.element(field('From (UTC)')).toHaveValue('2026-10-31 13:00:00');
  await expect.element(field('Until (UTC)')).toHaveValue('2026-10-31 21:00:00');
  await field('Until (UTC)').fill('2026-12-30 13:00:01');
  await add.click();
  await expect.element(field('Until (UTC)')).toHaveAccessibleDescription('An override lasts 60 days at most.');
  await expectAccessible();
  expect(callsOf(ADD)).toEqual([]);
  await field('Until (UTC)').fill('2026-12-30 13:00:00');
  await userEvent.keyboard('{Enter}');
  await expect.element(form).not.toBeInTheDocument();
  expect(callsOf(ADD)).toEqual([
    { body: { userId: null, from: Date.UTC(2026, 9, 31, 13), until: Date.UTC(2026, 11, 30, 13) } },
  ]);
});

it('[W-358] Overrides marks what is no time at its field, and refuses an override that is over', async () => {
  show();
  await opener.click();
  await field('From (UTC)').fill('2026-10-31 25:00:00');
  await field('Until (UTC)').fill('2026-10-31');
  await userEvent.keyboard('{Enter}');
  for (const name of ['From (UTC)', 'Until (UTC)'])
    await expect.element(field(name)).toHaveAccessibleDescription('A time is YYYY-MM-DD HH:mm:ss.');
  await expect.element(field('From (UTC)')).toHaveFocus();
  await field('From (UTC)').fill('2026-10-31 04:00:00');
  await expect.element(field('From (UTC)')).toBeValid();
  await field('Until (UTC)').fill('2026-10-31 12:20:00');
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Until (UTC)')).toHaveAccessibleDescription('This override would be over already.');
  expect(callsOf(ADD)).toEqual([]);
});

it('[W-308, W-315, W-350] Overrides reads times on the clocks of the roster, and asks which pass of a repeated hour is meant', async () => {
  setTimes('line');
  show();
  answer(ADD, settings);
  await opener.click();
  await expect.element(field('From (America/Chicago)')).toHaveValue('2026-10-31 08:00:00');
  const until = field('Until (America/Chicago)');
  await expect.element(until).toHaveValue('2026-10-31 16:00:00');
  await form.getByLabelText('Person').selectOptions('Vic Olsen');
  await until.fill('2026-11-01 01:30:00');
  await expect
    .element(until)
    .toHaveAccessibleDescription('Clocks in America/Chicago show this time twice. Add UTC-5 or UTC-6.');
  await userEvent.keyboard('{Enter}');
  await until.fill('2026-11-01 01:30:00 UTC-6');
  await expect.element(until).toBeValid();
  await userEvent.keyboard('{Enter}');
  await expect.element(form).not.toBeInTheDocument();
  expect(callsOf(ADD)).toEqual([
    { body: { userId: 13, from: Date.UTC(2026, 9, 31, 13), until: Date.UTC(2026, 10, 1, 7, 30) } },
  ]);
});

it('Overrides says that another admin has removed the override meanwhile, and removes nothing after Cancel', async () => {
  show();
  refuse(REMOVE, 'override-not-found');
  const remove = rows.nth(1).getByRole('button', { name: 'Remove override' });
  await remove.click();
  const cancel = question.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toHaveFocus();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('There is no such override.');
  expect(callsOf(REMOVE)).toEqual([{ params: { id: 6 } }]);
  await cancel.click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(remove).toHaveFocus();
  expect(callsOf(REMOVE)).toHaveLength(1);
});

it('Overrides says why it cannot add offline, and removes nothing then', async () => {
  show();
  await opener.click();
  setOffline();
  await expect.element(add).toBeDisabled();
  await expect.element(add).toHaveAccessibleDescription(/^You are offline\./);
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(opener).toHaveAttribute('title', expect.stringMatching(/^You are offline\./));
  await expect.element(rows.first().getByRole('button', { name: 'Remove override' })).toBeDisabled();
});
