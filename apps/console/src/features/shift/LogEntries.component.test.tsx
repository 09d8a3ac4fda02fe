import { onlineManager } from '@tanstack/react-query';
import { exampleShiftEntry, type ShiftEntry } from '@waymark/contract/shift/shift-entry';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { catchFile } from '#/features/devices/testing/saved-file.ts';
import { setUnits } from '#/features/units/units.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { ShiftPage } from './ShiftPage.tsx';

const LOG = 'GET /shift/log';
const FILE = 'GET /shift/files/:id';
const PLACE = '1773809100000000.0.12';
const UID = 100_234;

const entries = page.getByRole('region', { name: 'Entries' });
const items = entries.getByRole('listitem');
const failure = entries.getByRole('alert');
const retry = failure.getByRole('button', { name: 'Retry' });
const older = entries.getByRole('button', { name: 'Show older' });
const filter = page.getByRole('search', { name: 'Filter of the shift log' });
const search = filter.getByRole('button', { name: 'Search' });

const lastQuery = () => callsOf(LOG).at(-1)?.query;
const noteOf = (noteId: number, part: Partial<ShiftEntry> = {}): ShiftEntry => ({
  ...exampleShiftEntry,
  key: `note ${noteId}`,
  noteId,
  files: [],
  ...part,
});

function show(): void {
  answer('GET /shift/handovers/draft', { draft: null });
  answer('GET /shift/handovers', { handovers: [], hasMore: false, waiting: 0 });
  answer('GET /pigrun', []);
  render(<ShiftPage />, { path: '/shift' });
}

function showEntries(...shown: ShiftEntry[]): void {
  answer(LOG, { entries: shown, next: null });
  show();
}

it('LogEntries says that it loads, that the log is empty, and that a filter finds nothing', async () => {
  const first = holdAnswer(LOG);
  show();
  await expect.element(entries.getByRole('status', { name: 'Loading shift log' })).toBeVisible();
  first.answer({ entries: [], next: null });
  await expect.element(entries.getByText('No entries')).toBeVisible();
  await filter.getByLabelText('Text').fill('valve');
  answer(LOG, { entries: [], next: null });
  await search.click();
  await expect.element(entries.getByText('No results')).toBeVisible();
  expect(lastQuery()).toMatchObject({ search: 'valve' });
});

it('LogEntries says why the log did not load, and loads it on Retry', async () => {
  expectLogged(/^ApiError: Not for you/);
  refuse(LOG, 'forbidden', { detail: 'Not for you.' });
  show();
  await expect.element(failure).toMatchTextContent(`Shift log did not loadNot for you. LogId = ${LOG_ID}`);
  answer(LOG, { entries: [noteOf(12)], next: null });
  await retry.click();
  await expect.element(entries.getByText('Note 12')).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();
});

it('LogEntries waits for the connection without a Retry, and loads by itself', async ({ onTestFinished }) => {
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
  showEntries(noteOf(12));
  await expect.element(failure).toMatchTextContent('You are offline. It is read once the connection is back.');
  await expect.element(retry).not.toBeInTheDocument();
  expect(callsOf(LOG)).toEqual([]);
  onlineManager.setOnline(true);
  await expect.element(entries.getByText('Note 12')).toBeVisible();
  await expect.element(failure).not.toBeInTheDocument();
});

it('[W-370] LogEntries reads older entries from where the page ends, and keeps those it has if that fails', async () => {
  expectLogged(/^ApiError/);
  const read = () =>
    answer(LOG, ({ query }) =>
      query.before === undefined
        ? { entries: [noteOf(13), noteOf(12)], next: PLACE }
        : { entries: [noteOf(11)], next: null },
    );
  read();
  show();
  await expect.element(older).toBeVisible();
  refuse(LOG, 'forbidden');
  await older.click();
  await expect.element(failure).toMatchTextContent('Shift log did not load');
  await expect.element(older).not.toBeInTheDocument();
  await expect.element(entries.getByText('Note 12')).toBeVisible();
  expect(lastQuery()).toMatchObject({ before: PLACE });
  read();
  await retry.click();
  await older.click();
  await expect.element(entries.getByText('Note 11')).toBeVisible();
  await expect.element(older).not.toBeInTheDocument();
  const names = entries.getByText(/^Note \d+$/).elements();
  expect(names.map((name) => name.textContent)).toEqual(['Note 13', 'Note 12', 'Note 11']);
});

