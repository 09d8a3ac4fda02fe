import { COMMANDS } from '@waymark/commands/commands';
import { routes } from '@waymark/contract/routes/index';
import { describe, expect, it } from 'vitest';
import {
  describeDownload,
  isRawRequest,
  listFileChoices,
  readDate,
  toDownloadOrder,
  toRawRequest,
  type DownloadDraft,
} from './download.view.ts';
import { describeQueueException } from '../cellular/raw-download.ts';

const RAW = 3;
const target = (firmwareVersion: number | null) => ({ firmwareVersion, isIridium: false });
const draft: DownloadDraft = { fileType: 1, start: '2026-03-16 09:40:00', end: '2026-03-16 09:50:00' };
const raw: DownloadDraft = { ...draft, fileType: RAW, end: '2026-03-16 09:42:00' };
const problem = (part: Partial<DownloadDraft>, firmware: number) =>
  describeDownload({ ...draft, ...part }, target(firmware));

describe('the file types', () => {
  const labels = (firmware: number) => listFileChoices(target(firmware)).map(({ label }) => label);

  it('[C-081] raw files have their old name below firmware 10', () => {
    expect(labels(2.5)).toEqual(['Offline via Cell', 'Online', 'Offline via Sat', 'RAW - 5 Mins Max']);
  });

  it('[C-031] raw files are offered again from firmware 10.71', () => {
    expect(labels(10.5)).toEqual(['Offline via Cell', 'Online', 'Offline via Sat']);
    expect(labels(10.71)).toEqual(['Offline via Cell', 'Online', 'Offline via Sat', 'Raw']);
  });
});

describe('a time range below firmware 10', () => {
  it('[C-092] a range below firmware 10 requires two valid dates in order', () => {
    expect(problem({}, 2.5)).toBeNull();
    for (const part of [{ start: '' }, { end: 'x' }, { end: draft.start }, { start: '2026-03-17 00:00:00' }])
      expect(problem(part, 2.5)).not.toBeNull();
  });

  it('a range below firmware 10 may exceed two minutes for raw files too', () => {
    expect(problem({ fileType: RAW }, 2.5)).toBeNull();
    expect(isRawRequest(raw, target(2.5))).toBe(false);
  });
});

describe('a time range from firmware 10', () => {
  it('[C-094] [C-095] [C-096] [C-098] a range from firmware 10 has a message for its start, its end and their order', () => {
    expect(problem({ start: '2026-02-30 00:00:00', end: '' }, 10)).toBe('The specified start date/time is not valid.');
    expect(problem({ end: '' }, 10)).toBe('The specified end date/time is not valid.');
    expect(problem({ end: draft.start }, 10.71)).toBe(
      'The specified start date/time must be before the end date/time.',
    );
    expect(problem({}, 10.71)).toBeNull();
  });

  it('[C-097] a range from firmware 10 has a message for raw files over 120 s', () => {
    const tooLong = 'A raw data download request is limited to a two minute maximum interval.';
    expect(problem(raw, 10.71)).toBeNull();
    expect(problem({ ...raw, end: '2026-03-16 09:42:01' }, 10.71)).toBe(tooLong);
  });
});

describe('the sent command', () => {
  it('[C-093] dates are sent in UTC as YYYY-MM-DD HH:mm:ss, whatever their separators', () => {
    expect(readDate('2026-03-16 09:40:00')).toBe('2026-03-16 09:40:00');
    expect(readDate('20260316094000')).toBe('2026-03-16 09:40:00');
    expect(readDate('2026-03-16')).toBeNull();
    expect(readDate('2026-03-16 09:40:00.5')).toBeNull();
  });

  it('the command satisfies the contract', () => {
    const order = toDownloadOrder({ ...draft, start: '20260316094000' });
    expect(order).toEqual({
      commandType: 'DownloadRange',
      parameters: { FileType: 1, FileNamesStartDate: '2026-03-16 09:40:00', FileNamesEndDate: '2026-03-16 09:50:00' },
    });
    expect(COMMANDS.DownloadRange.parameters.safeParse(order.parameters).success).toBe(true);
  });

  it('[C-105] raw files from firmware 10 have their own call', () => {
    expect(isRawRequest(raw, target(10.71))).toBe(true);
    expect(isRawRequest(draft, target(10.71))).toBe(false);
    const body = toRawRequest(raw, 7);
    expect(body).toEqual({ uid: 7, startDate: '2026-03-16 09:40:00', endDate: '2026-03-16 09:42:00' });
    expect(routes.commands.requestRawData.body.safeParse(body).success).toBe(true);
  });

  it('a failure of that call is shown with its log id', () => {
    expect(describeQueueException({ message: 'No.', logId: 4711 })).toBe(
      'A queue command service exception has occurred. LogId = [4711]',
    );
    expect(describeQueueException({ message: 'No answer.' })).toBe(
      'A queue command service exception has occurred. No answer.',
    );
  });
});
