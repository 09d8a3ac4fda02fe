import { describe, expect, it } from 'vitest';
import { describeAction, describeActor, describeObject, listChanges } from './audit.view.ts';

const entry = {
  userId: 7,
  userName: 'Dana Reyes',
  address: '192.0.2.17',
  action: 'user-updated',
  objectType: 'user',
  objectId: '9',
  objectName: 'Vic Olsen',
};

describe('describeAction', () => {
  it.each([
    ['user-updated', 'User changed'],
    ['device-moved-to-site', 'AGM moved to its next site'],
    ['signed-in', 'Signed in'],
    ['signing-key-added', 'Signing key added'],
    ['something_of-later', 'Something of later'],
  ])('describes the action %s as %j', (action, words) => {
    expect(describeAction(action)).toBe(words);
  });
});

describe('the object', () => {
  it('an object has its name with its number, or its number alone', () => {
    expect(describeObject(entry)).toEqual({ name: 'Vic Olsen', aside: 'User 9' });
    expect(describeObject({ objectType: 'device', objectId: '100234', objectName: null })).toEqual({
      name: 'AGM 100234',
      aside: null,
    });
    expect(describeObject({ objectType: 'new-thing', objectId: 'x', objectName: null }).name).toBe('New thing x');
  });
});

describe('the actor', () => {
  it('the actor is a user, with an address', () => {
    expect(describeActor(entry)).toEqual({ name: 'Dana Reyes', aside: '192.0.2.17', person: 'Dana Reyes' });
  });

  it('the actor of a sign-in is the user, although the server performs it', () => {
    const signIn = { ...entry, userId: null, userName: 'sign-in', action: 'signed-in' };
    expect(describeActor(signIn)).toEqual({ name: 'Vic Olsen', aside: 'sign-in · 192.0.2.17', person: '9' });
    expect(describeActor({ ...signIn, objectName: null }).name).toBe('User 9');
  });

  it('the actor is otherwise the system, with its task', () => {
    const seeded = { ...entry, userId: null, userName: 'first start', action: 'user-added', address: null };
    expect(describeActor(seeded)).toEqual({ name: 'System', aside: 'first start', person: 'first start' });
  });
});

describe('the changes', () => {
  const show = (before: unknown, after: unknown) =>
    listChanges({ before, after }).map(({ field, from, to }) => [field, from, to]);

  it('the changes are the fields that differ, and no others', () => {
    const before = { role: 'viewer', name: 'Vic', phone: '', isOptedIn: true, groupId: 3 };
    expect(show(before, { ...before, role: 'admin', phone: '9185550134', isOptedIn: false })).toEqual([
      ['role', 'viewer', 'admin'],
      ['phone', 'none', '9185550134'],
      ['opted in', 'yes', 'no'],
    ]);
  });

  it('the changes of an added or removed object are its fields', () => {
    expect(show(null, { uid: 100_234, imei: null, groupId: 3 })).toEqual([
      ['UID', null, '100234'],
      ['company', null, '3'],
    ]);
    expect(show({ clientId: 'agm-7' }, null)).toEqual([['client id', 'agm-7', null]]);
    expect(show(null, null)).toEqual([]);
  });

  it('the changes name a company if its name is known', () => {
    const companies = new Map([[3, 'Demo Pipelines']]);
    expect(listChanges({ before: { group: 3 }, after: { group: 5 } }, companies)).toEqual([
      { field: 'company', from: 'Demo Pipelines', to: '5' },
    ]);
  });

  it('[W-146] the changes describe the parts of a value in words', () => {
    const rule = { isOptedIn: true, groupId: 3, quietHours: { startDate: '22:00', endDate: null } };
    expect(show(null, { rule, empty: {} })).toEqual([
      ['rule', null, 'opted in yes, company 3, quiet hours from 22:00, to none'],
    ]);
  });

  it('[W-146] the changes name the parts of a passage in words', () => {
    const passages = [
      { passageId: 165, isVerified: true, markerName: 'AGM 07', passageTimeStamp: '2026-03-18 06:00:00' },
    ];
    expect(show(null, { passages })).toEqual([
      ['passages', null, 'passage 165, verified yes, marker AGM 07, time 2026-03-18 06:00:00'],
    ]);
  });

  it('[W-211] the changes name a command by its label and its parameters in words', () => {
    const command = { uid: 7, commandId: 12, expiresAt: '2036-03-18T06:00:00.000Z' };
    const power = { ...command, type: 'PowerMode', parameters: { powerMode: 2, connectSchedule: 1 } };
    expect(show(null, power)).toEqual([
      ['command', null, 'Power Mode'],
      ['parameters', null, 'Low Power, every hour'],
      ['command id', null, '12'],
      ['expires at', null, '2036-03-18 06:00:00'],
    ]);
    expect(show({ ...command, type: 'GpsFix', parameters: {}, expiresAt: null }, null)).toEqual([
      ['command', 'GPS Fix', null],
      ['command id', '12', null],
    ]);
    expect(show(null, { type: 'Unknown', parameters: { a: 1 } })).toEqual([
      ['type', null, 'Unknown'],
      ['parameters', null, 'a 1'],
    ]);
  });

  it('[W-211] the changes name the fields of a run by marker or passage, and write its times', () => {
    const at = Date.parse('2026-03-18T06:00:00Z');
    const before = {
      launch: at,
      edit: null,
      '["marker","AGM 05","linkedUid"]': null,
      '["marker","AGM 05","place"]': '[36.1,-96.2]',
      [`["passage","100307 ${at}","verified"]`]: false,
      [`["by hand","AGM 06",${at}]`]: null,
    };
    const after = {
      launch: at + 60_000,
      edit: `[${at},36.1,-96.2,4.5]`,
      '["marker","AGM 05","linkedUid"]': 100307,
      '["marker","AGM 05","place"]': '[36.2,-96.2]',
      [`["passage","100307 ${at}","verified"]`]: true,
      [`["passage","by hand at AGM 06 ${at}","verified"]`]: true,
      [`["by hand","AGM 06",${at}]`]: true,
    };
    expect(show(before, after)).toEqual([
      ['launched', '2026-03-18 06:00:00', '2026-03-18 06:01:00'],
      ['position by hand', 'none', '2026-03-18 06:00:00, latitude 36.1, longitude -96.2'],
      ['AGM 05, AGM', 'none', '100307'],
      ['AGM 05, place', 'latitude 36.1, longitude -96.2', 'latitude 36.2, longitude -96.2'],
      ['passage of AGM 100307, 2026-03-18 06:00:00, verified', 'no', 'yes'],
      ['passage by hand at AGM 06, 2026-03-18 06:00:00', 'none', 'yes'],
      ['passage by hand at AGM 06, 2026-03-18 06:00:00, verified', 'none', 'yes'],
    ]);
  });

  it('the changes accept any value, and shorten long ones', () => {
    expect(show({ uids: [1, 2] }, { uids: [] })).toEqual([['UIDs', '1, 2', 'none']]);
    expect(show(null, { deep: { a: 1 } })).toEqual([['deep', null, 'a 1']]);
    expect(show('a', 5)).toEqual([['value', 'a', '5']]);
    expect(show(null, { name: 'x'.repeat(500) })[0]?.[2]).toBe(`${'x'.repeat(120)}…`);
  });
});
