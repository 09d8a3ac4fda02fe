import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { catchFile } from '#/features/devices/testing/saved-file.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { NEW_DRAFT } from '../draft.ts';
import { startEditing, useEditor } from '../editor-store.ts';
import { CsvField } from './CsvField.tsx';

const HEADER = 'AGM Marker Name,Latitude,Longitude,State,Description,Distance (m),Distance (ft)';
const csv = (name: string, ...rows: readonly string[]) =>
  new File([[HEADER, ...rows].join('\r\n')], name, { type: 'text/csv' });
const RIGHT = csv(
  'enid.csv',
  'Enid,36.44,-97.88,,,,',
  'AGM-01,36.45,-97.70,TRACK,,,',
  'Valve,36.47,-97.52,SKIP,VALVE,,',
  'Ponca,36.74,-97.08,,,,',
);
const WRONG = csv(
  'wrong.csv',
  'Enid,36.44,-97.88,,,,',
  'AGM-01,136.5,-97.70,TRACK,,,',
  'AGM-01,36.47,,TRAK,CULVERT,,',
  'Ponca,36.74,-97.08,,,,',
);

const errors = dialog('CSV validation errors');
const field = page.getByRole('group', { name: 'CSV file' });
const input = () => field.element().querySelector('input') as HTMLInputElement;
const upload = (file: File) => userEvent.upload(input(), file);

function Field() {
  const fileName = useEditor(({ draft }) => draft?.csvFileName ?? null);
  return <CsvField fileName={fileName} />;
}

beforeEach(() => startEditing(NEW_DRAFT));
afterEach(() => vi.restoreAllMocks());

it('[R-069] CsvField recommends a file name of 50 characters before a file is chosen', async () => {
  render(<Field />);
  await expect.element(field).toMatchTextContent('A file name of up to 50 characters is recommended.');
  await expect.element(field).toMatchTextContent('No file chosen');
});

it('[W-247] CsvField explains the columns and saves a template that can be uploaded', async () => {
  render(<Field />);
  await press('Columns and template');
  const columns = dialog('The columns of the CSV file');
  await expectTexts(columns.getByRole('term'), [
    'AGM Marker Name required',
    'Latitude required',
    'Longitude required',
    'State required',
    'Description optional',
    'Distance (m) optional',
    'Distance (ft) optional',
  ]);
  await expect.element(columns).toMatchTextContent('TRACK or SKIP; an empty cell means TRACK.');
  await expectAccessible();
  const { name, text } = await catchFile(() => press('Download template', columns));
  expect(name).toBe('markers-template.csv');
  await press('Close', columns);
  await expectNone(columns);
  await upload(new File([text], name));
  await expect
    .poll(() => useEditor.getState().draft?.markers.map((marker) => marker.name))
    .toEqual(['Launch', 'AGM 1', 'Valve 2', 'Receive']);
});

it('[R-024] CsvField refuses a file that does not end in .csv', async () => {
  render(<Field />);
  await expect.element(field).toBeVisible();
  await upload(new File(['anything'], 'enid.xlsx'));
  await expect.element(errors).toMatchTextContent('Only files that end in .csv are accepted.');
  await press('OK', errors);
  await expectNone(errors);
  expect(useEditor.getState().draft).toEqual(NEW_DRAFT);
});

it('[R-038, R-092, R-093, R-095, R-098] CsvField lists every problem of a file under its title, with line and message', async () => {
  render(<Field />);
  await expect.element(field).toBeVisible();
  await upload(WRONG);
  await expectTexts(errors.getByRole('table', { name: 'Problems' }).getByRole('row'), [
    'LineMessage',
    'AGM Marker Names not unique',
    '4Duplicate marker name: AGM-01',
    'Invalid Latitude',
    '3Latitude must be a number between -90 and 90: 136.5',
    'Invalid Longitude',
    '4Longitude is empty',
    'Invalid Marker Description',
    /^4Description must be one of .*: CULVERT$/,
    'Invalid Marker State',
    '4State must be TRACK or SKIP: TRAK',
  ]);
  await expect.element(errors).toMatchTextContent('5 problems. Nothing was imported.');
  await expectAccessible();
});

