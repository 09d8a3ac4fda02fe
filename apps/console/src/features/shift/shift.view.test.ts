import { exampleShiftEntry, type ShiftEntry } from '@waymark/contract/shift/shift-entry';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_FORM,
  isFiltered,
  joinFiles,
  listDetails,
  nameAuthor,
  nameEntry,
  nameRun,
  readForm,
  textOf,
} from './shift.view.ts';

const NOTHING: ShiftEntry = {
  ...exampleShiftEntry,
  key: 'audit 1',
  text: '',
  author: null,
  runId: null,
  runName: null,
  pig: null,
  noteId: null,
  files: [],
};
const entry = (part: Partial<ShiftEntry>): ShiftEntry => ({ ...NOTHING, ...part });

describe('an entry of the log', () => {
  it('[W-368] an entry is named by the number of its note, or by the words of its action', () => {
    expect(nameEntry(exampleShiftEntry)).toBe('Note 12');
    expect(nameEntry(entry({ kind: 'launch', action: 'run-launched' }))).toBe('Run launched');
    expect(nameAuthor(exampleShiftEntry)).toBe('Dana Reyes');
    expect(nameAuthor(NOTHING)).toBe('Automatic');
  });

  it('[W-550] an alert has its words in the units of the reader, and those of an older version in English', () => {
    const words = { us: 'Search 3.1 mi.', metric: 'Search 5.0 km.' };
    const alertWords = { words, translations: { es: words, fr: words } };
    const raised = entry({ kind: 'alert', action: 'alert-raised', text: words.us, alertWords });
    expect(textOf(raised, 'metric')).toBe('Search 5.0 km.');
    expect(textOf({ ...raised, alertWords: null }, 'metric')).toBe('Search 3.1 mi.');
  });

  it('[W-369] a passage is described with marker, time, AGM and whether it is verified', () => {
    const passage = { markerName: 'AGM 04', uid: 100_234, at: '2026-03-18 05:20:41.300', isVerified: false };
    const passages = [passage, { ...passage, markerName: null, uid: null, isVerified: true }];
    expect(listDetails(entry({ kind: 'passage', passages }), 'UTC')).toEqual([
      'AGM 04, 2026-03-18 05:20:41.300 UTC, not verified · AGM 100234',
      'no marker, 2026-03-18 05:20:41.300 UTC, verified',
    ]);
    expect(listDetails(entry({ kind: 'passage', passages }), 'America/Chicago')[1]).toBe(
      'no marker, 2026-03-18 00:20:41.300 UTC-5, verified',
    );
  });

  it('[W-369] an entry names the command, the kind of an alert and the span of a silence', () => {
    expect(listDetails(entry({ kind: 'command', command: 'DeviceRestart' }), 'UTC')).toHaveLength(1);
    expect(listDetails(entry({ kind: 'command', command: 'PM, FS1', devices: 12 }), 'UTC')).toEqual([
      'PM, FS1 to 12 AGMs',
    ]);
    expect(listDetails(entry({ kind: 'alert', alertKind: 'agm-battery', markerName: 'AGM 04' }), 'UTC')).toEqual([
      'AGM battery low',
      'AGM 04',
    ]);
    const span = { from: '2026-03-18 06:00:00', until: '2026-03-18 14:00:00' };
    expect(listDetails(entry({ kind: 'silence', span }), 'UTC')).toEqual([
      '2026-03-18 06:00:00 UTC to 2026-03-18 14:00:00 UTC',
    ]);
  });

  it('an entry names its run by pig and path, and a run that is gone by its number', () => {
    expect(nameRun(exampleShiftEntry)).toBe('CLN-16-02, North line');
    expect(nameRun(entry({ runId: 41 }))).toBe('Run 41');
    expect(nameRun(NOTHING)).toBeNull();
  });
});

describe('the filter of the log', () => {
  it('[W-370] a filter leaves out the fields that are empty', () => {
    expect(isFiltered(readForm(EMPTY_FORM))).toBe(false);
    const filled = {
      ...EMPTY_FORM,
      kind: 'note',
      search: ' valve ',
      runId: '41',
      from: '2026-03-18',
      to: '2026-03-18',
    };
    expect(readForm(filled)).toMatchObject({
      kind: 'note',
      search: 'valve',
      runId: 41,
      startDate: '2026-03-18 00:00:00',
      endDate: '2026-03-18 23:59:59',
    });
  });
});

describe('the files of a note', () => {
  const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name);

  it('[W-371] a note has at most five files', () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) => file(name));
    expect(joinFiles([], five)).toEqual({ files: five, fault: null });
    const { files, fault } = joinFiles(five, [file('f')]);
    expect(files).toEqual(five);
    expect(fault).toBe('A note has at most five files.');
  });

  it('[W-371] a file has at most 5 MB, and a larger one is named', () => {
    const { files, fault } = joinFiles([file('a')], [file('large.pdf', 5_000_001)]);
    expect(files.map(({ name }) => name)).toEqual(['a']);
    expect(fault).toBe('large.pdf is larger than 5 MB.');
  });
});
