import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { CalendarFeed } from './calendar.data.ts';
import { CalendarDialog } from './CalendarDialog.tsx';

const LIST = 'GET /calendar-feeds';
const FEED: CalendarFeed = {
  id: 5,
  kind: 'user',
  name: 'My phone',
  madeBy: 'Dana Reyes',
  createdAt: '2026-03-18 00:06:51',
  lastReadAt: null,
};
const ADDRESS = 'https://waymark.example/api/calendar/c2VjcmV0.ics';

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = dialogOf('Calendar Feeds');
const rows = list.getByRole('list', { name: 'Calendar feeds' }).getByRole('listitem');
const form = dialogOf('New Calendar Feed');

function show(feeds: readonly CalendarFeed[], isAdmin = true) {
  answer(LIST, [...feeds]);
  render(<CalendarDialog isOpen isAdmin={isAdmin} onClose={() => undefined} />, { role: isAdmin ? 'admin' : 'viewer' });
}

it('[W-522] CalendarDialog lists feeds with whose they are and when they were last read', async () => {
  show([FEED, { ...FEED, id: 6, kind: 'company', name: 'Wall', lastReadAt: '2026-03-18 09:00:00' }]);
  await expect.element(rows.nth(0)).toMatchTextContent('My phoneRuns that you see, made 2026-03-18 00:06:51 UTC');
  await expect.element(rows.nth(0)).toMatchTextContent('Never read');
  await expect.element(rows.nth(1)).toMatchTextContent('All active runs of the company, made by Dana Reyes');
  await expect.element(rows.nth(1)).toMatchTextContent('Last read in the hour of 2026-03-18 09:00:00 UTC');
  await expectAccessible();
});

it('[W-522] CalendarDialog makes a feed of the company and shows its address once', async () => {
  show([]);
  await expect.element(list).toMatchTextContent('No calendar feeds');
  answer('POST /calendar-feeds', { ...FEED, kind: 'company', address: ADDRESS });
  await list.getByRole('button', { name: 'New feed' }).click();
  await form.getByRole('button', { name: 'Make the feed' }).click();
  await expect.element(form).toMatchTextContent('Enter a name.');
  await form.getByLabelText('Where it is read').fill('Wall');
  await form.getByRole('radio', { name: 'Of the company' }).click();
  answer(LIST, [FEED]);
  await form.getByRole('button', { name: 'Make the feed' }).click();
  const shown = dialogOf('Calendar feed');
  await expect.element(shown.getByLabelText('Address', { exact: true })).toHaveValue(ADDRESS);
  await expectAccessible();
  expect(callsOf('POST /calendar-feeds')).toEqual([{ body: { kind: 'company', name: 'Wall' } }]);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect.element(rows).toHaveLength(1);
});

it('[W-522] CalendarDialog offers a viewer no feed of the company', async () => {
  show([], false);
  await list.getByRole('button', { name: 'New feed' }).click();
  await expect.element(form.getByLabelText('Where it is read')).toBeVisible();
  expect(form.getByRole('radio').elements()).toHaveLength(0);
});

it('[W-522] CalendarDialog revokes a feed after a confirmation, and nothing while offline', async () => {
  show([FEED]);
  answer('DELETE /calendar-feeds/:id', {});
  await rows.nth(0).getByRole('button', { name: 'Revoke My phone' }).click();
  answer(LIST, []);
  await dialogOf('Revoke calendar feed?').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(list).toMatchTextContent('No calendar feeds');
  expect(callsOf('DELETE /calendar-feeds/:id')).toEqual([{ params: { id: 5 } }]);
  setOffline();
  await expect.element(list.getByRole('button', { name: 'New feed' })).toBeDisabled();
});

it('[W-522] CalendarDialog says that the feeds did not load', async () => {
  expectLogged(/^ApiError/);
  refuse(LIST, 'internal-error');
  render(<CalendarDialog isOpen isAdmin onClose={() => undefined} />, { role: 'admin' });
  await expect.element(list.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
});
