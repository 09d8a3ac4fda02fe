import { exampleDownloadedFile, exampleDownloadRow } from '@waymark/contract/downloads/download-row';
import { describe, expect, it } from 'vitest';
import { describeSize, isListOld, nameDownload, shortenChecksum, takeProgress } from './files.view.ts';
import { checkFile } from './save-download.ts';

const open = {
  ...exampleDownloadedFile,
  downloadState: 'D',
  packetsReceived: 1,
  bytes: null,
  sha256: null,
  downloadCompleteTimeStamp: null,
} as const;

describe('a downloaded file', () => {
  it.each([
    [null, ''],
    [0, '0 B'],
    [999, '999 B'],
    [104_532, '105 kB'],
    [288_000, '288 kB'],
    [1_250_000, '1.25 MB'],
    [3_000_000_000, '3 GB'],
  ])('a file of %s bytes is %s', (bytes, words) => {
    expect(describeSize(bytes)).toBe(words);
  });

  it('a file has a unique name', () => {
    expect(nameDownload(exampleDownloadedFile, 'bin')).toBe('100234-passages-5122.bin');
    expect(nameDownload({ ...exampleDownloadedFile, kind: 'raw' }, 'csv')).toBe('100234-raw-5122.csv');
    expect(shortenChecksum('9f86d081884c7d659a2feaa0c55ad015')).toBe('9f86d081884c…');
  });

  it("a file is checked against the server's checksum", async () => {
    const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
    expect(await checkFile(new Blob(['test']), sha256)).toEqual({ is: 'right' });
    expect(await checkFile(new Blob(['test']), sha256.toUpperCase())).toEqual({ is: 'right' });
    expect(await checkFile(new Blob(['tes']), sha256)).toMatchObject({ is: 'wrong' });
    expect(await checkFile(new Blob(['test']), null)).toEqual({ is: 'not-checked' });
  });
});

describe('a list of downloads', () => {
  it('[V-029] a list of downloads shows their progress', () => {
    expect(takeProgress(open, { ...exampleDownloadRow, packetsReceived: 9 })).toEqual({
      ...open,
      packetsReceived: 9,
      downloadState: 'D',
      packetsTotal: 31,
    });
  });

  it.each([
    ['goes on', [exampleDownloadRow], true, false],
    ['is complete', [{ ...exampleDownloadRow, downloadState: 'DC' as const }], true, true],
    ['is new', [{ ...exampleDownloadRow, cId: 9 }], true, true],
    ['is new, and this is an older page', [{ ...exampleDownloadRow, cId: 9 }], false, false],
  ])('isListOld checks whether a download %s', (_, heard, isFirstPage, isOld) => {
    expect(isListOld([open], heard, isFirstPage)).toBe(isOld);
  });
});
