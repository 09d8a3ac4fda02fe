import { downloadRow, exampleDownloadRow } from '../downloads/download-row.ts';
import { defineEvent } from '../event.ts';

export const downloadsEvents = {
  ReceiveDownloadRecordedPassageData: defineEvent({
    name: 'ReceiveDownloadRecordedPassageData',
    summary: 'How far a download of recorded passages is, at most twice a second for a device.',
    audience: 'company',
    key: 'history:read',
    delivery: 'every',
    data: downloadRow,
    example: exampleDownloadRow,
  }),
  ReceiveDownloadRecordedRawData: defineEvent({
    name: 'ReceiveDownloadRecordedRawData',
    summary: 'How far a download of raw recording is, at most twice a second for a device.',
    audience: 'company',
    key: 'history:read',
    delivery: 'every',
    data: downloadRow,
    example: { ...exampleDownloadRow, latestPassageTimeStamp: null, packetsTotal: 72 },
  }),
};
