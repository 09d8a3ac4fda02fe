import { describe, expect, test } from 'vitest';
import { chooseShownDisk, FORMAT_RECOMMENDED, isFormatRecommended, type DiskUse } from './disk.ts';

const unknown: DiskUse = {
  diskUseMBytes: null,
  diskSizeMBytes: null,
  diskShare: null,
  numberOfflineFiles: null,
  numberOnlineFiles: null,
};
const disk = (parts: Partial<DiskUse>): DiskUse => ({ ...unknown, ...parts });

describe('disk usage', () => {
  test('is shown in MB where the size is known', () => {
    const shown = { by: 'size', usedMBytes: 9214, sizeMBytes: 15_204, share: 9214 / 15_204 };
    expect(chooseShownDisk(disk({ diskUseMBytes: 9214, diskSizeMBytes: 15_204, numberOfflineFiles: 3 }))).toEqual(
      shown,
    );
  });

  test('is shown in files where it is not, and not at all where the device has said neither', () => {
    const files = { numberOfflineFiles: 204, numberOnlineFiles: 12 };
    expect(chooseShownDisk(disk({ diskUseMBytes: 0, diskSizeMBytes: 0, ...files }))).toEqual({
      by: 'files',
      offline: 204,
      online: 12,
      share: null,
    });
    expect(chooseShownDisk(disk(files))).toEqual({ by: 'files', offline: 204, online: 12, share: null });
    expect(chooseShownDisk(unknown)).toBeNull();
  });

  test('[W-155] is shown by its share, beside the files, where a satellite device reports that', () => {
    const reported = disk({ numberOfflineFiles: 4, numberOnlineFiles: 5, diskShare: 0.085, diskSizeMBytes: 15_204 });
    expect(chooseShownDisk(reported)).toEqual({ by: 'files', offline: 4, online: 5, share: 0.085 });
  });
});

describe('the warning', () => {
  test('has the words of the documents', () => {
    expect(FORMAT_RECOMMENDED).toBe('Disk format recommended.');
  });

  test('[D-014] comes when more than half is used', () => {
    expect(isFormatRecommended(disk({ diskUseMBytes: 501, diskSizeMBytes: 1000 }))).toBe(true);
    expect(isFormatRecommended(disk({ diskUseMBytes: 500, diskSizeMBytes: 1000 }))).toBe(false);
    expect(isFormatRecommended(disk({ diskUseMBytes: 500, diskSizeMBytes: 0 }))).toBe(false);
  });

  test('[W-155] comes when a satellite device reports more than half', () => {
    expect(isFormatRecommended(disk({ diskShare: 0.505 }))).toBe(true);
    expect(isFormatRecommended(disk({ diskShare: 0.5 }))).toBe(false);
  });

  test('[D-015] comes with more than 500 offline files, also where MB are shown', () => {
    expect(isFormatRecommended(disk({ numberOfflineFiles: 501 }))).toBe(true);
    expect(isFormatRecommended(disk({ numberOfflineFiles: 501, diskUseMBytes: 1, diskSizeMBytes: 1000 }))).toBe(true);
    expect(isFormatRecommended(disk({ numberOfflineFiles: 500 }))).toBe(false);
  });

  test('[D-016] comes with more than 500 online files', () => {
    expect(isFormatRecommended(disk({ numberOnlineFiles: 501 }))).toBe(true);
    expect(isFormatRecommended(disk({ numberOnlineFiles: 500 }))).toBe(false);
  });
});
