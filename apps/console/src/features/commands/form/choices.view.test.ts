import { expect, it } from 'vitest';
import {
  GEO_CHOICES,
  listDiskChoices,
  listRecordChoices,
  SENSITIVITY_CHOICES,
  STREAM_CHOICES,
  type Choice,
} from './choices.view.ts';

const labels = (choices: readonly Choice[]) => choices.map(({ label }) => label);

it('[C-070] [C-073] [C-077] [C-079] offers the modes in the order of their numbers', () => {
  const records = listRecordChoices({ firmwareVersion: 2.5, isIridium: false });
  expect(labels(records)).toEqual(['Off', 'On', 'Download']);
  expect(labels(STREAM_CHOICES)).toEqual(['Off', 'On']);
  expect(labels(GEO_CHOICES)).toEqual(['Low', 'Medium', 'High', 'Very High']);
  expect(labels(SENSITIVITY_CHOICES)).toEqual(['UL', 'VL', 'L', 'M', 'H', 'VH', 'UH']);
  for (const choices of [records, STREAM_CHOICES, GEO_CHOICES, SENSITIVITY_CHOICES]) {
    expect(choices.map(({ value }) => value)).toEqual(choices.map((_, index) => index));
  }
});

it('[C-074] [C-075] offers eight disk commands below firmware 10', () => {
  expect(listDiskChoices({ firmwareVersion: 9.9, isIridium: false })).toEqual(
    [
      'Delete OFFLINE PSGs via Cell',
      'Delete OFFLINE PSGs via Sat',
      'Delete ONLINE PSGs',
      'Format SD card',
      'Download OFFLINE via Cell',
      'Download OFFLINE via Sat',
      'Download ONLINE PSGs',
      'Exit Download Session',
    ].map((label, value) => ({ value, label })),
  );
});

it('[C-029] [C-076] offers only to format the card from firmware 10', () => {
  expect(listDiskChoices({ firmwareVersion: 10, isIridium: false })).toEqual([{ value: 3, label: 'Format SD card' }]);
});
