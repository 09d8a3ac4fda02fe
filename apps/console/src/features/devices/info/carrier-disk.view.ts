import { chooseShownDisk, type DiskUse } from '@waymark/domain/device/disk';
import { formatCount } from '#/language/numbers.ts';
import { LOCALE, t } from '#/language/t.ts';
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
      text: t('{offline} offline, {online} online', {
        offline: formatCount(shown.offline),
        online: formatCount(shown.online),
      }),
      unit: t('files'),
      share: shown.share,
    };
  }
  return {
    text: `${formatCount(shown.usedMBytes)} / ${formatCount(shown.sizeMBytes)}`,
    unit: 'MB',
    share: shown.share,
  };
}

const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', useGrouping: false });

export function formatShare(share: number): string {
  return percent.format(share);
}
