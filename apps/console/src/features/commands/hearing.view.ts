import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { isShutdownShown, isWakeUpShown } from '@waymark/domain/device/wake-up';
import { t } from '#/language/t.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { describeAge } from '#/features/devices/age.ts';

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

const RINGS = t('A command rings it at once; it answers when it calls.');

function describeSatellite({ lastExpectedWakeupTime: wakeUp }: Heard, now: number, zone: Zone): Hearing {
  const next = isWakeUpShown(wakeUp, now)
    ? ` ${t('Its next call is expected at {time}, {age}.', { time: writeUtcText(wakeUp ?? '', zone), age: describeAge(wakeUp, now) })}`
    : '';
  return { state: 'satellite', title: t('Satellite'), text: RINGS + next };
}

/** A device that missed its wake-up is offline until it reports. */
function describeSleep(wakeUp: string, now: number, zone: Zone): Hearing {
  const times = { time: writeUtcText(wakeUp, zone), age: describeAge(wakeUp, now) };
  if (isWakeUpShown(wakeUp, now)) {
    const text = t('It hears commands when it wakes up, at {time}, {age}.', times);
    return { state: 'asleep', title: t('Asleep'), text };
  }
  const text = t('It hears commands when it wakes up. It was expected at {time} and is {age} late.', times);
  return { state: 'offline', title: t('Offline'), text };
}

function describeAbsence({ lastHeartbeat, isIridium }: Heard, now: number): Hearing {
  const last =
    lastHeartbeat === null
      ? t('It has never been heard.')
      : t('Its last heartbeat is {age} old.', { age: describeAge(lastHeartbeat, now) });
  const until = isIridium === null ? t('Commands wait until it reports.') : t('Commands wait until it connects.');
  return { state: 'offline', title: t('Offline'), text: `${last} ${until}` };
}

export function describeHearing(device: Heard, now: number, zone: Zone = UTC): Hearing {
  const { isConnected, isIridium, bluetooth, lastShutdownTime: shutdown, lastExpectedWakeupTime: wakeUp } = device;
  if (isShutdownShown(shutdown, isConnected)) {
    return {
      state: 'shutdown',
      title: t('Shut down'),
      text: t('Since {time}. Commands wait until somebody beside it switches it on.', {
        time: writeUtcText(shutdown ?? '', zone),
      }),
    };
  }
  if (isIridium) return describeSatellite(device, now, zone);
  if (isConnected)
    return {
      state: 'connected',
      title: bluetooth ? t('Connected by Bluetooth') : t('Connected now'),
      text: t('It hears a command at once.'),
    };
  return wakeUp === null ? describeAbsence(device, now) : describeSleep(wakeUp, now, zone);
}
