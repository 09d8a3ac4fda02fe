import type { ClusterIcon } from '../icons/cluster-icon.ts';
import type { CountChip } from '../icons/count-chip.ts';
import type { DeviceIconName } from '../icons/device-marker.view.ts';
import type { SignState } from '../signs/cluster-signs.ts';

/** The properties of a device's feature for the marker layers. */
export interface MarkerProperties {
  readonly icon: DeviceIconName;
  /** Drawing order: offline, online, alarmed. */
  readonly rank: 0 | 1 | 2;
  readonly isAlarmed: boolean;
  readonly state: SignState;
  /** The displayed detection count; empty for none. */
  readonly count: string;
  readonly chip: CountChip;
}

/** The same of a sign: a device with what has room beside it, or a cluster. */
export interface SignProperties extends Omit<MarkerProperties, 'icon'> {
  readonly icon: DeviceIconName | ClusterIcon;
  readonly isCluster: boolean;
  /** Empty: no room. */
  readonly uid: string;
  readonly uidSide: 'left' | 'right';
}
