import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  EVENT_LABELS,
  isSamePreferences,
  NOTIFICATION_EVENTS,
  parsePreferences,
} from './preferences.ts';
import { SOUND_NAMES } from './sounds/sound-names.ts';

describe('the notification preferences', () => {
  it('[N-001, N-002, N-003] hold a flag and a sound for each of the fifteen events', () => {
    expect(Object.keys(DEFAULT_PREFERENCES)).toEqual([
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
    ]);
    for (const preference of Object.values(DEFAULT_PREFERENCES))
      expect(Object.keys(preference)).toEqual(['isOn', 'sound']);
    expect(new Set(NOTIFICATION_EVENTS.map((event) => EVENT_LABELS[event])).size).toBe(15);
  });

  it('[N-004] choose among None and six sounds', () => {
    expect(SOUND_NAMES).toEqual(['None', 'Standard', 'Space Dog', 'Martian', 'Magic', 'Oringzz', 'Bling']);
  });

  it('at first let a passage be seen and heard, and nothing else', () => {
    expect(DEFAULT_PREFERENCES.passage).toEqual({ isOn: true, sound: 'Standard' });
    const others = NOTIFICATION_EVENTS.filter((event) => event !== 'passage');
    for (const event of others) expect(DEFAULT_PREFERENCES[event]).toEqual({ isOn: false, sound: 'None' });
  });

  it('come back from the browser as they were kept', () => {
    const kept = {
      ...DEFAULT_PREFERENCES,
      error: { isOn: true, sound: 'Martian' },
      passage: { isOn: false, sound: 'Bling' },
    };
    expect(parsePreferences(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([null, undefined, 7, 'x', [], {}, { passage: null }, { passage: 'loud', error: 3 }])(
    'that are not ours are those of the beginning: %j',
    (stored) => {
      expect(parsePreferences(stored)).toEqual(DEFAULT_PREFERENCES);
    },
  );

  it('keep what is right beside what is broken', () => {
    const stored = {
      passage: { isOn: 'yes', sound: 'Magic' },
      offline: { isOn: true, sound: 'Foghorn' },
      unknown: { isOn: true },
    };
    expect(parsePreferences(stored)).toEqual({
      ...DEFAULT_PREFERENCES,
      passage: { isOn: true, sound: 'Magic' },
      offline: { isOn: true, sound: 'None' },
    });
  });

  it('are the same only when every flag and sound is', () => {
    expect(isSamePreferences(DEFAULT_PREFERENCES, parsePreferences({}))).toBe(true);
    expect(isSamePreferences(DEFAULT_PREFERENCES, parsePreferences({ sleepReport: { isOn: true } }))).toBe(false);
    expect(isSamePreferences(DEFAULT_PREFERENCES, parsePreferences({ heartbeat: { sound: 'Bling' } }))).toBe(false);
  });
});
