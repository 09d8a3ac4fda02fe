import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES, type NotificationEvent, type Preferences } from '../preferences.ts';
import { AlertDesk } from './alert-desk.ts';

function openDesk(preferences: Preferences = DEFAULT_PREFERENCES) {
  const log: string[] = [];
  const pauses: (() => void)[] = [];
  const page = { isHidden: false };
  const desk = new AlertDesk({
    readPreferences: () => preferences,
    isHidden: () => page.isHidden,
    playSound: (sound) => log.push(`sound ${sound}`),
    showNotice: ({ message }) => log.push(`notice ${message}`),
    showSystemNotice: ({ message }) => log.push(`system ${message}`),
    showUnseen: (count) => log.push(`unseen ${count}`),
    showMissed: (lines) => log.push(`missed ${lines.map(({ message }) => message).join('; ')}`),
    afterPause: (run) => pauses.push(run),
  });
  const take = (event: NotificationEvent, uid = 7, happening?: string) =>
    desk.take({ event, uid, detail: '', ...(happening !== undefined && { happening }) });
  const endPause = () => {
    for (const run of pauses.splice(0)) run();
  };
  return { desk, log, pauses, page, take, endPause };
}

describe('an alert', () => {
  it('an alert makes a sound and a notice if its event is on', () => {
    const { take, log } = openDesk();
    take('passage');
    expect(log).toEqual(['sound Standard', 'notice Passage: AGM 7']);
  });

  it('an alert makes neither if its event is off, whatever its sound', () => {
    const { take, log } = openDesk({ ...DEFAULT_PREFERENCES, error: { isOn: false, sound: 'Bling' } });
    take('error');
    expect(log).toEqual([]);
  });

  it('an alert makes only a notice if its sound is None', () => {
    const { take, log } = openDesk({ ...DEFAULT_PREFERENCES, error: { isOn: true, sound: 'None' } });
    take('error');
    expect(log).toEqual(['notice Error: AGM 7']);
  });

  it('an alert is announced once, however many records report it', () => {
    const { take, log } = openDesk();
    for (const happening of ['a', 'a', 'a', 'b']) take('passage', 7, happening);
    expect(log.filter((entry) => entry.startsWith('sound'))).toHaveLength(2);
  });

  it('old alerts are dropped, so that memory stays small', () => {
    const { take, log } = openDesk();
    for (let index = 0; index <= 1000; index++) take('passage', 7, String(index));
    log.length = 0;
    take('passage', 7, '1000');
    expect(log).toEqual([]);
    take('passage', 7, '0');
    expect(log).toEqual(['sound Standard']);
  });

  it('an alert soon after another waits for the pause, and is announced together with others', () => {
    const { take, log, endPause, pauses } = openDesk({
      ...DEFAULT_PREFERENCES,
      heartbeat: { isOn: true, sound: 'None' },
    });
    for (const uid of [1, 2, 3, 4]) take('heartbeat', uid);
    expect(log).toEqual(['notice Heartbeat: AGM 1']);
    endPause();
    expect(log.at(-1)).toBe('notice Heartbeat: 3 AGMs');
    endPause();
    expect(pauses).toEqual([]);
    take('heartbeat', 5);
    expect(log.at(-1)).toBe('notice Heartbeat: AGM 5');
  });

  it('an alert in a hidden page makes a sound, a count and a system notice, but no notice in the page', () => {
    const { take, log, page } = openDesk();
    page.isHidden = true;
    take('passage');
    expect(log).toEqual(['sound Standard', 'unseen 1', 'system Passage: AGM 7']);
  });

  it('alerts in a hidden page are summarised once when the user returns', () => {
    const { desk, take, log, page, endPause } = openDesk();
    page.isHidden = true;
    take('passage', 1);
    take('passage', 2);
    page.isHidden = false;
    log.length = 0;
    desk.comeBack();
    endPause();
    desk.comeBack();
    expect(log).toEqual(['unseen 0', 'missed Passage: 2 AGMs', 'unseen 0']);
  });
});
