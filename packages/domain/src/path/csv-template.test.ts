import { expect, test } from 'vitest';
import { COLUMN_NOTES, CSV_TEMPLATE } from './csv-template.ts';
import { importMarkers } from './import-markers.ts';

const [header = [], ...rows] = CSV_TEMPLATE.trimEnd()
  .split('\r\n')
  .map((line) => line.split(','));

test('[W-247] the CSV template can be imported, and each of its columns is explained', () => {
  const read = importMarkers({ header, rows });
  expect(read.ok && read.value.map(({ name, state, description }) => [name, state, description])).toEqual([
    ['Launch', 'SKIP', 'LAUNCH'],
    ['AGM 1', 'TRACK', 'AGM'],
    ['Valve 2', 'SKIP', 'VALVE'],
    ['Receive', 'SKIP', 'RECEIVE'],
  ]);
  expect(COLUMN_NOTES.map(({ header: title }) => title)).toEqual(header);
});

test('[W-247] the columns that are said to be required are those without which the template is refused', () => {
  for (const { header: title, isRequired } of COLUMN_NOTES) {
    const without = header.map((each) => (each === title ? '' : each));
    expect(importMarkers({ header: without, rows }).ok).toBe(!isRequired);
  }
});
