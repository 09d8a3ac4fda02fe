import { formatFirmwareVersion } from '@waymark/domain/device/firmware';
import { UNKNOWN } from '@waymark/domain/device/modes';
import { markTexts } from '@waymark/domain/language/translate';
import { isAsleep, isShutdownShown } from '@waymark/domain/device/wake-up';
import { t } from '#/language/t.ts';
import type { SortDirection } from '#/ui/table/SortHeader.tsx';
import type { Device } from '../store/device.ts';

export const AGM_COLUMNS = ['uid', 'firmware', 'link', 'state'] as const;
export type AgmColumn = (typeof AGM_COLUMNS)[number];

export const AGM_COLUMN_LABELS: Readonly<Record<AgmColumn, string>> = {
  uid: t('UID'),
  firmware: t('Firmware'),
  link: t('Link'),
  state: t('State'),
};

/** From a device that receives a command at once to one that receives none. */
const STATES = ['Online', 'Asleep', 'Offline', 'Shut down'] as const;
type AgmState = (typeof STATES)[number];

export const AGM_STATES: Readonly<Record<AgmState, string>> = {
  Online: t('Online'),
  Asleep: t('Asleep'),
  Offline: t('Offline'),
  'Shut down': t('Shut down'),
};

/** Within a sentence. */
export const AGM_STATE_WORDS: Readonly<Record<AgmState, string>> = {
  Online: t('connected'),
  Asleep: t('asleep'),
  Offline: t('offline'),
  'Shut down': t('shut down'),
};

const ALL_WORDS = markTexts({
  Online: 'all connected',
  Asleep: 'all asleep',
  Offline: 'all offline',
  'Shut down': 'all shut down',
});

const COUNT_WORDS: Readonly<Record<AgmState, string>> = markTexts({
  Online: '{count} connected|{count} connected',
  Asleep: '{count} asleep|{count} asleep',
  Offline: '{count} offline|{count} offline',
  'Shut down': '{count} shut down|{count} shut down',
});

type Stateful = Parameters<typeof isAsleep>[0];

/** `now` is the server's time in ms. */
export function stateOf(device: Stateful, now: number): AgmState {
  if (device.isConnected) return 'Online';
  if (isShutdownShown(device.lastShutdownTime, device.isConnected)) return 'Shut down';
  return isAsleep(device, now) ? 'Asleep' : 'Offline';
}

export function describeAgmLink({ isIridium, bluetooth }: Pick<Device, 'isIridium' | 'bluetooth'>): string {
  if (isIridium === null) return t(UNKNOWN);
  if (isIridium) return t('Satellite');
  return bluetooth ? t('Bluetooth') : t('Cellular');
}

export function describeFirmware({ firmwareVersion }: Pick<Device, 'firmwareVersion'>): string {
  return firmwareVersion === null ? t(UNKNOWN) : formatFirmwareVersion(firmwareVersion);
}

/** Unknown values sort first. */
function sortKeyOf(column: AgmColumn, device: Device, now: number): string | number {
  switch (column) {
    case 'uid':
      return device.uid;
    case 'firmware':
      return device.firmwareVersion ?? -1;
    case 'link':
      return describeAgmLink(device);
    case 'state':
      return STATES.indexOf(stateOf(device, now));
  }
}

export interface AgmOrder {
  readonly column: AgmColumn;
  readonly direction: SortDirection;
}

/** By uid for equal values. */
export function sortAgms(devices: readonly Device[], { column, direction }: AgmOrder, now: number): readonly Device[] {
  const sign = direction === 'asc' ? 1 : -1;
  return devices.toSorted((one, other) => {
    const [a, b] = [sortKeyOf(column, one, now), sortKeyOf(column, other, now)];
    if (a === b) return one.uid - other.uid;
    return a < b ? -sign : sign;
  });
}

/** Choosing the same column again reverses the order. */
export function orderBy(column: AgmColumn, order: AgmOrder): AgmOrder {
  return { column, direction: order.column === column && order.direction === 'asc' ? 'desc' : 'asc' };
}

export type Sweep = 'all' | 'none' | 'connected';

/** Affects the found devices only; devices hidden by the search keep their choice. */
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

/** The chosen devices that still exist. */
export function listChosen(devices: readonly Device[], uids: readonly number[]): readonly Device[] {
  const chosen = new Set(uids);
  return devices.filter(({ uid }) => chosen.has(uid)).toSorted((one, other) => one.uid - other.uid);
}

/** "9 connected, 2 asleep, 1 offline" */
export function describeChosen(chosen: readonly Stateful[], now: number): string {
  const states = chosen.map((device) => stateOf(device, now));
  const counts = STATES.map((state) => ({ state, count: states.filter((other) => other === state).length }));
  const present = counts.filter(({ count }) => count > 0);
  const [only] = present;
  if (present.length === 1 && only && chosen.length > 1) return t(ALL_WORDS[only.state]);
  if (present.length === 1 && only) return AGM_STATE_WORDS[only.state];
  return present.map(({ state, count }) => t(COUNT_WORDS[state], { count })).join(', ');
}
