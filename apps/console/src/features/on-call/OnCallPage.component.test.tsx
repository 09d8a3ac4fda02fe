import { exampleSavedPath } from '@waymark/contract/runs/pig-path';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { OnCall } from './on-call.data.ts';
import { OnCallPage } from './OnCallPage.tsx';

const READ = 'GET /on-call';
const SAVE_ROSTER = 'POST /on-call/roster';
const SAVE_STEPS = 'POST /on-call/escalation';
const DAY = 24 * 60;
const HOUR_MS = 3_600_000;
const settings: OnCall = {
  roster: {
    timeZone: 'America/Chicago',
    shifts: [
      { userId: 12, from: 6 * 60, until: 18 * 60 },
      { userId: 13, from: 18 * 60, until: DAY + 6 * 60 },
    ],
  },
  overrides: [],
  steps: [{ afterMinutes: 15, onCall: true, userIds: [13], media: ['email'] }],
  paths: [{ pathId: 7, pathName: 'North line', steps: [] }],
  people: [
    { userId: 12, name: 'Dana Reyes', isAdmin: true, media: ['email'] },
    { userId: 13, name: 'Vic Olsen', isAdmin: false, media: ['email', 'sms'] },
  ],
};

const dialog = page.getByRole('dialog');
const roster = page.getByRole('region', { name: 'Roster' });
const overrides = page.getByRole('region', { name: 'Overrides' });
const escalation = page.getByRole('region', { name: 'Escalation' });
const paths = page.getByRole('region', { name: 'Paths that differ' });
const save = dialog.getByRole('button', { name: 'Save' });

function show(change: Partial<OnCall> = {}, role: 'admin' | 'superadmin' = 'admin'): void {
  answer(READ, { ...settings, ...change });
  render(<OnCallPage />, { role, path: '/on-call' });
}

it('[W-547] a superadmin chooses a company, and changes its roster', async () => {
  answer('GET /admin/group', [{ id: 3, groupName: 'Acme Pipelines' }]);
  answer('GET /pigrun/pigpath', [
    exampleSavedPath,
    { ...exampleSavedPath, pathId: 13, groupId: 4, pigRunName: 'Foreign line' },
  ]);
  show({}, 'superadmin');
  await expect.element(page.getByText('Choose a company to see its roster.')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Company').selectOptions('Acme Pipelines');
  await expect.element(roster).toBeVisible();
  expect(callsOf(READ).map(({ query }) => query)).toEqual([{ groupId: 3 }]);
  answer(SAVE_ROSTER, settings);
  await roster.getByRole('button', { name: 'Edit shifts' }).click();
  await save.click();
  await expect.poll(() => callsOf(SAVE_ROSTER)[0]?.body).toEqual({ ...settings.roster, groupId: 3 });
  await expect.element(dialog).not.toBeInTheDocument();
  await paths.getByRole('button', { name: 'Add path' }).click();
  await expect.element(dialog.getByRole('option', { name: exampleSavedPath.pigRunName })).toBeInTheDocument();
  await expect.element(dialog.getByRole('option', { name: 'Foreign line' })).not.toBeInTheDocument();
});

it('[W-358] the roster is a week of shifts, with gaps that say where alerts go', async () => {
  show();
  await expect.element(roster.getByText('America/Chicago')).toBeVisible();
  const blocksOf = (day: RegExp) =>
    roster
      .getByRole('list', { name: day })
      .getByRole('listitem')
      .elements()
      .map((block) => block.getAttribute('title'));
  expect(blocksOf(/^Mon/)).toEqual([
    '00:00 to 06:00: gap: goes to the administrators',
    '06:00 to 18:00: Dana Reyes',
    '18:00 to 24:00: Vic Olsen',
  ]);
  expect(blocksOf(/^Wed/)).toEqual(['00:00 to 24:00: gap: goes to the administrators']);
  await expect.element(roster.getByText('gap: goes to the administrators').first()).toBeVisible();
  await expectAccessible();
});

it('[W-358] other weeks are shown, and Today leads back', async () => {
  show();
  const today = roster.getByRole('button', { name: 'Today' });
  await expect.element(today).toBeDisabled();
  await roster.getByRole('button', { name: 'Next week' }).click();
  await expect.element(today).toBeEnabled();
  await expect.poll(() => document.querySelector('[aria-current="date"]')).toBeNull();
  await today.click();
  await expect.poll(() => document.querySelectorAll('[aria-current="date"]').length).toBe(1);
});

it('[W-358] shifts are edited as rows: a new one goes on after the last, and an overlap is refused', async () => {
  show();
  await roster.getByRole('button', { name: 'Edit shifts' }).click();
  await dialog.getByRole('button', { name: 'Add shift' }).click();
  const rows = dialog.getByRole('list', { name: 'Shifts' }).getByRole('listitem');
  await expect.poll(() => rows.length).toBe(3);
  await expect.element(rows.nth(2).getByLabelText('From, time')).toHaveValue('06:00');
  await rows.nth(2).getByLabelText('From, time').fill('05:00');
  await save.click();
  await expect.element(dialog.getByText(/^Two shifts overlap/)).toBeVisible();
  await expectAccessible();
  await rows.nth(2).getByLabelText('From, time').fill('6:00');
  answer(SAVE_ROSTER, settings);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(SAVE_ROSTER)[0]?.body).toEqual({
    timeZone: 'America/Chicago',
    shifts: [...settings.roster.shifts, { userId: 12, from: DAY + 6 * 60, until: DAY + 18 * 60 }],
  });
});

