import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { button, dialog as dialogNamed, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { items, offline, showInbox, stopped } from './testing/inbox.tsx';

const ACKNOWLEDGE = 'POST /alerts/acknowledge';
const CLOSE = 'POST /alerts/close';
const LIMITS = 'POST /alerts/limits';
const ENDED_AT = '2026-03-18 05:00:00';
const DANA = { userId: 7, name: 'Dana Reyes', at: ENDED_AT, note: '' };
const ended = (alert: Alert): Alert => ({ ...alert, state: 'ended', endedAt: ENDED_AT });
const closed = (alert: Alert): Alert => ({ ...ended(alert), state: 'closed', closedAt: '2026-03-18 06:00:00' });
const all = page.getByRole('checkbox', { name: /^(Select all|\d+ selected)$/ });
const select = (title: string) => items.getByRole('checkbox', { name: new RegExp(`^Select ${title}`) });
const note = page.getByRole('textbox', { name: 'Note' });
const showEnded = () => page.getByText('Ended', { exact: true }).click();

it('the box above the list is off, half or on with the selected alerts', async () => {
  showInbox([stopped, offline]);
  await select('Pig stopped').click();
  await expect.element(all).toBePartiallyChecked();
  await expect.element(all).toHaveAccessibleName('1 selected');
  await select('AGM offline').click();
  await expect.element(all).toBeChecked();
  await all.click();
  await expect.element(select('Pig stopped')).not.toBeChecked();
  await expectNone(button('Acknowledge 1'));
});

it('another filter clears the selection', async () => {
  showInbox([{ ...stopped, acknowledged: DANA, state: 'acknowledged' }, offline]);
  await all.click();
  await page.getByText('Mine', { exact: true }).click();
  await expect.element(all).toHaveAccessibleName('Select all');
  await expect.element(select('Pig stopped')).not.toBeChecked();
});

it('acts only on selected alerts that the filter shows', async () => {
  showInbox([stopped, offline]);
  await all.click();
  await expect.element(button('Acknowledge 2')).toBeVisible();
  await page.getByLabelText('Kind', { exact: true }).selectOptions('AGM offline');
  answer(ACKNOWLEDGE, { alerts: [], earlier: [] });
  await press('Acknowledge 1');
  await press('Acknowledge', dialogNamed('Acknowledge AGM offline'));
  await expect.poll(() => callsOf(ACKNOWLEDGE)[0]?.body.ids).toEqual([908]);
});

it('an alert that another user acknowledges meanwhile is not among those to acknowledge', async () => {
  showInbox([stopped, offline]);
  await all.click();
  await expect.element(button('Acknowledge 2')).toBeVisible();
  hear('ReceiveAlert', { ...offline, state: 'acknowledged', acknowledged: DANA });
  await expect.element(button('Acknowledge 1')).toBeVisible();
});

it('a refused acknowledgement keeps the note and the selection', async () => {
  showInbox([stopped, offline]);
  await all.click();
  await press('Acknowledge 2');
  await note.fill('Crew 2');
  refuse(ACKNOWLEDGE, 'alert-not-found');
  const box = dialogNamed('Acknowledge 2 alerts');
  await press('Acknowledge', box);
  await expect.element(box.getByRole('alert')).toMatchTextContent(/^There is no such alert/);
  await expect.element(note).toHaveValue('Crew 2');
  await press('Cancel', box);
  await expectNone(box);
  await expect.element(all).toHaveAccessibleName('2 selected');
  await expect.element(button('Acknowledge 2')).toHaveFocus();
});

it('Escape closes the question, and the focus returns to the alert', async () => {
  showInbox([stopped]);
  await press('Acknowledge', items);
  await expect.element(note).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectNone(note);
  await expect.element(button('Acknowledge', items)).toHaveFocus();
  expect(callsOf(ACKNOWLEDGE)).toEqual([]);
});

it('selected alerts are closed once while the server has not answered, and those that hold are counted', async () => {
  showInbox([ended(stopped), ended(offline)]);
  await showEnded();
  await all.click();
  const held = holdAnswer(CLOSE);
  await press('Close 2');
  await button('Close 2').click({ force: true });
  expect(callsOf(CLOSE).map(({ body }) => body.ids)).toEqual([[907, 908]]);
  held.answer({ alerts: [closed(stopped)], holding: [908] });
  await expect.element(page.getByText('1 alert stays open')).toBeVisible();
  await expectTexts(items, [/AGM offline/]);
  await expect.element(all).toHaveAccessibleName('Select all');
});

it('alerts that were not closed stay selected', async () => {
  showInbox([ended(stopped)]);
  await showEnded();
  await all.click();
  refuse(CLOSE, 'internal-error');
  await press('Close 1');
  await expect.element(page.getByText('The alerts were not closed')).toBeVisible();
  await expect.element(all).toHaveAccessibleName('1 selected');
  await expect.element(button('Close 1')).toBeEnabled();
});

it('offline no selected alert is acknowledged or closed', async () => {
  showInbox([ended(stopped)]);
  await showEnded();
  await all.click();
  await expect.element(button('Close 1')).toBeEnabled();
  setOffline();
  await expect.element(button('Close 1')).toBeDisabled();
  await expect.element(button('Acknowledge 1')).toBeDisabled();
});

const limits = dialogNamed('Alert limits');
const unheard = limits.getByRole('textbox', { name: 'No marker hears the pig' });

async function openLimits(): Promise<void> {
  answer('GET /alerts/limits', { unheardMinutes: 180, waitingMinutes: 30 });
  showInbox([]);
  await press('Limits');
}

it('the limits say which minutes they allow, at the empty field, and send nothing', async () => {
  await openLimits();
  await unheard.fill('');
  await press('Save', limits);
  await expect.element(limits.getByText('Whole minutes from 0 to 2880.')).toBeVisible();
  await expect.element(unheard).toHaveAttribute('aria-invalid', 'true');
  expect(callsOf(LIMITS)).toEqual([]);
});

it('a limit above two days is set to two days, and 0 turns the alert off', async () => {
  await openLimits();
  await unheard.fill('9999');
  await limits.getByRole('textbox', { name: 'Passage waits for verification' }).fill('0');
  await expect.element(unheard).toHaveValue('2880 min');
  answer(LIMITS, { unheardMinutes: 2880, waitingMinutes: 0 });
  await press('Save', limits);
  await expect.poll(() => callsOf(LIMITS)[0]?.body).toEqual({ unheardMinutes: 2880, waitingMinutes: 0 });
});

it('limits that are not loaded cannot be saved', async () => {
  showInbox([]);
  const held = holdAnswer('GET /alerts/limits');
  await press('Limits');
  await expect.element(button('Save', limits)).toBeDisabled();
  expectLogged(/^ApiError/);
  held.refuse('internal-error');
  await expect.element(limits.getByText('Limits did not load')).toBeVisible();
  answer('GET /alerts/limits', { unheardMinutes: 5, waitingMinutes: 30 });
  await press('Retry', limits);
  await expect.element(unheard).toHaveValue('5 min');
});

it('the limits give the focus back to their button', async () => {
  await openLimits();
  await expect.element(unheard).toBeVisible();
  await press('Cancel', limits);
  await expectNone(limits);
  await expect.element(button('Limits')).toHaveFocus();
});

it.each(['viewer', 'superadmin'] as const)('a %s has no limits to change', async (role) => {
  showInbox([stopped], role);
  await expect.element(items).toMatchTextContent('Pig stopped');
  await expectNone(button('Limits'));
});
