import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { readTimes } from '#/testing/read-times.ts';
import { render } from '#/testing/render.tsx';
import type { OnCall } from './on-call.data.ts';
import { OnCallPage } from './OnCallPage.tsx';
import { WeekCalendar } from './WeekCalendar.tsx';

const READ = 'GET /on-call';
const DAY = 24 * 60;
/** In the hour that the clocks of the roster repeat, for the first time. */
const NIGHT = Date.UTC(2026, 10, 1, 6, 30);
const settings: OnCall = {
  roster: {
    timeZone: 'America/Chicago',
    shifts: [
      { userId: 12, from: 6 * DAY + 8 * 60, until: 6 * DAY + 20 * 60 },
      { userId: 13, from: 6 * DAY + 20 * 60, until: 6 * DAY + 8 * 60 },
    ],
  },
  overrides: [],
  steps: [],
  paths: [{ pathId: 7, pathName: 'North line', steps: [] }],
  people: [
    { userId: 12, name: 'Dana Reyes', isAdmin: true, media: ['email'] },
    { userId: 13, name: 'Vic Olsen', isAdmin: false, media: ['email'] },
  ],
};

const roster = page.getByRole('region', { name: 'Roster' });
const blocksOf = (day: string) =>
  roster
    .getByRole('list', { name: day })
    .getByRole('listitem')
    .elements()
    .map((block) => block.getAttribute('title'));

it('OnCallPage says that the roster loads, that it did not, and loads it on Retry', async () => {
  expectLogged(/^ApiError/);
  const held = holdAnswer(READ);
  const { currentPath } = render(<OnCallPage />, { path: '/on-call' });
  await expect.element(page.getByRole('status', { name: 'Loading the roster' })).toBeVisible();
  await expect.element(roster).not.toBeInTheDocument();
  held.refuse('internal-error');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The roster did not load');
  await expect.element(page.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer(READ, settings);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(roster).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Back to Map' }).click();
  await expect.poll(currentPath).toBe('/');
});

it('OnCallPage says that a newer roster did not load, and keeps the one that it has', async () => {
  expectLogged(/^ApiError/);
  answer(READ, settings);
  render(<OnCallPage />, { path: '/on-call' });
  await expect.element(roster).toBeVisible();
  refuse(READ, 'internal-error');
  hear('ReceiveOnCall', { groupId: 3 });
  await expect.element(page.getByRole('alert')).toMatchTextContent('The roster did not load');
  await expect.element(roster).toBeVisible();
});

it('[W-349, W-358] OnCallPage says until when a person is on call, with the offset after a change of clocks', async ({
  onTestFinished,
}) => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: NIGHT });
  answer(READ, settings);
  render(<OnCallPage />, { path: '/on-call' });
  await expect.element(page.getByText('On call now: Vic Olsen. Until 2026-11-01 08:00 UTC-6.')).toBeVisible();
  expect(roster.getByText('25 hours').elements()).toHaveLength(1);
  expect(blocksOf('Sun, Nov 1')).toEqual([
    '00:00 to 08:00: Vic Olsen',
    '08:00 to 20:00: Dana Reyes',
    '20:00 to 24:00: Vic Olsen',
  ]);
  expect(readTimes().zoneless).toEqual([]);
});

it('[W-547] OnCallPage shows a superadmin who chooses another company the present week of that one alone', async () => {
  const whole = (userId: number): OnCall => ({
    ...settings,
    roster: { timeZone: 'UTC', shifts: [{ userId, from: 0, until: 0 }] },
  });
  answer('GET /admin/group', [
    { id: 3, groupName: 'Acme Pipelines' },
    { id: 4, groupName: 'Borealis Energy' },
  ]);
  answer(READ, ({ query }) => whole(query.groupId === 3 ? 12 : 13));
  render(<OnCallPage />, { role: 'superadmin', path: '/on-call' });
  await page.getByLabelText('Company').selectOptions('Acme Pipelines');
  await expect.element(page.getByText('On call now: Dana Reyes.')).toBeVisible();
  await roster.getByRole('button', { name: 'Next week' }).click();
  await expect.element(roster.getByRole('button', { name: 'Today' })).toBeEnabled();
  await page.getByLabelText('Company').selectOptions('Borealis Energy');
  await expect.element(page.getByText('On call now: Vic Olsen.')).toBeVisible();
  await expect.element(roster.getByRole('button', { name: 'Today' })).toBeDisabled();
  expect(roster.getByText('Dana Reyes').elements()).toHaveLength(0);
  expect(callsOf(READ).map(({ query }) => query)).toEqual([{ groupId: 3 }, { groupId: 4 }]);
});

it('OnCallPage says why nothing can be changed offline, and blocks the steps of a path too', async () => {
  answer(READ, settings);
  render(<OnCallPage />, { path: '/on-call' });
  await expect.element(roster).toBeVisible();
  setOffline();
  for (const name of ['Edit shifts', 'Add override', 'Edit steps', 'Add path'])
    await expect
      .element(page.getByRole('button', { name, exact: true }))
      .toHaveAttribute('title', expect.stringMatching(/^You are offline\./));
  for (const name of ['Edit steps of North line', 'Remove steps of North line'])
    await expect.element(page.getByRole('button', { name })).toBeDisabled();
});

it('[W-350, W-358] WeekCalendar marks overrides: the one added last counts, and one without a person is a gap', async () => {
  const override = { userId: 13, from: '2026-03-08 16:00:00', until: '2026-03-08 18:00:00', addedBy: 'Dana Reyes' };
  const overrides = [
    { ...override, id: 6, userId: null, from: '2026-03-08 17:00:00' },
    { ...override, id: 5 },
  ];
  render(<WeekCalendar settings={{ ...settings, overrides }} now={Date.UTC(2026, 2, 8, 18)} />);
  await expect.element(roster).toMatchTextContent('Mar 2 to Mar 8, 2026 America/Chicago');
  expect(blocksOf('Sun, Mar 8')).toEqual([
    '00:00 to 08:00: Vic Olsen',
    '08:00 to 11:00: Dana Reyes',
    '11:00 to 12:00: Vic Olsen',
    '12:00 to 13:00: gap: goes to the administrators',
    '13:00 to 20:00: Dana Reyes',
    '20:00 to 24:00: Vic Olsen',
  ]);
  const marked = roster.getByText(/, override$/).elements();
  expect(marked.map((times) => times.textContent)).toEqual(['11:00 to 12:00, override', '12:00 to 13:00, override']);
  await expect.element(roster.getByText('23 hours')).toBeVisible();
  await roster.getByRole('button', { name: 'Previous week' }).click();
  await expect.element(roster).toMatchTextContent('Feb 23 to Mar 1, 2026');
  await expect.element(roster.getByText('23 hours')).not.toBeInTheDocument();
  await roster.getByRole('button', { name: 'Today' }).click();
  await expect.element(roster).toMatchTextContent('Mar 2 to Mar 8, 2026');
});
