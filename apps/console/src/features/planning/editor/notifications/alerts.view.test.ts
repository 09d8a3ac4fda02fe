import { ALERTS, DEFAULT_RULE } from '@waymark/domain/path/notification-rule';
import { describe, expect, it } from 'vitest';
import { describeAlerts, explainQuiet, readTimeOfDay, settleQuiet, toggleAlert } from './alerts.view.ts';
import { explainDraft, NEW_RULE, toRule } from './rules.view.ts';

describe('the alerts of a rule', () => {
  it('toggleAlert keeps the order of the list', () => {
    expect(toggleAlert(['pig-late', 'agm-battery'], 'arriving-15')).toEqual(['arriving-15', 'pig-late', 'agm-battery']);
    expect(toggleAlert(['pig-late', 'agm-battery'], 'pig-late')).toEqual(['agm-battery']);
  });

  it.each([
    [DEFAULT_RULE.alerts, null, null, '7 of 13'],
    [[], null, null, 'none'],
    [ALERTS, '22:00', '06:00', 'all, quiet 22:00–06:00 UTC'],
    [ALERTS, '22:00', null, 'all'],
  ])('the summary of %j, quiet from %s to %s', (alerts, quietFrom, quietTo, words) => {
    expect(describeAlerts({ alerts, quietFrom, quietTo })).toBe(words);
  });
});

describe('quiet times', () => {
  it.each([
    ['22:00', '22:00'],
    ['9:30', '09:30'],
    ['0930', '09:30'],
    [' 00:00 ', '00:00'],
    ['24:00', null],
    ['12:60', null],
    ['noon', null],
    ['12', null],
    ['', null],
  ])('readTimeOfDay reads "%s" as %s', (typed, read) => {
    expect(readTimeOfDay(typed)).toBe(read);
  });

  it.each([
    [null, null, null, null],
    ['22:00', '6:00', null, null],
    ['22:00', null, null, 'Both times, or none.'],
    [null, '06:00', 'Both times, or none.', null],
    ['25:00', '06:00', 'A time is HH:mm.', null],
    ['22:00', '2200', null, 'Ends when it begins.'],
  ])('explainQuiet checks quiet times from %s to %s', (quietFrom, quietTo, faultFrom, faultTo) => {
    expect(explainQuiet({ quietFrom, quietTo })).toEqual({ quietFrom: faultFrom, quietTo: faultTo });
  });

  it('settleQuiet returns HH:mm, and a rule with invalid quiet times is not saved', () => {
    expect(settleQuiet({ quietFrom: '2200', quietTo: '6:00' })).toEqual({ quietFrom: '22:00', quietTo: '06:00' });
    const users = [{ id: 2, name: 'Dana' }];
    const draft = { ...NEW_RULE, userId: 2, quietFrom: '2200' };
    expect(toRule(draft, users, null)).toBeNull();
    expect(explainDraft(draft, null)).toBe('Correct the quiet times.');
    expect(explainDraft(NEW_RULE, null)).toBe('Choose a user.');
    expect(toRule({ ...draft, quietTo: '6:00' }, users, null)).toMatchObject({ quietFrom: '22:00', quietTo: '06:00' });
  });
});
