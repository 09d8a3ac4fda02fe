import { DEFAULT_RULE, type NotificationRule } from '@waymark/domain/path/notification-rule';
import { describe, expect, it } from 'vitest';
import { describeRule, listChoosable, listRuleRows, NEW_RULE, saveRule, toRule } from './rules.view.ts';

const USERS = [
  { id: 2, name: 'Dana', email: 'dana@a.test', group: 1 },
  { id: 1, name: 'Bo', email: 'bo@a.test', group: 1 },
  { id: 3, name: 'Cy', email: 'cy@b.test', group: 2 },
];
const rule = (change: Partial<NotificationRule> = {}): NotificationRule => ({
  ...DEFAULT_RULE,
  userId: 2,
  name: 'Dana',
  ...change,
});

describe('the notifications of a path', () => {
  it('[R-059] [R-060] [R-061] [R-062] a new rule has the defaults of the requirements', () => {
    expect(NEW_RULE).toEqual({
      userId: null,
      launch: true,
      receive: true,
      medium: 'sms',
      passageType: 'verified',
      manualPassage: true,
      allMarkers: true,
      markers: [],
      alerts: ['arriving-30', 'marker-missed', 'pig-late', 'pig-stopped', 'pig-resumed', 'agm-offline', 'agm-battery'],
      quietFrom: null,
      quietTo: null,
    });
  });

  it('[R-043] toRule returns a rule only with a user', () => {
    expect(toRule(NEW_RULE, USERS, null)).toBeNull();
    expect(toRule({ ...NEW_RULE, userId: 2 }, USERS, null)).toEqual(rule());
  });

  it('toRule keeps the name of a user who is no longer listed', () => {
    expect(toRule({ ...NEW_RULE, userId: 2 }, [], rule())?.name).toBe('Dana');
    expect(toRule({ ...NEW_RULE, userId: 7 }, [], null)).toBeNull();
  });

  it('[R-044] listChoosable lists users of the company, by name', () => {
    expect(listChoosable(USERS, 1).map(({ label }) => label)).toEqual(['Bo (bo@a.test)', 'Dana (dana@a.test)']);
    expect(listChoosable(USERS, null)).toHaveLength(3);
  });

  it('[R-045] saveRule replaces the previous rule of the same user', () => {
    const rules = [rule(), rule({ userId: 1, name: 'Bo' })];
    expect(saveRule(rules, rule({ medium: 'email' }), null).map(({ userId, medium }) => [userId, medium])).toEqual([
      [2, 'email'],
      [1, 'sms'],
    ]);
    expect(
      saveRule(rules, rule({ userId: 1, name: 'Bo', medium: 'both' }), rule()).map(({ userId, medium }) => [
        userId,
        medium,
      ]),
    ).toEqual([[1, 'both']]);
  });

  it('describeRule writes a short line and a full description', () => {
    expect(describeRule(rule())).toBe('SMS, verified passages, all markers');
    expect(describeRule(rule({ push: true }))).toBe('SMS and push, verified passages, all markers');
    expect(describeRule(rule({ medium: 'none', push: true }))).toBe('Push, verified passages, all markers');
    expect(describeRule(rule({ medium: 'both', passageType: 'passage', allMarkers: false, markers: ['A'] }))).toBe(
      'SMS and e-mail, all passages, 1 marker',
    );
    expect(
      listRuleRows(
        rule({
          receive: false,
          allMarkers: false,
          markers: ['A', 'B'],
          alerts: ['pig-late', 'pig-stopped'],
          quietFrom: '22:00',
          quietTo: '06:00',
        }),
      ),
    ).toEqual([
      ['Launch', 'Yes'],
      ['Receive', 'No'],
      ['Medium', 'SMS'],
      ['Passage type', 'Verified passages'],
      ['Include manual', 'Yes'],
      ['Markers', 'A, B'],
      ['Alerts', 'Pig late, Pig stopped'],
      ['Quiet times', '22:00 to 06:00 UTC'],
    ]);
  });
});
