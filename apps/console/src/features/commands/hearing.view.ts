import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { isShutdownShown, isWakeUpShown } from '@waymark/domain/device/wake-up';
import type { Device } from '#/features/devices/store/device.ts';
import { describeAge } from '#/features/devices/age.view.ts';

// Whether the device receives a command now, and if not, when.

export type HearingState = 'connected' | 'asleep' | 'shutdown' | 'offline' | 'satellite';

export interface Hearing {
  readonly state: HearingState;
  readonly title: string;
  readonly text: string;
}

type Heard = Pick<
  Device,
  'isConnected' | 'isIridium' | 'bluetooth' | 'lastExpectedWakeupTime' | 'lastShutdownTime' | 'lastHeartbeat'
>;

const RINGS = 'A command rings it at once; it answers when it calls.';

function describeSatellite({ lastExpectedWakeupTime: wakeUp }: Heard, now: number, zone: Zone): Hearing {
  const next = isWakeUpShown(wakeUp, now)
    ? ` Its next call is expected at ${writeUtcText(wakeUp ?? '', zone)}, ${describeAge(wakeUp, now)}.`
    : '';
  return { state: 'satellite', title: 'Satellite', text: RINGS + next };
}

/** A device that missed its wake-up is offline until it reports. */
function describeSleep(wakeUp: string, now: number, zone: Zone): Hearing {
  if (isWakeUpShown(wakeUp, now)) {
    const text = `It hears commands when it wakes up, at ${writeUtcText(wakeUp, zone)}, ${describeAge(wakeUp, now)}.`;
    return { state: 'asleep', title: 'Asleep', text };
  }
  const text = `It hears commands when it wakes up. It was expected at ${writeUtcText(wakeUp, zone)} and is ${describeAge(wakeUp, now)} late.`;
  return { state: 'offline', title: 'Offline', text };
}

function describeAbsence({ lastHeartbeat, isIridium }: Heard, now: number): Hearing {
  const last =
    lastHeartbeat === null
      ? 'It has never been heard.'
      : `Its last heartbeat is ${describeAge(lastHeartbeat, now)} old.`;
  const until = isIridium === null ? 'it reports' : 'it connects';
  return { state: 'offline', title: 'Offline', text: `${last} Commands wait until ${until}.` };
}

export function describeHearing(device: Heard, now: number, zone: Zone = UTC): Hearing {
  const { isConnected, isIridium, bluetooth, lastShutdownTime: shutdown, lastExpectedWakeupTime: wakeUp } = device;
  if (isShutdownShown(shutdown, isConnected)) {
    return {
      state: 'shutdown',
      title: 'Shut down',
      text: `Since ${writeUtcText(shutdown ?? '', zone)}. Commands wait until somebody beside it switches it on.`,
    };
  }
  if (isIridium) return describeSatellite(device, now, zone);
  if (isConnected)
    return {
      state: 'connected',
      title: bluetooth ? 'Connected by Bluetooth' : 'Connected now',
      text: 'It hears a command at once.',
    };
  return wakeUp === null ? describeAbsence(device, now) : describeSleep(wakeUp, now, zone);
}
