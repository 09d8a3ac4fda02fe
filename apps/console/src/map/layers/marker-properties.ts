import type { CountChip } from '../icons/count-chip.ts';
import type { DeviceIconName } from '../icons/device-marker.view.ts';

/** The properties of a device's feature for the marker layers. */
export interface MarkerProperties {
  readonly icon: DeviceIconName;
  /** Drawing order: offline, online, alarmed. */
  readonly rank: 0 | 1 | 2;
  readonly isAlarmed: boolean;
  /** The displayed detection count; empty for none. */
  readonly count: string;
  readonly chip: CountChip;
}
