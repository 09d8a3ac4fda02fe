import { exampleRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { REPORT_FORMATS } from '@waymark/contract/routes/reports';
import { manualPassage } from '@waymark/domain/run/run';
import { describe, expect, it } from 'vitest';
import {
  countVerified,
  describeReceived,
  describeRow,
  describeSynch,
  describeTaken,
  hasRoomForWaveforms,
  keepTyped,
  nameReport,
  readJobNumber,
  writeTimes,
} from './finished.view.ts';

const run = readRun({ ...exampleRun, recieveTime: '2026-03-18 09:30:05', Phase: 2 });
const [tracked] = run.path.markers.filter(({ state }) => state === 'TRACK');
const seen = manualPassage(tracked?.name ?? '', Date.UTC(2026, 2, 18, 3));

describe('a completed run', () => {
  it('a completed run shows how much of it is verified, and its duration', () => {
    expect(describeRow({ verified: 13, markers: 14, devices: 1 })).toBe('13 of 14 verified, 1 AGM');
    expect(describeTaken(run)).toBe('9:30:05');
    expect(describeTaken({ launchAt: null, completedAt: null })).toBe('–');
  });

  it('a tracked marker is counted once, and only if it is verified', () => {
    const count = (passages: typeof run.passages) => countVerified({ ...run, passages }).verified;
    expect(countVerified(run).markers).toBe(run.path.markers.filter(({ state }) => state === 'TRACK').length);
    expect([
      count([]),
      count([{ ...seen, isVerified: false }]),
      count([seen, { ...seen, passageAt: seen.passageAt + 1 }]),
    ]).toEqual([0, 0, 1]);
    expect(count([{ ...seen, markerName: run.path.markers[0]?.name ?? '' }])).toBe(0);
  });

  it('the result of a synch is described', () => {
    expect(describeSynch({ passages: [] }, { passages: [seen, seen] })).toBe('2 new passages');
    expect(describeSynch({ passages: [seen] }, { passages: [seen] })).toBe('No new passages');
  });
});

describe('the times, when another user changes them', () => {
  const base = { launchTime: '2026-03-18 00:00:00', receiveTime: '2026-03-18 09:30:00' };
  const fresh = { launchTime: '2026-03-18 00:05:00', receiveTime: '2026-03-18 09:40:00' };

  it("entries are kept, and untouched times take another user's changes", () => {
    const typed = { ...writeTimes(base), receive: '2026-03-18 09:31:00' };
    expect(keepTyped(typed, base, fresh)).toEqual({ launch: fresh.launchTime, receive: '2026-03-18 09:31:00' });
    expect(keepTyped({ ...writeTimes(base), launch: '' }, base, fresh)).toEqual({
      launch: '',
      receive: fresh.receiveTime,
    });
  });
});

describe('the report', () => {
  it('only a Default report as PRO or PDF can contain waveforms', () => {
    const withRoom = (reportType: 'Default' | 'Summary') =>
      REPORT_FORMATS.filter((format) => hasRoomForWaveforms({ reportType, format }));
    expect([withRoom('Default'), withRoom('Summary')]).toEqual([['pro', 'pdf'], []]);
  });

  it.each([
    [' ', null],
    ['', null],
    [' J-1042 ', 'J-1042'],
  ])('[T-189] the job number %j is sent as %j', (typed, sent) => {
    expect(readJobNumber(typed)).toBe(sent);
  });

  it('a report has a name even if the server gave none, and shows its progress', () => {
    expect(nameReport('Cushing - Tulsa', 41, 'pro')).toBe('Cushing - Tulsa_41_report.pro');
    expect([0, 1, 131_072, 1_572_864].map(describeReceived)).toEqual([
      'The report is being written',
      '1 KB received',
      '128 KB received',
      '1.5 MB received',
    ]);
  });
});
