import { isAsleep } from '@waymark/domain/device/wake-up';
import type { Device } from './device.ts';

interface Sleepers {
  readonly list: () => readonly Device[];
  readonly renew: (uids: ReadonlySet<number>) => void;
}

/**
 * Returns the devices that turned from asleep to overdue since the last call, because no event is sent at that time.
 * `now` is the server's time in ms.
 */
export function watchWakeUps(devices: Sleepers, startedAt: number): (now: number) => void {
  let lookedAt = startedAt;
  return (now) => {
    const before = lookedAt;
    lookedAt = now;
    const turned = devices.list().filter((device) => isAsleep(device, before) !== isAsleep(device, now));
    if (turned.length > 0) devices.renew(new Set(turned.map(({ uid }) => uid)));
  };
}
