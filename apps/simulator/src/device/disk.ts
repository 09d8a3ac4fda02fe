import type { Disk } from '@waymark/device-protocol/mqtt/device-report';
import type { DeviceProfile } from './profile.ts';

const FILE_MBYTES = 0.9;
const FIRST_MAJOR_WITH_SIZES = 10;
const MOST_FILES = 0xffff;

export interface DiskContent {
  /** Space used by raw recordings and logs. */
  readonly otherMBytes: number;
  readonly offlineFiles: number;
  readonly onlineFiles: number;
  readonly iridiumOfflineFiles: number;
}

export const EMPTY_DISK: DiskContent = { otherMBytes: 12, offlineFiles: 0, onlineFiles: 0, iridiumOfflineFiles: 0 };

export function addFile(disk: DiskContent, kind: 'offlineFiles' | 'onlineFiles' | 'iridiumOfflineFiles'): DiskContent {
  return { ...disk, [kind]: Math.min(MOST_FILES, disk[kind] + 1) };
}

function computeUsedMBytes(disk: DiskContent, profile: DeviceProfile): number {
  const files = disk.offlineFiles + disk.onlineFiles + disk.iridiumOfflineFiles;
  return Math.min(profile.diskSizeMBytes, Math.round(disk.otherMBytes + files * FILE_MBYTES));
}

export function computeFreeMBytes(disk: DiskContent, profile: DeviceProfile): number {
  return profile.diskSizeMBytes - computeUsedMBytes(disk, profile);
}

/** Whether another passage fits. */
export function hasRoom(disk: DiskContent, profile: DeviceProfile): boolean {
  return computeFreeMBytes(disk, profile) >= FILE_MBYTES;
}

/** Firmware below 10 reports only the number of files. */
export function describeDisk(disk: DiskContent, profile: DeviceProfile): Disk {
  const hasSizes = profile.firmware.major >= FIRST_MAJOR_WITH_SIZES;
  return {
    diskUseMBytes: hasSizes ? computeUsedMBytes(disk, profile) : 0,
    diskSizeMBytes: hasSizes ? profile.diskSizeMBytes : 0,
    numberOfflineFiles: disk.offlineFiles,
    numberOnlineFiles: disk.onlineFiles,
  };
}

/** From 0 to 1. */
export function computeDiskUse(disk: DiskContent, profile: DeviceProfile): number {
  return profile.diskSizeMBytes === 0 ? 0 : computeUsedMBytes(disk, profile) / profile.diskSizeMBytes;
}
