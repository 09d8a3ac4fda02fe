import { chooseShownDisk, type DiskUse } from '@waymark/domain/device/disk';
import type { DeviceDetail } from '../store/device-detail.data.ts';

export interface ShownCarrier {
  readonly name: string;
  readonly part: 'primary' | 'active';
}

type Carriers = Pick<DeviceDetail, 'primaryCarrier' | 'activeCarrier'>;

/** The device's own network and the one that it uses now; empty for devices without a modem. */
export function listCarriers({ primaryCarrier, activeCarrier }: Carriers): readonly ShownCarrier[] {
  return [
    ...(primaryCarrier ? [{ name: primaryCarrier, part: 'primary' } as const] : []),
    ...(activeCarrier ? [{ name: activeCarrier, part: 'active' } as const] : []),
  ];
}

const count = new Intl.NumberFormat('en-US');

export interface DiskText {
  readonly text: string;
  readonly unit: string;
  /** Share of the disk in use, for the bar; null if unknown. */
  readonly share: number | null;
}

export function describeDisk(disk: DiskUse): DiskText | null {
  const shown = chooseShownDisk(disk);
  if (shown === null) return null;
  if (shown.by === 'files') {
    return {
      text: `${count.format(shown.offline)} offline, ${count.format(shown.online)} online`,
      unit: 'files',
      share: shown.share,
    };
  }
  return {
    text: `${count.format(shown.usedMBytes)} / ${count.format(shown.sizeMBytes)}`,
    unit: 'MB',
    share: shown.share,
  };
}

export function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`;
}
