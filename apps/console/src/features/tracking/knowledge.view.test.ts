import { manualPassage, type Run } from '@waymark/domain/run/run';
import { after, placeAt, plainRun, withSeen } from '@waymark/domain/run/testing/plain-run';
import { describe, expect, it } from 'vitest';
import { describeAlarm, describeDue, describeLastHeard, describeMissed } from './knowledge.view.ts';
import { trackPlain } from './testing/track-plain.ts';
import { describeLive } from './use-live-run.ts';

/** Ten metres per second: a marker every 100 minutes. */
const LONG = [0, 60, 120, 180, 240, 300];
const LEG_S = 6000;
const launched = plainRun(LONG);
const underway = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S });
const at = (run: Run, seconds: number) => describeLive(trackPlain(run), undefined, after(seconds));
const wordsOf = (run: Run, legs: number) => {
  const alarm = describeAlarm(at(run, legs * LEG_S));
  return alarm && [alarm.tag, alarm.text, alarm.isGrave];
};

describe("the card's text about a pig", () => {
  it('[W-105] a card shows no alarm on time, then overdue, late and stopped', () => {
    expect([2.5, 3.9, 6, 9].map((legs) => wordsOf(underway, legs))).toEqual([
      null,
      ['', 'Overdue 1:30 at M3, probably missed', false],
      ['Late', 'Overdue 5:00 at M3', true],
      ['Stopped', 'Overdue 10:00 at M3', true],
    ]);
  });

  it('[W-105] a card shows place and time of the last detection', () => {
    expect(describeLastHeard(at(underway, 2 * LEG_S + 38 * 60))).toBe('Last heard M2, 03:20:00 UTC (38 min ago)');
    expect(describeLastHeard(at(underway, 2 * LEG_S + 86_400))).toBe(
      'Last heard M2, 03-01 03:20:00 UTC (24 h 00 min ago)',
    );
    const heard = { ...manualPassage('M3', after(3 * LEG_S)), uid: 3, isVerified: false };
    expect(describeLastHeard(at({ ...underway, passages: [...underway.passages, heard] }, 3 * LEG_S + 60))).toBe(
      'Last heard M3, 05:00:00 UTC (1 min ago), not verified',
    );
  });

  it('[W-105, W-200] a card says that a passage was too early for the pig', () => {
    const noise = { ...manualPassage('M2', after(60)), uid: 2, isVerified: false };
    expect(describeLastHeard(at({ ...launched, passages: [noise] }, 120))).toBe(
      'Last heard M2, 00:01:00 UTC (1 min ago), too early for the pig',
    );
  });

  it('[W-105] a card says that nothing was detected since the launch, or that a user has set the place', () => {
    expect(describeLastHeard(at(launched, 14 * 3600))).toBe('Nothing heard since launch (14 h 00 min ago)');
    const edited: Run = { ...underway, edit: { at: after(15_000), place: placeAt(150_000), speed: 10 } };
    expect(describeLastHeard(at(edited, 15_600))).toBe('Set by hand 04:10:00 UTC (10 min ago)');
    expect(describeLastHeard(at({ ...launched, launchAt: null }, 10))).toBe('');
  });

  it('[W-105] a card names the missed marker that is nearest to the pig', () => {
    expect(describeMissed(at(underway, 2.1 * LEG_S))).toBe('');
    expect(describeMissed(at(withSeen(launched, { M2: 2 * LEG_S }), 2.1 * LEG_S))).toBe('Missed M1');
    expect(describeMissed(at(withSeen(launched, { M4: 4 * LEG_S }), 4.1 * LEG_S))).toBe('Missed M3 and 2 more');
  });

  it('[W-105, W-200] a card says for minutes only that a pig comes now', () => {
    const dueOf = (minutes: number, name: string, distanceM: number) =>
      describeDue(at(launched, LEG_S + minutes * 60), { name, distanceM });
    expect([dueOf(10, 'M1', 60_000), dueOf(20, 'M1', 60_000)]).toEqual([
      null,
      { value: 'due', note: 'since 01:40 UTC' },
    ]);
    const [isOverdueAtM1, isExpectedAtM2] = [2 * LEG_S - 60, 2 * LEG_S + 60].map((seconds) =>
      describeDue(at(launched, seconds), { name: 'M2', distanceM: 120_000 }),
    );
    expect([isOverdueAtM1, isExpectedAtM2]).toEqual([
      { value: '0:01:00', note: 'unless it stopped' },
      { value: '0:01', note: 'overdue' },
    ]);
  });

  it('[W-105] a card shows the time to a marker that detected something too early, then that it is overdue', () => {
    const heardAt = (seconds: number): Run => ({
      ...underway,
      passages: [...underway.passages, { ...manualPassage('M4', after(seconds)), uid: 4, isVerified: false }],
    });
    const dueOf = (run: Run, legs: number, name = 'M4') =>
      describeDue(at(run, legs * LEG_S), { name, distanceM: Number(name.slice(1)) * 60_000 });
    const noise = heardAt(2.1 * LEG_S);
    expect([dueOf(noise, 2.5), dueOf(noise, 6)]).toEqual([null, { value: '3:20', note: 'overdue' }]);
    const waiting = heardAt(4 * LEG_S);
    expect(dueOf(waiting, 4.1)).toEqual({ value: 'heard', note: 'not verified' });
    expect(dueOf(waiting, 12, 'M3')).toEqual({ value: 'silent', note: 'heard beyond' });
  });
});
