import { t } from '#/language/t.ts';

export const SOUND_NAMES = ['None', 'Standard', 'Space Dog', 'Martian', 'Magic', 'Oringzz', 'Bling'] as const;
type SoundName = (typeof SOUND_NAMES)[number];
export type AudibleSound = Exclude<SoundName, 'None'>;

/** All events that users can be notified about, in the order of the requirements. */
export const NOTIFICATION_EVENTS = [
  'heartbeat',
  'passage',
  'support',
  'powerMode',
  'recordMode',
  'frequencySelect',
  'streamEnable',
  'detectionCount',
  'deviceInfo',
  'gpsFix',
  'controlSetting',
  'error',
  'offline',
  'shutdown',
  'sleepReport',
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

export const EVENT_LABELS: Readonly<Record<NotificationEvent, string>> = {
  heartbeat: t('Heartbeat'),
  passage: t('Passage'),
  support: t('Support'),
  powerMode: t('Power mode'),
  recordMode: t('Record mode'),
  frequencySelect: t('Frequency select'),
  streamEnable: t('Stream enable'),
  detectionCount: t('Detection count'),
  deviceInfo: t('Device info'),
  gpsFix: t('GPS fix'),
  controlSetting: t('Control settings'),
  error: t('Error'),
  offline: t('Offline'),
  shutdown: t('Shutdown'),
  sleepReport: t('Sleep report'),
};

export const SOUND_LABELS: Readonly<Record<SoundName, string>> = {
  None: t('None'),
  Standard: t('Standard'),
  'Space Dog': 'Space Dog',
  Martian: 'Martian',
  Magic: 'Magic',
  Oringzz: 'Oringzz',
  Bling: 'Bling',
};

export interface Preference {
  /** Off: neither notice nor sound. */
  readonly isOn: boolean;
  readonly sound: SoundName;
}
export type Preferences = Readonly<Record<NotificationEvent, Preference>>;

/** By default only a passing pig is announced. */
function chooseDefault(event: NotificationEvent): Preference {
  return event === 'passage' ? { isOn: true, sound: 'Standard' } : { isOn: false, sound: 'None' };
}

function parsePreference(stored: unknown, fallback: Preference): Preference {
  if (typeof stored !== 'object' || stored === null) return fallback;
  const [isOn, sound]: unknown[] = [Reflect.get(stored, 'isOn'), Reflect.get(stored, 'sound')];
  return {
    isOn: typeof isOn === 'boolean' ? isOn : fallback.isOn,
    sound: SOUND_NAMES.find((name) => name === sound) ?? fallback.sound,
  };
}

/** Reads the valid part of the stored value; defaults replace the rest. */
export function parsePreferences(stored: unknown): Preferences {
  const read = (event: string): unknown =>
    typeof stored === 'object' && stored !== null ? Reflect.get(stored, event) : undefined;
  const entries = NOTIFICATION_EVENTS.map((event) => [event, parsePreference(read(event), chooseDefault(event))]);
  return Object.fromEntries(entries) as Preferences;
}

export const DEFAULT_PREFERENCES = parsePreferences(null);

export function isSamePreferences(one: Preferences, other: Preferences): boolean {
  return NOTIFICATION_EVENTS.every(
    (event) => one[event].isOn === other[event].isOn && one[event].sound === other[event].sound,
  );
}
