import { chooseZone, DEFAULT_TIMES, TIMES_CHOICES, type TimesChoice } from '@waymark/domain/time/times-choice';
import { isZone, UTC, type Zone } from '@waymark/domain/time/zone';
import { create } from 'zustand';
import { readText, removeStored, writeText } from '#/api/browser-storage.ts';

// The zone in which the signed-in user reads times on all screens.

const KEY = 'waymark.times';

export const parseTimes = (stored: string | null): TimesChoice =>
  TIMES_CHOICES.find((times) => times === stored) ?? DEFAULT_TIMES;

/** The browser's zone; UTC where it does not say one. */
export function readOwnZone(): Zone {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone !== undefined && isZone(zone) && !/^(Etc\/)?(UTC|GMT)$/.test(zone) ? zone : UTC;
}

type FindZone = (uid: number) => Zone | undefined;

interface ZoneStore {
  readonly times: TimesChoice;
  readonly ownZone: Zone;
  /** The zone of the line that a device watches. */
  readonly findDeviceZone: FindZone;
}

/** The choice is stored in the browser too, for the first screen and an offline one. */
export const useZoneStore = create<ZoneStore>()(() => ({
  times: parseTimes(readText(KEY)),
  ownZone: readOwnZone(),
  findDeviceZone: () => undefined,
}));

const choose = ({ times, ownZone }: ZoneStore, line: Zone | null | undefined): Zone =>
  chooseZone({ times, timeZone: ownZone }, line);

/** The reader's zone for a time; `line` is the zone of the line to which the time belongs, if it belongs to one. */
export const useZone = (line?: Zone | null): Zone => useZoneStore((store) => choose(store, line));
export const readZone = (line?: Zone | null): Zone => choose(useZoneStore.getState(), line);

const chooseForDevice = (store: ZoneStore, uid: number | null | undefined): Zone =>
  choose(store, store.times === 'line' && uid ? store.findDeviceZone(uid) : null);

/** The reader's zone for times of a device. */
export const useDeviceZone = (uid: number | null | undefined): Zone =>
  useZoneStore((store) => chooseForDevice(store, uid));
export const readDeviceZone = (uid: number): Zone => chooseForDevice(useZoneStore.getState(), uid);

export function registerDeviceZones(findDeviceZone: FindZone): void {
  useZoneStore.setState({ findDeviceZone });
}

export function setTimes(times: TimesChoice): void {
  useZoneStore.setState({ times });
  writeText(KEY, times);
}

/** The next user of this browser starts with UTC. */
export function forgetTimes(): void {
  useZoneStore.setState({ times: DEFAULT_TIMES });
  removeStored(KEY);
}
