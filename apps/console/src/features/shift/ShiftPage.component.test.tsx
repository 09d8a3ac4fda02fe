import { exampleHandover, exampleHandoverRow, exampleSheet } from '@waymark/contract/shift/handover';
import { exampleShiftEntry } from '@waymark/contract/shift/shift-entry';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { Draft } from './shift.data.ts';
import { ShiftPage } from './ShiftPage.tsx';

const LOG = 'GET /shift/log';
const HANDOVERS = 'GET /shift/handovers';
const DRAFT = 'GET /shift/handovers/draft';
const ADD = 'POST /shift/notes';

const composer = page.getByRole('form', { name: 'New note' });
const note = composer.getByRole('textbox', { name: 'New note' });
const entries = page.getByRole('region', { name: 'Entries' });
const dialog = page.getByRole('dialog');

interface Shown {
  readonly role?: 'admin' | 'superadmin';
  readonly waiting?: number;
  readonly draft?: Draft | null;
}

function show({ role = 'admin', waiting = 0, draft = null }: Shown = {}): void {
  answer(DRAFT, { draft });
  answer(LOG, { entries: [exampleShiftEntry], next: null });
  answer(HANDOVERS, { handovers: waiting > 0 ? [exampleHandoverRow] : [], hasMore: false, waiting });
  answer('GET /pigrun', []);
  answer('GET /admin/group', [{ id: 3, groupName: 'Acme Pipelines' }]);
  render(<ShiftPage />, { role, path: '/shift' });
}

async function openHandovers(): Promise<void> {
  await page.getByRole('tab', { name: /^Handovers/ }).click();
}

it('[W-368] the log shows a note with its run, its author and its files', async () => {
  show();
  const entry = entries.getByRole('listitem').first();
  await expect.element(entry.getByText('Crew 2 is at AGM 04, valve 3 is closed.')).toBeVisible();
  await expect.element(entry.getByText('2026-03-18 04:45:00 UTC')).toBeVisible();
  await expect.element(entry.getByRole('button', { name: 'Dana Reyes' })).toBeVisible();
  await expect.element(entry.getByRole('button', { name: 'CLN-16-02, North line' })).toBeVisible();
  await expect.element(entry.getByRole('button', { name: /^valve\.jpg/ })).toBeVisible();
  await expectAccessible();
});

it('[W-368] Ctrl+Enter saves a note, and the composer is empty again', async () => {
  show();
  answer(ADD, { entry: exampleShiftEntry });
  await note.fill('Valve 3 is closed.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .poll(() => callsOf(ADD)[0]?.body)
    .toEqual({
      note: 'Valve 3 is closed.',
      runId: null,
      uid: null,
      corrects: null,
      files: [],
    });
  await expect.element(note).toHaveValue('');
});

it('[W-371] files go to the server before their note, which names them', async () => {
  show();
  answer('POST /shift/files', { file: { id: 3, name: 'a.txt', media: 'text/plain', bytes: 2 } });
  answer(ADD, { entry: exampleShiftEntry });
  await userEvent.upload(page.getByLabelText('Attach a file'), new File(['hi'], 'a.txt', { type: 'text/plain' }));
  await note.fill('See the file');
  await composer.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => callsOf(ADD).length).toBe(1);
  expect(callsOf('POST /shift/files')[0]?.body).toEqual({ name: 'a.txt', data: 'aGk=' });
  expect(callsOf(ADD)[0]?.body).toMatchObject({ files: [3] });
});

it('a note that the server refuses stays in the composer, with the reason', async () => {
  show();
  refuse(ADD, 'device-not-found');
  await note.fill('Kept');
  await composer.getByRole('button', { name: 'Save note' }).click();
  await expect.element(composer.getByRole('alert')).toBeVisible();
  await expect.element(note).toHaveValue('Kept');
});

it('[W-368] a correction names the note that it corrects', async () => {
  show();
  answer(ADD, { entry: exampleShiftEntry });
  await entries.getByRole('button', { name: 'Correct with a new note' }).click();
  await expect.element(composer.getByText(/^This note corrects note 12\./)).toBeVisible();
  await note.fill('Valve 4');
  await composer.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => callsOf(ADD)[0]?.body).toMatchObject({ corrects: 12 });
});

it('[W-370] a click on the run of an entry narrows the log, and Clear widens it', async () => {
  show();
  await entries.getByRole('button', { name: 'CLN-16-02, North line' }).click();
  await expect.poll(() => callsOf(LOG).at(-1)?.query).toMatchObject({ runId: 41 });
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByLabelText('Run number')).toHaveValue('');
});

it('[W-370] a new note of another user shows without a reload', async () => {
  show();
  await expect.element(entries.getByText('Note 12')).toBeVisible();
  answer(LOG, { entries: [{ ...exampleShiftEntry, key: 'note 13', noteId: 13 }, exampleShiftEntry], next: null });
  hear('ReceiveShift', { groupId: 3 });
  await expect.element(entries.getByText('Note 13')).toBeVisible();
});

