import { USER_TEXTS } from '@waymark/domain/account/user';
import { describe, expect, it } from 'vitest';
import { explainChangedUser, mergeStored, rulesOf, toSentPerson, toUserForm } from './user-form.view.ts';

const rules = rulesOf({ kind: 'own' }, null);

describe('the rules of a user form', () => {
  it('[G-038] a name has 1 to 49 characters; an emoji is one', () => {
    expect(['', ' ', 'x'.repeat(50)].map(rules.name)).toEqual(['Invalid Name', 'Invalid Name', 'Invalid Name']);
    expect(['x', 'x'.repeat(49), '🐷'.repeat(49)].map(rules.name)).toEqual([null, null, null]);
  });

  it('[G-039] [G-040] an email is there and valid', () => {
    expect(['', 'dana', `${'x'.repeat(250)}@a.io`].map(rules.email)).toEqual([
      'Email is missing',
      'Invalid email',
      'Invalid email',
    ]);
    expect(rules.email('dana@example.com')).toBeNull();
  });

  it('[G-041] a phone has 10 to 15 characters', () => {
    expect(['', '123456789', '1234567890123456'].map(rules.phone)).toEqual([
      USER_TEXTS.phone,
      USER_TEXTS.phone,
      USER_TEXTS.phone,
    ]);
    expect(['1234567890', '123456789012345'].map(rules.phone)).toEqual([null, null]);
  });

  it('a longer phone, given for text messages, stays when it is left alone, and is not sent', () => {
    const stored = { phone: '9'.repeat(50) };
    const { phone: check } = rulesOf({ kind: 'own' }, stored);
    expect([check(stored.phone), check('9'.repeat(49))]).toEqual([null, USER_TEXTS.phone]);
    expect(rulesOf({ kind: 'own' }, { phone: '' }).phone('')).toBe(USER_TEXTS.phone);
    const typed = {
      name: 'Dana',
      email: 'dana@example.com',
      role: 'admin',
      password: '',
      currentPassword: '',
      ...stored,
    };
    expect(toSentPerson(typed, stored)).not.toHaveProperty('phone');
  });

  it('[G-042] a role is chosen, except among the staff', () => {
    expect([rules.role(null), rules.role('admin')]).toEqual(['Role required', null]);
    expect(rulesOf({ kind: 'staff' }, null).role(null)).toBeNull();
  });

  it('[G-030] a password may be left out, and follows the one rule when it is there', () => {
    expect([rules.password(''), rules.password('Waymark-demo-1')]).toEqual([null, null]);
    expect(rules.password('short')).toMatch(/^Invalid password/);
  });
});

it('sends what was typed without the blanks around it', () => {
  const passwords = { password: ' x ', currentPassword: ' y ' };
  const typed = { name: ' Dana ', email: ' dana@example.com ', phone: ' 9185550134 ', role: 'admin', ...passwords };
  expect(toSentPerson(typed, null)).toEqual({
    name: 'Dana',
    email: 'dana@example.com',
    phone: '9185550134',
    role: 'admin',
    ...passwords,
  });
});

describe('somebody else was faster', () => {
  const before = toUserForm({
    id: 7,
    name: 'Dana',
    email: 'dana@example.com',
    phone: '9185550134',
    role: 'viewer',
    revision: 1,
  });

  it('takes what he has stored into the fields that were left alone', () => {
    const { values, conflicts } = mergeStored({
      before,
      typed: { ...before, name: 'Dana R.' },
      stored: { ...before, phone: '9185550199', role: 'admin' },
    });
    expect(values).toMatchObject({ name: 'Dana R.', phone: '9185550199', role: 'admin' });
    expect(conflicts).toEqual({});
    expect(explainChangedUser(conflicts)).toMatch(/keep both/);
  });

  it('keeps what was typed, and tells beside it what is stored', () => {
    const { values, conflicts } = mergeStored({
      before,
      typed: { ...before, name: 'Dana R.' },
      stored: { ...before, name: 'Dana Reyes' },
    });
    expect(values.name).toBe('Dana R.');
    expect(conflicts).toEqual({ name: 'Stored now: Dana Reyes' });
    expect(explainChangedUser(conflicts)).toMatch(/replace it with yours/);
  });

  it('sees no conflict where both have typed the same', () => {
    const same = { ...before, name: 'Dana Reyes' };
    expect(mergeStored({ before, typed: same, stored: same }).conflicts).toEqual({});
  });
});
