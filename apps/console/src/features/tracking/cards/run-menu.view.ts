import { t } from '#/language/t.ts';
import type { IconName } from '#/ui/button/Icon.tsx';

export type RunAct =
  | 'zoom'
  | 'fit'
  | 'follow'
  | 'sheet'
  | 'offline-map'
  | 'share'
  | 'auto'
  | 'notifications'
  | 'agms'
  | 'launch-time'
  | 'add-marker'
  | 'edit-pig'
  | 'tool-speed'
  | 'unassociated'
  | 'cancel'
  | 'end';

export interface RunMenuEntry {
  readonly act: RunAct;
  readonly label: string;
  readonly icon: IconName;
  readonly startsGroup?: true;
}

const ENTRIES: readonly RunMenuEntry[] = [
  { act: 'zoom', label: t('Zoom to Pig'), icon: 'place' },
  { act: 'fit', label: t('Fit Run'), icon: 'maximise' },
  { act: 'follow', label: t('Follow Pig'), icon: 'lasso' },
  { act: 'sheet', label: t('Run Sheet'), icon: 'file' },
  { act: 'offline-map', label: t('Map for Offline Use'), icon: 'download' },
  { act: 'share', label: t('Share Run'), icon: 'external' },
  { act: 'auto', label: t('Auto Link/Verify'), icon: 'check', startsGroup: true },
  { act: 'notifications', label: t('Notifications'), icon: 'bell' },
  { act: 'agms', label: t('AGMs'), icon: 'pulse' },
  { act: 'launch-time', label: t('Edit Launch Time'), icon: 'clock' },
  { act: 'add-marker', label: t('Add Marker'), icon: 'plus' },
  { act: 'edit-pig', label: t('Edit Pig Info'), icon: 'edit', startsGroup: true },
  { act: 'tool-speed', label: t('Edit Tool Speed'), icon: 'gear' },
  { act: 'unassociated', label: t('Unassociated Passages'), icon: 'notice' },
  { act: 'end', label: t('End/Save Run'), icon: 'download', startsGroup: true },
  { act: 'cancel', label: t('Cancel Run'), icon: 'close', startsGroup: true },
];

const FOR_EVERYONE: ReadonlySet<RunAct> = new Set(['zoom', 'fit', 'follow', 'sheet', 'offline-map', 'add-marker']);

interface Possible {
  readonly isAdmin: boolean;
  /** The installation has map files. */
  readonly hasGround: boolean;
}

export function listRunActs({ isAdmin, hasGround }: Possible): readonly RunMenuEntry[] {
  return ENTRIES.filter(({ act }) => (isAdmin || FOR_EVERYONE.has(act)) && (act !== 'offline-map' || hasGround));
}
