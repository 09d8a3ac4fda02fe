import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlertEvent } from '@waymark/contract/alerts/alert-row';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { USERS } from '#/features/runs/testing/run-fixtures.ts';
import { button, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { items, showInbox, stopped } from './testing/inbox.tsx';

const READ = 'GET /alerts/:id';
const COMMENT = 'POST /alerts/:id/comment';
const ASSIGN = 'POST /alerts/:id/assign';
const CLOSE = 'POST /alerts/close';
const steps = items.getByRole('list', { name: 'History' }).getByRole('listitem');
const history = button('History', items);
const comment = page.getByRole('textbox', { name: 'Comment' });
const assigned = page.getByLabelText('Assigned to');
const toast = (text: string) => page.getByRole('alert').filter({ hasText: text });

const raised: AlertEvent = { at: '2026-03-18 04:40:10', step: 'raised', userName: null, text: 'Nothing heard' };
const ended: Alert = { ...stopped, state: 'ended', endedAt: '2026-03-18 05:00:00' };

async function openHistory(alert: Alert = stopped, role: 'admin' | 'viewer' = 'admin'): Promise<void> {
  answer('GET /user', USERS);
  answer(READ, { alert, events: [raised] });
  showInbox([alert], role);
  if (alert.endedAt !== null) await page.getByText('Ended', { exact: true }).click();
  await history.click();
}

it('opens and closes the history of an alert with its button', async () => {
  await openHistory();
  await expectTexts(steps, [/^2026-03-18 04:40:10 UTC Raised$/]);
  await expect.element(history).toHaveAttribute('aria-expanded', 'true');
  await history.click();
  await expectNone(steps);
  await expect.element(history).toHaveAttribute('aria-expanded', 'false');
});

it('loads the shown history again when the alert changes', async () => {
  await openHistory();
  await expect.poll(() => steps.elements().length).toBe(1);
  answer(READ, { alert: ended, events: [raised, { ...raised, step: 'ended', text: '' }] });
  hear('ReceiveAlert', { ...stopped, count: 2 });
  await expectTexts(steps, [/Raised$/, /Cause ended$/]);
});

it('a history that did not load says so, and loads on request', async () => {
  showInbox([stopped]);
  answer('GET /user', USERS);
  expectLogged(/^ApiError/);
  refuse(READ, 'alert-not-found');
  await history.click();
  await expect.element(items.getByRole('alert')).toMatchTextContent(/^History did not load/);
  answer(READ, { alert: stopped, events: [raised] });
  await press('Retry', items);
  await expect.poll(() => steps.elements().length).toBe(1);
});

it('Enter sends a comment once, without the spaces around it, and empties the field', async () => {
  await openHistory();
  await comment.fill('   ');
  await expect.element(button('Add')).toBeDisabled();
  await comment.fill(' Valve 3 is open. ');
  const held = holdAnswer(COMMENT);
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(button('Add')).toHaveAttribute('aria-busy', 'true');
  expect(callsOf(COMMENT).map(({ body }) => body)).toEqual([{ note: 'Valve 3 is open.' }]);
  held.answer({ alert: stopped });
  await expect.element(comment).toHaveValue('');
});

it('a refused comment stays in its field', async () => {
  await openHistory();
  refuse(COMMENT, 'internal-error');
  await comment.fill('Valve 3 is open.');
  await press('Add');
  await expect.element(toast('The comment was not saved')).toBeVisible();
  await expect.element(comment).toHaveValue('Valve 3 is open.');
});

it('assigns an alert to a user of its company, and to no one', async () => {
  const [dana] = USERS;
  answer('GET /user', USERS);
  answer(READ, { alert: stopped, events: [] });
  showInbox([stopped]);
  await history.click();
  await expectTexts(assigned.getByRole('option'), ['No one', 'Dana Reyes', 'Vera Lindholm']);
  answer(ASSIGN, { alert: { ...stopped, assigned: { userId: dana?.id ?? 0, name: 'Dana Reyes' } } });
  await assigned.selectOptions('Dana Reyes');
  await expect.element(items.getByText('Dana Reyes', { exact: true }).first()).toBeVisible();
  expect(callsOf(ASSIGN)[0]).toMatchObject({ params: { id: 907 }, body: { userId: 7 } });
  answer(ASSIGN, { alert: stopped });
  await assigned.selectOptions('No one');
  await expect.poll(() => callsOf(ASSIGN).at(-1)?.body).toEqual({ userId: null });
});

it('offers no user of another company', async () => {
  await openHistory({ ...stopped, groupId: 4 });
  await expect.poll(() => callsOf('GET /user').length).toBe(1);
  await expectTexts(assigned.getByRole('option'), ['No one']);
});

it('a refused assignment shows the user who had it before', async () => {
  await openHistory({ ...stopped, assigned: { userId: 9, name: 'Vera Lindholm' } });
  await expect.element(assigned).toHaveValue('9');
  refuse(ASSIGN, 'internal-error');
  await assigned.selectOptions('Dana Reyes');
  await expect.element(toast('The alert was not assigned')).toBeVisible();
  await expect.element(assigned).toHaveValue('9');
});

it('an alert whose cause holds cannot be closed, one that has ended can', async () => {
  await openHistory();
  await expect.element(assigned).toBeVisible();
  await expectNone(button('Close alert'));
  hear('ReceiveAlert', ended);
  await page.getByText('Ended', { exact: true }).click();
  await history.click();
  answer(CLOSE, { alerts: [{ ...ended, state: 'closed', closedAt: '2026-03-18 06:00:00' }], holding: [] });
  await press('Close alert');
  await expect.element(page.getByText('No ended alerts wait to be closed.')).toBeVisible();
  expect(callsOf(CLOSE)[0]?.body).toMatchObject({ ids: [907] });
});

it('a refused close says so, and the alert stays', async () => {
  await openHistory(ended);
  refuse(CLOSE, 'internal-error');
  await press('Close alert');
  await expect.element(toast('The alert was not closed')).toBeVisible();
  await expect.element(items.first()).toMatchTextContent('Pig stopped');
});

it('[W-328] a viewer reads the history and has no fields', async () => {
  await openHistory(stopped, 'viewer');
  await expect.poll(() => steps.elements().length).toBe(1);
  await expectNone(comment);
  await expectNone(assigned);
});

it('offline nothing is assigned, commented or closed', async () => {
  await openHistory(ended);
  await comment.fill('Written before');
  await expect.element(button('Add')).toBeEnabled();
  setOffline();
  await expect.element(button('Add')).toBeDisabled();
  await expect.element(assigned).toBeDisabled();
  await expect.element(button('Close alert')).toBeDisabled();
});
