import { formatFirmwareVersion } from '@waymark/domain/device/firmware';
import { UNKNOWN } from '@waymark/domain/device/modes';
import { isShutdownShown } from '@waymark/domain/device/wake-up';
import type { SortDirection } from '../../../ui/SortHeader.tsx';
import type { Device } from '../device.ts';

export const AGM_COLUMNS = ['uid', 'firmware', 'link', 'state'] as const;
export type AgmColumn = (typeof AGM_COLUMNS)[number];

export const AGM_COLUMN_LABELS: Readonly<Record<AgmColumn, string>> = {
  uid: 'UID',
  firmware: 'Firmware',
  link: 'Link',
  state: 'State',
};

/** From the one that hears a command at once to the one that hears none. */
const STATES = ['Online', 'Asleep', 'Offline', 'Shut down'] as const;
type AgmState = (typeof STATES)[number];

type Stateful = Pick<Device, 'isConnected' | 'lastShutdownTime' | 'lastExpectedWakeupTime'>;

export function stateOf({ isConnected, lastShutdownTime, lastExpectedWakeupTime }: Stateful): AgmState {
  if (isConnected) return 'Online';
  if (isShutdownShown(lastShutdownTime, isConnected)) return 'Shut down';
  return lastExpectedWakeupTime === null ? 'Offline' : 'Asleep';
}

export function describeAgmLink({ isIridium, bluetooth }: Pick<Device, 'isIridium' | 'bluetooth'>): string {
  if (isIridium) return 'Satellite';
  return bluetooth ? 'Bluetooth' : 'Cellular';
}

export function describeFirmware({ firmwareVersion }: Pick<Device, 'firmwareVersion'>): string {
  return firmwareVersion === null ? UNKNOWN : formatFirmwareVersion(firmwareVersion);
}

/** What is unknown comes first. */
function sortKeyOf(column: AgmColumn, device: Device): string | number {
  switch (column) {
    case 'uid':
      return device.uid;
    case 'firmware':
      return device.firmwareVersion ?? -1;
    case 'link':
      return describeAgmLink(device);
    case 'state':
      return STATES.indexOf(stateOf(device));
  }
}

export interface AgmOrder {
  readonly column: AgmColumn;
  readonly direction: SortDirection;
}

/** By uid where the column says the same. */
export function sortAgms(devices: readonly Device[], { column, direction }: AgmOrder): readonly Device[] {
  const sign = direction === 'asc' ? 1 : -1;
  return devices.toSorted((one, other) => {
    const [a, b] = [sortKeyOf(column, one), sortKeyOf(column, other)];
    if (a === b) return one.uid - other.uid;
    return a < b ? -sign : sign;
  });
}

/** The same column again turns the order round. */
export function orderBy(column: AgmColumn, order: AgmOrder): AgmOrder {
  return { column, direction: order.column === column && order.direction === 'asc' ? 'desc' : 'asc' };
}

export type Sweep = 'all' | 'none' | 'connected';

/** Concerns the devices that are found; those that the search hides stay as they are. */
export function sweepChoice(chosen: ReadonlySet<number>, found: readonly Device[], sweep: Sweep): ReadonlySet<number> {
  const next = new Set(chosen);
  for (const { uid, isConnected } of found) {
    if (sweep === 'all' || (sweep === 'connected' && isConnected)) next.add(uid);
    else next.delete(uid);
  }
  return next;
}

export function toggleUid(chosen: ReadonlySet<number>, uid: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(uid)) next.add(uid);
  return next;
}

/** Of what was chosen, what is still there. */
export function listChosen(devices: readonly Device[], uids: readonly number[]): readonly Device[] {
  const chosen = new Set(uids);
  return devices.filter(({ uid }) => chosen.has(uid)).toSorted((one, other) => one.uid - other.uid);
}

/** "9 connected, 3 not" */
export function describeChosen(chosen: readonly Pick<Device, 'isConnected'>[]): string {
  const connected = chosen.filter(({ isConnected }) => isConnected).length;
  if (connected === chosen.length) return connected === 1 ? 'connected' : 'all connected';
  return connected === 0
    ? 'not connected'
    : `${connected.toLocaleString('en-US')} connected, ${(chosen.length - connected).toLocaleString('en-US')} not`;
}