it('[W-370] a superadmin chooses a company, reads its log and writes nothing', async () => {
  show({ role: 'superadmin' });
  await page.getByLabelText('Company').selectOptions('Acme Pipelines');
  await expect.element(entries.getByText('Note 12')).toBeVisible();
  expect(callsOf(LOG).at(-1)?.query).toMatchObject({ groupId: 3 });
  await expect.element(composer).not.toBeInTheDocument();
  await openHandovers();
  await expect.element(page.getByText('No handover has been signed yet.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Hand over' })).not.toBeInTheDocument();
});

it('the composer saves nothing without a connection', async () => {
  show();
  await note.fill('Offline');
  setOffline();
  await expect.element(composer.getByRole('button', { name: 'Save note' })).toBeDisabled();
});

it('[W-373] a sheet is taken, read and signed with the words of the user', async () => {
  const takenAt = formatUtcSecond(Date.now());
  show();
  await openHandovers();
  const section = page.getByRole('region', { name: 'Hand over' });
  answer('POST /shift/handovers/draft', { draft: { words: '', sheet: { ...exampleSheet, takenAt } } });
  await section.getByRole('button', { name: 'Hand over' }).click();
  await expect.element(section.getByText('CLN-16-02')).toBeVisible();
  await expect.element(section.getByText('2026-03-18 06:28:00 UTC to 2026-03-18 06:55:00 UTC')).toBeVisible();
  await expect.element(section.getByText('No alert is open.')).toBeVisible();
  await expectAccessible();
  await section.getByLabelText('Your words to the next shift').fill('All quiet');
  answer('POST /shift/handovers/draft/sign', { handover: exampleHandover });
  answer('GET /shift/handovers/:id', { handover: exampleHandover });
  await section.getByRole('button', { name: 'Sign' }).click();
  await dialog.getByRole('button', { name: 'Sign' }).click();
  await expect.element(page.getByRole('region', { name: 'Handover 9' })).toBeVisible();
  expect(callsOf('POST /shift/handovers/draft/sign')[0]?.body).toMatchObject({ notes: 'All quiet' });
});

it('[W-373] an old sheet has to be taken again before it is signed', async () => {
  show({ draft: { words: 'Kept', sheet: exampleSheet } });
  await openHandovers();
  const section = page.getByRole('region', { name: 'Hand over' });
  await expect.element(section.getByRole('button', { name: 'Sign' })).toBeDisabled();
  await expect.element(section.getByText(/^The sheet is older than 30 minutes/)).toBeVisible();
  answer('POST /shift/handovers/draft', {
    draft: { words: 'Kept', sheet: { ...exampleSheet, takenAt: formatUtcSecond(Date.now()) } },
  });
  await section.getByRole('button', { name: 'Take it again' }).click();
  await expect.element(section.getByRole('button', { name: 'Sign' })).toBeEnabled();
  expect(callsOf('POST /shift/handovers/draft')[0]?.body).toEqual({ notes: 'Kept' });
});

it('[W-374] a waiting handover is announced, opened and accepted; then it cannot be accepted again', async () => {
  show({ waiting: 1 });
  answer('GET /shift/handovers/:id', { handover: exampleHandover });
  await page.getByRole('button', { name: 'Show handovers' }).click();
  await page.getByRole('button', { name: 'Show Handover 9' }).click();
  const sheet = page.getByRole('region', { name: 'Handover 9' });
  await expect.element(sheet.getByText('Valve 3 stays closed until the crew has called.')).toBeVisible();
  const accepted = { userId: 7, name: 'Dana Reyes', at: '2026-03-18 06:02:10', remark: 'All read' };
  answer('POST /shift/handovers/:id/accept', { handover: { ...exampleHandover, accepted } });
  answer('GET /shift/handovers/:id', { handover: { ...exampleHandover, accepted } });
  await sheet.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByLabelText('Remark').fill('All read');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect.element(sheet.getByText(/Accepted by Dana Reyes/)).toBeVisible();
  await expect.element(sheet.getByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
  expect(callsOf('POST /shift/handovers/:id/accept')[0]?.body).toEqual({ note: 'All read' });
});

it('[W-374] the user who comes second is told who was first', async () => {
  show({ waiting: 1 });
  answer('GET /shift/handovers/:id', { handover: exampleHandover });
  await openHandovers();
  await page.getByRole('button', { name: 'Show Handover 9' }).click();
  const sheet = page.getByRole('region', { name: 'Handover 9' });
  await sheet.getByRole('button', { name: 'Accept' }).click();
  refuse('POST /shift/handovers/:id/accept', 'handover-accepted');
  const accepted = { userId: 14, name: 'Ria Lief', at: '2026-03-18 06:02:10', remark: '' };
  answer('GET /shift/handovers/:id', { handover: { ...exampleHandover, accepted } });
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect.element(page.getByText('Ria Lief accepted it first, 2026-03-18 06:02:10 UTC.')).toBeVisible();
  await expect.element(sheet.getByText(/Accepted by Ria Lief/)).toBeVisible();
});
