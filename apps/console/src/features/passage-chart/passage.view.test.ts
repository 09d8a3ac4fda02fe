import { examplePassageData } from '@waymark/contract/devices/passage-data';
import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { describe, expect, it } from 'vitest';
import { readChartKey, readPlotKey } from './chart-keys.ts';
import {
  askForTime,
  describeOrigin,
  describeRecord,
  explainNoData,
  findChoice,
  formatOffset,
  listChoices,
  listTypesOf,
  titlePassage,
} from './passage.view.ts';

it('[P-001, P-016] the title has the detection count and the time, its milliseconds with the suffix', () => {
  expect(titlePassage(examplePassageRow)).toBe('Detection Count 148 / 2026-03-16 09:41:56.120000');
  expect(titlePassage({ detectionCount: 1, passageTimeStamp: '2026-03-16 09:41:56.005' })).toBe(
    'Detection Count 1 / 2026-03-16 09:41:56.005000',
  );
});

it('[P-009] the confirmation of a time has it with 26 characters', () => {
  expect(askForTime(Date.UTC(2026, 2, 16, 9, 41, 57, 300))).toBe('Save passage time as 2026-03-16 09:41:57.300000?');
});

describe('the waveform types', () => {
  it('[P-003] the choices are the waveform types of the passage', () => {
    expect(listChoices(examplePassageRow)).toEqual(['ELF', 'GEO', 'MAG', 'All']);
    expect(listChoices({ elfId: 1, geoId: null, magId: 3 })).toEqual(['ELF', 'MAG', 'All']);
    expect(listChoices({ elfId: null, geoId: 2, magId: null })).toEqual(['GEO']);
  });

  it('a choice is kept for the next passage if it has that type', () => {
    expect(findChoice('GEO', ['ELF', 'GEO', 'All'], 0)).toBe('GEO');
    expect(findChoice('GEO', ['ELF', 'MAG', 'All'], 2)).toBe('MAG');
    expect(findChoice(null, ['ELF', 'GEO', 'MAG', 'All'], 1)).toBe('GEO');
    expect(findChoice('All', ['GEO'], 1)).toBe('GEO');
    expect(findChoice(null, ['ELF'], 2)).toBe('ELF');
  });

  it('a choice covers one type, or all', () => {
    expect([listTypesOf('GEO'), listTypesOf('All')]).toEqual([[1], [0, 1, 2]]);
  });
});

it('explains why there is no chart', () => {
  const empty = { ...examplePassageData, data: [] };
  expect(explainNoData('ELF', undefined, false)).toBe('This passage has no ELF record.');
  expect(explainNoData('GEO', empty, false)).toBe(
    'The device has sent no GEO waveform with this passage. A download can be sent from Commands.',
  );
  expect(explainNoData('GEO', empty, true)).toBe(
    'The GEO waveform has not come yet. Auto-download is on, so the device is asked for it.',
  );
  expect(explainNoData('ELF', examplePassageData, true)).toBe('The ELF waveform cannot be read: it has 7 values.');
});

it('describes the device of a passage, and its run as far as it is known', () => {
  expect(describeOrigin(examplePassageRow)).toBe('AGM 100234');
  expect(describeOrigin({ uid: 10_488, MarkerName: 'AGM-12', ToolName: 'CLN-16-02', RunId: 4127 })).toBe(
    'AGM 10488, AGM-12, CLN-16-02, run 4127',
  );
});

it("describes a record's frequency and sampling rate", () => {
  expect(describeRecord(examplePassageData)).toBe('22 Hz, 16.667 Hz sampling');
  expect(
    describeRecord({ ...examplePassageData, packetComplexInformation: 2, samplingRate: 20, isSnippet: true }),
  ).toBe('20 Hz sampling, from a satellite snippet');
});

it('describes the offset from the passage time', () => {
  expect([formatOffset(4268), formatOffset(-60), formatOffset(0)]).toEqual(['+4.268 s', '-0.060 s', '+0.000 s']);
});

describe('a key', () => {
  it('a key in the window moves between passages, chooses a type, edits, verifies', () => {
    expect(['ArrowLeft', 'ArrowRight', 'e', 'v'].map((key) => readChartKey(key)?.kind)).toEqual([
      'previous',
      'next',
      'edit-time',
      'verify',
    ]);
    expect(['1', '2', '3', '4'].map(readChartKey)).toEqual(
      ['ELF', 'GEO', 'MAG', 'All'].map((choice) => ({ kind: 'choose', choice })),
    );
    expect(['x', 'Escape'].map(readChartKey)).toEqual([null, null]);
  });

  it('a key in the plot moves the cursor with Shift, or while a time is picked', () => {
    const press = (key: string, shiftKey: boolean, isPicking: boolean) => readPlotKey({ key, shiftKey }, isPicking);
    expect([
      press('ArrowLeft', false, false),
      press('ArrowLeft', true, false),
      press('ArrowRight', false, true),
    ]).toEqual([null, 'left', 'right']);
    expect([press('Enter', false, false), press('Enter', false, true)]).toEqual([null, 'pick']);
    expect(['+', '-', '0', 'x'].map((key) => press(key, false, false))).toEqual(['nearer', 'farther', 'all', null]);
  });
});
