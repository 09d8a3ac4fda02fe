import { describe, expect, it } from 'vitest';
import { exampleDownloadRow, type DownloadRow } from '@waymark/contract/downloads/download-row';
import type { DownloadSession } from './session.data.ts';
import {
  canResume,
  describeComplete,
  describeNote,
  describeReceived,
  describeSession,
  findSessionShare,
  isDetailOld,
  sortRows,
} from './session.view.ts';

const queued: DownloadRow = {
  ...exampleDownloadRow,
  downloadState: 'QC',
  packetsReceived: 0,
  packetsTotal: null,
  latestPassageTimeStamp: null,
};
const half: DownloadRow = { ...exampleDownloadRow, packetsReceived: 1200, packetsTotal: 2400 };
const done: DownloadRow = { ...exampleDownloadRow, downloadState: 'DC', packetsReceived: 4, packetsTotal: 4 };
const nothing: DownloadRow = { ...done, packetsReceived: 0, packetsTotal: 0 };
/** A row per device. */
const ofMany = (...rows: readonly DownloadRow[]) => rows.map((row, at) => ({ ...row, uId: at + 1 }));

const session = (rows: readonly DownloadRow[], endedDate: string | null = null): DownloadSession => ({
  downloadRecordedPassageDataSessionRequestList: [...rows],
  sessionId: 18,
  name: 'Dana Reyes',
  createdDate: '2026-03-18 10:02:11.204000',
  launchDate: '2026-03-18 00:00:00',
  receiveDate: '2026-03-18 09:30:00',
  endedDate,
  failed: [],
});

describe('a download session', () => {
  it.each([
    [ofMany(queued, half), '0 of 2 AGMs complete', '1,200 packets', 0.25],
    [ofMany(done, half, queued, nothing), '2 of 4 AGMs complete', '1,204 packets', 0.625],
    [[done, half], '0 of 1 AGM complete', '1,204 packets', 0.75],
    [[done, done], '1 of 1 AGM complete', '8 packets', 1],
  ])('describes the progress of a session', (rows, complete, packets, share) => {
    expect([describeComplete(rows), describeReceived(rows), findSessionShare(rows)]).toEqual([
      complete,
      packets,
      share,
    ]);
  });

  it('says when a session has ended', () => {
    expect([session([done]), session([half], '2026-03-18 11:00:00')].map((each) => describeSession(each))).toEqual([
      '1 of 1 AGM complete',
      'Ended at 2026-03-18 11:00:00 UTC, 0 of 1 AGM complete',
    ]);
  });

  it('canResume is true while a session is open and incomplete', () => {
    expect(
      [session([done, half]), session([done]), session([done, half], '2026-03-18 11:00:00')].map(canResume),
    ).toEqual([true, false, false]);
  });

  it('isDetailOld is true if the session may have ended', () => {
    const noted = { ...half, note: 'Ended by Dana Reyes.' };
    expect(
      [session([done, half]), session([done]), session([done, noted]), session([done], '2026-03-18 11:00:00')].map(
        isDetailOld,
      ),
    ).toEqual([false, true, true, false]);
  });

  it.each([
    [queued, 'offline', 'The AGM is offline.'],
    [queued, null, null],
    [{ ...queued, note: 'The device rejected it.' }, 'offline', 'The device rejected it.'],
    [half, 'offline', null],
  ])('says why a device has not accepted its command', (row, wait, words) => {
    expect(describeNote(row, wait)).toBe(words);
  });

  it('sorts devices by uid', () => {
    const [first, second, third] = [
      { ...half, uId: 7, cId: 3 },
      { ...half, uId: 7, cId: 5 },
      { ...half, uId: 9, cId: 1 },
    ];
    expect(sortRows([third, second, first])).toEqual([first, second, third]);
  });
});
