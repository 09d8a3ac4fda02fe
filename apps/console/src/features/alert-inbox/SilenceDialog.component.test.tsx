import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeSilence } from '#/features/alerts/testing/make-alert.ts';
import { sendPath } from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { answer, callsOf, holdAnswer, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { items, offline, showInbox } from './testing/inbox.tsx';

const ADD = 'POST /silences';
const form = dialog('Silence alerts');
const field = (label: string) => form.getByLabelText(label, { exact: true });
const north = sendPath({ pathId: 7, name: 'North line', groupId: 3 });
const south = sendPath({ pathId: 8, name: 'South line', groupId: 4 });
const optionsOf = (label: string) => field(label).getByRole('option');

/** Opens an empty form from the list of silences. */
async function openNew(): Promise<void> {
  answer('GET /pigrun/pigpath', [north, south]);
  showInbox([]);
  await page.getByText('Silenced', { exact: true }).click();
  await press('New silence');
}

it('lists the markers of the chosen path, and another path takes the marker back', async () => {
  await openNew();
  await expectTexts(optionsOf('Path'), ['All', 'North line', 'South line']);
  await expectTexts(optionsOf('Marker'), ['All']);
  await field('Path').selectOptions('North line');
  const marker = optionsOf('Marker').nth(1).element().textContent ?? '';
  await field('Marker').selectOptions(marker);
  await field('Path').selectOptions('South line');
  await field('Reason').fill('Digging');
  answer(ADD, { silence: makeSilence(1) });
  await press('Silence', form);
  await expectNone(form);
  expect(callsOf(ADD)[0]?.body).toMatchObject({ pathId: 8, markerName: null, kind: null, uid: null });
});

it('offers a superadmin the paths of the company of the alert, and sends the company', async () => {
  answer('GET /pigrun/pigpath', [north, south]);
  showInbox([{ ...offline, groupId: 4, pathId: null }], 'superadmin');
  await press('Silence', items);
  await expectTexts(optionsOf('Path'), ['All', 'South line']);
  await field('Reason').fill('Digging');
  answer(ADD, { silence: makeSilence(1) });
  await press('Silence', form);
  await expect.poll(() => callsOf(ADD)[0]?.body).toMatchObject({ groupId: 4, pathId: null, uid: 100_234 });
});

it('shows the fault of each field at this field, and sends nothing', async () => {
  await openNew();
  await field('AGM').fill('AGM 5');
  await field('Until (UTC)').fill('2020-01-01 00:00:00');
  await press('Silence', form);
  await expect.element(field('AGM')).toHaveAccessibleDescription('A UID has at most 14 digits.');
  await expect.element(field('Until (UTC)')).toHaveAccessibleDescription('A silence ends after it begins.');
  await expect.element(field('Reason')).toHaveAccessibleDescription(/^A reason tells/);
  await expect.element(form.getByText(/^Correct the marked field first/)).toBeVisible();
  expect(callsOf(ADD)).toEqual([]);
  await field('AGM').fill('5');
  await expect.element(field('AGM')).not.toHaveAttribute('aria-invalid');
});

it('keeps the entries when the server refuses, and sends them again', async () => {
  await openNew();
  await field('Reason').fill('Digging');
  refuse(ADD, 'internal-error');
  await press('Silence', form);
  await expect.element(form.getByRole('alert')).toMatchTextContent(/LogId = 4711$/);
  await expect.element(field('Reason')).toHaveValue('Digging');
  answer(ADD, { silence: makeSilence(1, { reason: 'Digging' }) });
  await press('Silence', form);
  await expectNone(form);
  await expect.element(page.getByRole('region', { name: 'Silences' })).toMatchTextContent(/All alerts of the company/);
});

it('sends once while the server has not answered, and Escape does not close it meanwhile', async () => {
  await openNew();
  await field('Reason').fill('Digging');
  const held = holdAnswer(ADD);
  await press('Silence', form);
  await button('Silence', form).click({ force: true });
  await userEvent.keyboard('{Escape}');
  await expect.element(form).toBeVisible();
  expect(callsOf(ADD).length).toBe(1);
  held.answer({ silence: makeSilence(1) });
  await expectNone(form);
});

it('Escape closes it, and the focus returns to its button', async () => {
  await openNew();
  await expect.element(field('Reason')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectNone(form);
  await expect.element(button('New silence')).toHaveFocus();
});

it('the list tells silences that are current from those to come', async () => {
  const coming = makeSilence(2, { from: '2098-01-01 00:00:00', kind: 'pig-late' });
  showInbox([], 'admin', [makeSilence(1), coming]);
  await page.getByText('Silenced', { exact: true }).click();
  const rows = page.getByRole('region', { name: 'Silences' }).getByRole('listitem');
  await expectTexts(rows, [/^All alerts of the companySilent now/, /^Pig lateTo come/]);
});

it('an end that the server refuses keeps the silence and says so', async () => {
  showInbox([], 'admin', [makeSilence(1)]);
  await page.getByText('Silenced', { exact: true }).click();
  refuse('POST /silences/:id/end', 'internal-error');
  await press('End the silence of All alerts of the company');
  await expect.element(page.getByText('The silence was not ended')).toBeVisible();
  await expect.element(page.getByText('Silent now')).toBeVisible();
});

it('offline no silence is added or ended', async () => {
  showInbox([], 'admin', [makeSilence(1)]);
  await page.getByText('Silenced', { exact: true }).click();
  await expect.element(button('New silence')).toBeEnabled();
  setOffline();
  await expect.element(button('New silence')).toBeDisabled();
  await expect.element(button('End the silence of All alerts of the company')).toBeDisabled();
});

it('a superadmin ends silences, and adds them only from an alert', async () => {
  showInbox([], 'superadmin', [makeSilence(1)]);
  await page.getByText('Silenced', { exact: true }).click();
  await expect.element(button('End the silence of All alerts of the company')).toBeEnabled();
  await expectNone(button('New silence'));
});
