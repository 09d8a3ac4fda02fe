import type { Device } from '#/features/devices/store/device.ts';

type Watcher = Pick<Device, 'uid' | 'groupId'>;

/** The devices of the run's company, and those that already watch it, whether or not they still exist. */
export function listAvailable(
  devices: readonly Watcher[],
  groupId: number,
  watching: readonly number[],
): readonly number[] {
  const own = devices.filter((device) => device.groupId === groupId).map(({ uid }) => uid);
  return [...new Set([...own, ...watching])].toSorted((one, other) => one - other);
}

/** Selects all found devices; deselects them if all are selected. */
export function toggleAllOf(chosen: ReadonlySet<number>, found: readonly number[]): ReadonlySet<number> {
  const areAllOn = found.every((uid) => chosen.has(uid));
  const next = new Set(chosen);
  for (const uid of found) {
    if (areAllOn) next.delete(uid);
    else next.add(uid);
  }
  return next;
}
