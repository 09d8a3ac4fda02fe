/** What a device says of its disk; null is not said. Old firmware counts files only and gives its disk the size 0. */
export interface DiskUse {
  readonly diskUseMBytes: number | null;
  readonly diskSizeMBytes: number | null;
  readonly numberOfflineFiles: number | null;
  readonly numberOnlineFiles: number | null;
}

export type ShownDisk =
  | { readonly by: 'size'; readonly usedMBytes: number; readonly sizeMBytes: number; readonly share: number }
  | { readonly by: 'files'; readonly offline: number; readonly online: number };

const MAX_SHARE = 0.5;
const MAX_FILES = 500;
export const FORMAT_RECOMMENDED = 'Disk format recommended.';

function computeShare({ diskUseMBytes, diskSizeMBytes }: DiskUse): number | null {
  if (diskUseMBytes === null || diskSizeMBytes === null || diskSizeMBytes <= 0) return null;
  return diskUseMBytes / diskSizeMBytes;
}

/** By size where the device knows it, else by its files; null when it has said neither. */
export function chooseShownDisk(disk: DiskUse): ShownDisk | null {
  const share = computeShare(disk);
  if (share !== null)
    return { by: 'size', usedMBytes: disk.diskUseMBytes ?? 0, sizeMBytes: disk.diskSizeMBytes ?? 0, share };
  if (disk.numberOfflineFiles === null && disk.numberOnlineFiles === null) return null;
  return { by: 'files', offline: disk.numberOfflineFiles ?? 0, online: disk.numberOnlineFiles ?? 0 };
}

/** Whatever of it is shown: each condition counts that has data. */
export function isFormatRecommended(disk: DiskUse): boolean {
  return (
    (computeShare(disk) ?? 0) > MAX_SHARE ||
    (disk.numberOfflineFiles ?? 0) > MAX_FILES ||
    (disk.numberOnlineFiles ?? 0) > MAX_FILES
  );
}
