import type { CountChip } from '../icons/count-chip.ts';
import type { DeviceIconName } from '../icons/device-marker.view.ts';

/** What the marker layers read of a device's feature. */
export interface MarkerProperties {
  readonly icon: DeviceIconName;
  /** Drawn over those of a lower rank: offline, online, alarmed. */
  readonly rank: 0 | 1 | 2;
  readonly isAlarmed: boolean;
  /** The detection count as it is shown; empty for none. */
  readonly count: string;
  readonly chip: CountChip;
}
