import { expect, it } from 'vitest';
import { describeWindow, EMPTY_WINDOW, toDownloadOrder } from './satellite-download.view.ts';

const FAULT = 'The specified start date/time must be before the end date/time with a maximum interval of 10 minutes.';
const start = '2026-03-16 09:40:00';

it('[C-099, C-100] the range is at most ten minutes, and its start before its end', () => {
  expect(describeWindow({ start, end: '2026-03-16 09:50:00' })).toBeNull();
  expect(describeWindow({ start, end: '2026-03-16 09:50:01' })).toBe(FAULT);
  expect(describeWindow({ start, end: start })).toBe(FAULT);
  expect(describeWindow({ start, end: '2026-02-30 09:50:00' })).toBe(FAULT);
  expect(describeWindow(EMPTY_WINDOW)).toBe(FAULT);
});

it('[C-066] the message contains both dates, whatever their notation', () => {
  expect(toDownloadOrder({ start: '20260316094000', end: '2026-03-16 09:50:00' })).toEqual({
    commandType: 'IridiumOfflineDownload',
    parameters: { FileNamesStartDate: start, FileNamesEndDate: '2026-03-16 09:50:00' },
  });
});