it('[W-358] an override is added and removed, and marked in the calendar', async () => {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const added = {
    id: 5,
    userId: 13,
    from: formatUtcSecond(now - HOUR_MS),
    until: formatUtcSecond(now + HOUR_MS),
    addedBy: 'Dana Reyes',
  };
  show();
  await overrides.getByRole('button', { name: 'Add override' }).click();
  await dialog.getByLabelText('Person').selectOptions('Vic Olsen');
  await dialog.getByLabelText('From (UTC)').fill(added.from);
  await dialog.getByLabelText('Until (UTC)').fill(added.from);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(dialog.getByText('An override ends after it begins.')).toBeVisible();
  await dialog.getByLabelText('Until (UTC)').fill(added.until);
  answer('POST /on-call/overrides', { ...settings, overrides: [added] });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText(/^On call now: Vic Olsen/)).toBeVisible();
  await expect.element(roster.getByText(/, override$/).first()).toBeInTheDocument();
  expect(callsOf('POST /on-call/overrides')[0]?.body).toEqual({
    userId: 13,
    from: now - HOUR_MS,
    until: now + HOUR_MS,
  });
  answer('DELETE /on-call/overrides/:id', settings);
  await overrides.getByRole('button', { name: 'Remove override' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(overrides.getByText('The weekly shifts count without exception.')).toBeVisible();
});

it('[W-359] the steps are listed in order and edited; a step without recipient is refused', async () => {
  show();
  await expect.element(escalation.getByText('After 15 min: the person on call and Vic Olsen, by e-mail')).toBeVisible();
  await escalation.getByRole('button', { name: 'Edit steps' }).click();
  await dialog.getByRole('button', { name: 'Add step' }).click();
  const second = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(1);
  await expect.element(second.getByRole('textbox', { name: 'After' })).toHaveValue('30 min');
  await second.getByRole('checkbox', { name: 'Person on call' }).click();
  await save.click();
  await expect.element(dialog.getByText('A step goes to the person on call or to users.')).toBeVisible();
  await second.getByRole('checkbox', { name: 'Person on call' }).click();
  await second.getByRole('checkbox', { name: 'By text message' }).click();
  await expectAccessible();
  refuse(SAVE_STEPS, 'user-not-found');
  await save.click();
  await expect.element(second.getByRole('textbox', { name: 'After' })).toHaveValue('30 min');
  answer(SAVE_STEPS, settings);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(callsOf(SAVE_STEPS).at(-1)?.body).toEqual({
    pathId: null,
    steps: [...settings.steps, { afterMinutes: 30, onCall: true, userIds: [], media: ['email'] }],
  });
});

it('[W-359] a path has steps of its own, or none, until they are removed', async () => {
  show();
  await expect.element(paths.getByText('Alerts are not escalated.')).toBeVisible();
  answer(SAVE_STEPS, { ...settings, paths: [] });
  await paths.getByRole('button', { name: 'Remove steps of North line' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(paths.getByText('All paths have the steps of the company.')).toBeVisible();
  expect(callsOf(SAVE_STEPS)[0]?.body).toEqual({ pathId: 7, steps: null });
});

it('[W-358] a gap now is said at the top, and the changes of other users are shown', async () => {
  show({ roster: { timeZone: 'UTC', shifts: [] } });
  await expect.element(page.getByText('No one is on call now: alerts go to the administrators.')).toBeVisible();
  answer(READ, { ...settings, roster: { timeZone: 'UTC', shifts: [{ userId: 12, from: 0, until: 0 }] } });
  hear('ReceiveOnCall', { groupId: 3 });
  await expect.element(page.getByText('On call now: Dana Reyes.')).toBeVisible();
});

it('the screen changes nothing offline', async () => {
  show();
  await expect.element(escalation.getByRole('button', { name: 'Edit steps' })).toBeEnabled();
  setOffline();
  for (const name of ['Edit shifts', 'Add override', 'Edit steps', 'Add path'])
    await expect.element(page.getByRole('button', { name })).toBeDisabled();
});

it.each([
  ['Edit shifts', roster],
  ['Add override', overrides],
  ['Edit steps', escalation],
  ['Add path', paths],
])('a dialog that Escape closes returns the focus to %s', async (name, region) => {
  show();
  answer('GET /pigrun/pigpath', []);
  const opener = region.getByRole('button', { name, exact: true });
  await opener.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
