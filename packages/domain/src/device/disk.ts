import { markText } from '../language/translate.ts';

/**
 * The disk usage that a device reports; null: not reported. Old firmware counts files only and reports the size 0; over
 * satellite a device reports the used share without a size.
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
export const FORMAT_RECOMMENDED = markText('Disk format recommended.');

function computeSizeShare({ diskUseMBytes, diskSizeMBytes }: DiskUse): number | null {
  if (diskUseMBytes === null || diskSizeMBytes === null || diskSizeMBytes <= 0) return null;
  return diskUseMBytes / diskSizeMBytes;
}

/** By size if known, else by files, with the share if reported; null: neither is reported. */
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

/** Each condition with known data counts, whichever is shown. */
export function isFormatRecommended(disk: DiskUse): boolean {
  return (
    (computeSizeShare(disk) ?? disk.diskShare ?? 0) > MAX_SHARE ||
    (disk.numberOfflineFiles ?? 0) > MAX_FILES ||
    (disk.numberOnlineFiles ?? 0) > MAX_FILES
  );
}
