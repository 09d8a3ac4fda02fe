import type { Device } from '#/features/devices/store/device.ts';

type Watcher = Pick<Device, 'uid' | 'groupId'>;

/** Those of the run's company, and those that watch it already, whether or not they are still there. */
export function listAvailable(
  devices: readonly Watcher[],
  groupId: number,
  watching: readonly number[],
): readonly number[] {
  const own = devices.filter((device) => device.groupId === groupId).map(({ uid }) => uid);
  return [...new Set([...own, ...watching])].toSorted((one, other) => one - other);
}

/** On for all that are found; off where they are all on already. */
export function toggleAllOf(chosen: ReadonlySet<number>, found: readonly number[]): ReadonlySet<number> {
  const areAllOn = found.every((uid) => chosen.has(uid));
  const next = new Set(chosen);
  for (const uid of found) {
    if (areAllOn) next.delete(uid);
    else next.add(uid);
  }
  return next;
}