it('CsvField keeps the markers of the last good file after a bad one, and shows its problems on request', async () => {
  render(<Field />);
  await expect.element(field).toBeVisible();
  await upload(RIGHT);
  await expect.element(field).toMatchTextContent('enid.csv');
  await upload(WRONG);
  await press('OK', errors);
  await expect.element(field.getByRole('alert')).toMatchTextContent('wrong.csv: 5 problems, nothing was imported.');
  expect(useEditor.getState().draft?.csvFileName).toBe('enid.csv');
  expect(useEditor.getState().draft?.markers).toHaveLength(4);
  await press('Show', field);
  await expect.element(errors).toMatchTextContent('wrong.csv');
});

it('CsvField clears the error of a bad file after a good one', async () => {
  render(<Field />);
  await expect.element(field).toBeVisible();
  await upload(WRONG);
  await press('OK', errors);
  await expect.element(field.getByRole('alert')).toBeVisible();
  await upload(RIGHT);
  await expect.element(field).toMatchTextContent('enid.csv');
  await expectNone(field.getByRole('alert'));
});

it('[R-103, R-104] CsvField makes the first and last rows SKIP and keeps the settings of markers with the same name', async () => {
  render(<Field />);
  await expect.element(field).toBeVisible();
  await upload(
    csv('first.csv', 'Enid,36.44,-97.88,TRACK,,,', 'AGM-01,36.45,-97.70,,,,', 'Ponca,36.74,-97.08,TRACK,,,'),
  );
  await expect.element(field).toMatchTextContent('first.csv');
  const { draft } = useEditor.getState();
  expect(draft?.markers.map(({ name, state, description }) => [name, state, description])).toEqual([
    ['Enid', 'SKIP', 'LAUNCH'],
    ['AGM-01', 'TRACK', 'AGM'],
    ['Ponca', 'SKIP', 'RECEIVE'],
  ]);
  startEditing({
    ...NEW_DRAFT,
    ...draft,
    markers: (draft?.markers ?? []).map((marker) => ({ ...marker, note: `At ${marker.name}`, autoLink: true })),
  });
  await upload(RIGHT);
  await expect.element(field).toMatchTextContent('enid.csv');
  expect(useEditor.getState().draft?.markers.map(({ name, note, autoLink }) => [name, note, autoLink])).toEqual([
    ['Enid', 'At Enid', false],
    ['AGM-01', 'At AGM-01', true],
    ['Valve', '', false],
    ['Ponca', 'At Ponca', false],
  ]);
});

it('CsvErrorsDialog copies all problems as text', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<Field />);
  await expect.element(field).toBeVisible();
  await upload(csv('short.csv', 'Enid,36.44,-97.88,,,,', 'AGM-01,100,-97.70,,,,', 'Ponca,36.74,-97.08,,,,'));
  await press('Copy', errors);
  await expect.element(button('Copied', errors)).toBeVisible();
  expect(written).toHaveBeenCalledExactlyOnceWith(
    'short.csv\n\nInvalid Latitude\nLine 3: Latitude must be a number between -90 and 90: 100',
  );
});

it('CsvErrorsDialog selects the text for Ctrl+C when the browser has no clipboard', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  render(<Field />);
  await expect.element(field).toBeVisible();
  await upload(WRONG);
  await press('Copy', errors);
  await expect.element(button('Press Ctrl+C', errors)).toBeVisible();
  expect(String(getSelection())).toContain('Duplicate marker name: AGM-01');
});

it('CsvErrorsDialog pages through more than 100 problems', async () => {
  render(<Field />);
  await expect.element(field).toBeVisible();
  const rows = Array.from({ length: 130 }, (_, at) => `P${at},95,-97,,,,`);
  await upload(csv('far.csv', ...rows));
  await expect.element(errors).toMatchTextContent('130 problems. Nothing was imported.');
  await press('Next page', errors);
  await expectTexts(errors.getByRole('row').nth(1), ['Invalid Latitude']);
  await expect.poll(() => errors.getByRole('row').elements().length).toBe(32);
});

it('CsvErrorsDialog opens the file chooser for another file', async () => {
  render(<Field />);
  await expect.element(field).toBeVisible();
  await upload(WRONG);
  const opened = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  input().addEventListener('click', opened);
  await press('Choose another file', errors);
  await expectNone(errors);
  expect(opened).toHaveBeenCalledOnce();
});