it('[W-369, W-550] LogEntries shows an entry of the server in zone and units of the reader, and nothing to press', async () => {
  setUnits('metric');
  useZoneStore.setState({ times: 'mine', ownZone: 'America/Chicago' });
  const words = { us: 'Search 3.1 mi.', metric: 'Search 5.0 km.' };
  const alertWords = { words, translations: { es: words, fr: words } };
  const part = { kind: 'alert', action: 'alert-raised', alertKind: 'pig-late', text: words.us, alertWords } as const;
  showEntries(noteOf(12, { ...part, key: 'audit 812', author: null, runId: null, noteId: null }));
  await expect
    .element(items.first())
    .toMatchTextContent(
      '2026-03-17 23:45:00 UTC-5AlertAutomaticCLN-16-02, North lineAlert raisedPig lateSearch 5.0 km.',
    );
  await expect.element(items.first().getByRole('button')).not.toBeInTheDocument();
});

it('[W-368] LogEntries names at a note the one that it corrects, and those that correct it', async () => {
  showEntries(noteOf(15, { corrects: 12 }), noteOf(12, { correctedBy: [14, 15] }));
  await expect.element(items.nth(0).getByText('Corrects note 12')).toBeVisible();
  await expect.element(items.nth(1).getByText('Corrected by note 14, 15')).toBeVisible();
  await expect.element(items.nth(1).getByText(/^Corrects/)).not.toBeInTheDocument();
});

it('[W-370] LogEntries narrows the log to an author and an AGM, and not while a field of the filter is wrong', async () => {
  showEntries(noteOf(12, { uid: UID }));
  await filter.getByLabelText('Run number').fill('4x');
  await entries.getByRole('button', { name: 'Dana Reyes' }).click();
  await expect.element(filter.getByLabelText('Run number')).toHaveAccessibleDescription('This is no number');
  expect(callsOf(LOG)).toHaveLength(1);
  await filter.getByLabelText('Run number').fill('');
  await entries.getByRole('button', { name: 'AGM 100234' }).click();
  await expect.poll(lastQuery).toEqual({ author: 'Dana Reyes', uid: UID, rowsPerPage: 50 });
  await expect.element(filter.getByLabelText('Author')).toHaveValue('Dana Reyes');
  await filter.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(lastQuery).toEqual({ rowsPerPage: 50 });
  await expect.element(filter.getByLabelText('AGM')).toHaveValue('');
});

it('[W-370] Enter in a field searches by kind, text, run and whole days, and shows the old entries meanwhile', async () => {
  showEntries(noteOf(12));
  await filter.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Passage' }).click();
  await filter.getByLabelText('Text').fill(' valve ');
  await filter.getByLabelText('Run number').fill('41');
  await filter.getByLabelText('From (UTC)').fill('2026-03-18');
  await filter.getByLabelText('To (UTC)').fill('yesterday');
  await userEvent.keyboard('{Enter}');
  await expect.element(filter.getByLabelText('To (UTC)')).toHaveAccessibleDescription('Invalid date');
  expect(callsOf(LOG)).toHaveLength(1);
  const held = holdAnswer(LOG);
  await filter.getByLabelText('To (UTC)').fill('2026-03-18');
  await userEvent.keyboard('{Enter}');
  const startDate = Date.UTC(2026, 2, 18);
  const endDate = Date.UTC(2026, 2, 18, 23, 59, 59);
  await expect
    .poll(lastQuery)
    .toEqual({ kind: 'passage', search: 'valve', runId: 41, startDate, endDate, rowsPerPage: 50 });
  await expect.element(entries.getByText('Note 12')).toBeVisible();
  held.answer({ entries: [], next: null });
  await expect.element(entries.getByText('No results')).toBeVisible();
});

it('[W-371] LogEntries saves the file of a note under its name, and says why it did not', async () => {
  showEntries(exampleShiftEntry);
  answer(FILE, 'picture');
  const file = entries.getByRole('button', { name: 'valve.jpg · 482 KB' });
  expect(await catchFile(() => file.click())).toEqual({ name: 'valve.jpg', text: 'picture' });
  expect(callsOf(FILE)).toEqual([{ params: { id: 3 } }]);
  refuse(FILE, 'shift-file-not-found');
  await file.click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(`The file did not downloadThere is no such file. LogId = ${LOG_ID}`);
});
