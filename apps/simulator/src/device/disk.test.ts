import { describe, expect, it } from 'vitest';
import { PROFILE } from '../testing/device-profiles.ts';
import { addFile, computeDiskUse, describeDisk, EMPTY_DISK } from './disk.ts';

const full = { ...EMPTY_DISK, otherMBytes: 5000, offlineFiles: 540, onlineFiles: 610 };

describe('disk', () => {
  it('usage is reported in MBytes and counts, and never exceeds the size', () => {
    expect(describeDisk(full, PROFILE)).toEqual({
      diskUseMBytes: 4096,
      diskSizeMBytes: 4096,
      numberOfflineFiles: 540,
      numberOnlineFiles: 610,
    });
    expect(computeDiskUse(full, PROFILE)).toBe(1);
  });

  it('firmware below 10 reports only counts', () => {
    expect(describeDisk(full, { ...PROFILE, firmware: { major: 9, minor: 9 } })).toEqual({
      diskUseMBytes: 0,
      diskSizeMBytes: 0,
      numberOfflineFiles: 540,
      numberOnlineFiles: 610,
    });
  });

  it('each file uses space, and counts fit the wire format', () => {
    const more = addFile(EMPTY_DISK, 'onlineFiles');
    expect(more.onlineFiles).toBe(1);
    expect(computeDiskUse(more, PROFILE)).toBeGreaterThanOrEqual(computeDiskUse(EMPTY_DISK, PROFILE));
    expect(addFile({ ...EMPTY_DISK, offlineFiles: 0xffff }, 'offlineFiles').offlineFiles).toBe(0xffff);
  });
});
