import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  EVENT_LABELS,
  isSamePreferences,
  NOTIFICATION_EVENTS,
  parsePreferences,
  SOUND_NAMES,
} from './preferences.ts';

describe('the notification preferences', () => {
  it('[N-001, N-002, N-003] the default preferences have a flag and a sound for each of the fifteen events', () => {
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

  it('[N-004] there are None and six sounds', () => {
    expect(SOUND_NAMES).toEqual(['None', 'Standard', 'Space Dog', 'Martian', 'Magic', 'Oringzz', 'Bling']);
  });

  it('only a passage makes a notice and a sound by default', () => {
    expect(DEFAULT_PREFERENCES.passage).toEqual({ isOn: true, sound: 'Standard' });
    const others = NOTIFICATION_EVENTS.filter((event) => event !== 'passage');
    for (const event of others) expect(DEFAULT_PREFERENCES[event]).toEqual({ isOn: false, sound: 'None' });
  });

  it('stored preferences are read back unchanged', () => {
    const kept = {
      ...DEFAULT_PREFERENCES,
      error: { isOn: true, sound: 'Martian' },
      passage: { isOn: false, sound: 'Bling' },
    };
    expect(parsePreferences(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([null, undefined, 7, 'x', [], {}, { passage: null }, { passage: 'loud', error: 3 }])(
    'invalid stored preferences are replaced by the defaults: %j',
    (stored) => {
      expect(parsePreferences(stored)).toEqual(DEFAULT_PREFERENCES);
    },
  );

  it('valid parts of stored preferences are kept, invalid ones replaced', () => {
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

  it('isSamePreferences compares every flag and sound', () => {
    expect(isSamePreferences(DEFAULT_PREFERENCES, parsePreferences({}))).toBe(true);
    expect(isSamePreferences(DEFAULT_PREFERENCES, parsePreferences({ sleepReport: { isOn: true } }))).toBe(false);
    expect(isSamePreferences(DEFAULT_PREFERENCES, parsePreferences({ heartbeat: { sound: 'Bling' } }))).toBe(false);
  });
});
