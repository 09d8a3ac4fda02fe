import type { IconName } from '#/ui/button/icon-paths.ts';

export type RunAct =
  | 'zoom'
  | 'fit'
  | 'follow'
  | 'sheet'
  | 'offline-map'
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
  { act: 'zoom', label: 'Zoom to Pig', icon: 'place' },
  { act: 'fit', label: 'Fit Run', icon: 'maximise' },
  { act: 'follow', label: 'Follow Pig', icon: 'lasso' },
  { act: 'sheet', label: 'Run Sheet', icon: 'file' },
  { act: 'offline-map', label: 'Map for Offline Use', icon: 'download' },
  { act: 'auto', label: 'Auto Link/Verify', icon: 'check', startsGroup: true },
  { act: 'notifications', label: 'Notifications', icon: 'bell' },
  { act: 'agms', label: 'AGMs', icon: 'pulse' },
  { act: 'launch-time', label: 'Edit Launch Time', icon: 'clock' },
  { act: 'add-marker', label: 'Add Marker', icon: 'plus' },
  { act: 'edit-pig', label: 'Edit Pig Info', icon: 'edit', startsGroup: true },
  { act: 'tool-speed', label: 'Edit Tool Speed', icon: 'gear' },
  { act: 'unassociated', label: 'Unassociated Passages', icon: 'notice' },
  { act: 'end', label: 'End/Save Run', icon: 'download', startsGroup: true },
  { act: 'cancel', label: 'Cancel Run', icon: 'close', startsGroup: true },
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
