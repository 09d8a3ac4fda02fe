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

describe('chooseShownDisk', () => {
  test('shows MB if the size is known', () => {
    const shown = { by: 'size', usedMBytes: 9214, sizeMBytes: 15_204, share: 9214 / 15_204 };
    expect(chooseShownDisk(disk({ diskUseMBytes: 9214, diskSizeMBytes: 15_204, numberOfflineFiles: 3 }))).toEqual(
      shown,
    );
  });

  test('shows files if the size is unknown, and nothing if the device has reported neither', () => {
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

  test('[W-155] shows the share beside the files if a satellite device reports it', () => {
    const reported = disk({ numberOfflineFiles: 4, numberOnlineFiles: 5, diskShare: 0.085, diskSizeMBytes: 15_204 });
    expect(chooseShownDisk(reported)).toEqual({ by: 'files', offline: 4, online: 5, share: 0.085 });
  });
});

describe('format warning', () => {
  test('the warning has the text of the documents', () => {
    expect(FORMAT_RECOMMENDED).toBe('Disk format recommended.');
  });

  test('[D-014] the warning appears when more than half is used', () => {
    expect(isFormatRecommended(disk({ diskUseMBytes: 501, diskSizeMBytes: 1000 }))).toBe(true);
    expect(isFormatRecommended(disk({ diskUseMBytes: 500, diskSizeMBytes: 1000 }))).toBe(false);
    expect(isFormatRecommended(disk({ diskUseMBytes: 500, diskSizeMBytes: 0 }))).toBe(false);
  });

  test('[W-155] the warning appears when a satellite device reports more than half', () => {
    expect(isFormatRecommended(disk({ diskShare: 0.505 }))).toBe(true);
    expect(isFormatRecommended(disk({ diskShare: 0.5 }))).toBe(false);
  });

  test('[D-015] the warning appears above 500 offline files, also if MB are shown', () => {
    expect(isFormatRecommended(disk({ numberOfflineFiles: 501 }))).toBe(true);
    expect(isFormatRecommended(disk({ numberOfflineFiles: 501, diskUseMBytes: 1, diskSizeMBytes: 1000 }))).toBe(true);
    expect(isFormatRecommended(disk({ numberOfflineFiles: 500 }))).toBe(false);
  });

  test('[D-016] the warning appears above 500 online files', () => {
    expect(isFormatRecommended(disk({ numberOnlineFiles: 501 }))).toBe(true);
    expect(isFormatRecommended(disk({ numberOnlineFiles: 500 }))).toBe(false);
  });
});
