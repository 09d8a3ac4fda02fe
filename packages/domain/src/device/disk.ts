/**
 * What a device reports of its disk; null is not reported. Old firmware counts files only and gives its disk the size 0;
 * over satellite a device reports the share that is used, and no size.
 */
export interface DiskUse {
  readonly diskUseMBytes: number | null;
  readonly diskSizeMBytes: number | null;
  readonly diskShare: number | null;
  readonly numberOfflineFiles: number | null;
  readonly numberOnlineFiles: number | null;
}

export type ShownDisk =
  | { readonly by: 'size'; readonly usedMBytes: number; readonly sizeMBytes: number; readonly share: number }
  | { readonly by: 'files'; readonly offline: number; readonly online: number; readonly share: number | null };

const MAX_SHARE = 0.5;
const MAX_FILES = 500;
export const FORMAT_RECOMMENDED = 'Disk format recommended.';

function computeSizeShare({ diskUseMBytes, diskSizeMBytes }: DiskUse): number | null {
  if (diskUseMBytes === null || diskSizeMBytes === null || diskSizeMBytes <= 0) return null;
  return diskUseMBytes / diskSizeMBytes;
}

/** By size where the device knows it, else by its files, with the share if it reports one; null when it reports neither. */
export function chooseShownDisk(disk: DiskUse): ShownDisk | null {
  const share = computeSizeShare(disk);
  if (share !== null)
    return { by: 'size', usedMBytes: disk.diskUseMBytes ?? 0, sizeMBytes: disk.diskSizeMBytes ?? 0, share };
  if (disk.numberOfflineFiles === null && disk.numberOnlineFiles === null) return null;
  return {
    by: 'files',
    offline: disk.numberOfflineFiles ?? 0,
    online: disk.numberOnlineFiles ?? 0,
    share: disk.diskShare,
  };
}

/** Whatever of it is shown: each condition counts that has data. */
export function isFormatRecommended(disk: DiskUse): boolean {
  return (
    (computeSizeShare(disk) ?? disk.diskShare ?? 0) > MAX_SHARE ||
    (disk.numberOfflineFiles ?? 0) > MAX_FILES ||
    (disk.numberOnlineFiles ?? 0) > MAX_FILES
  );
}
