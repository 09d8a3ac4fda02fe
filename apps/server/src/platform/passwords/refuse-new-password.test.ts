import { PASSWORD_TEXTS } from '@waymark/domain/account/password';
import { expect, test } from 'vitest';
import { refuseNewPassword } from './refuse-new-password.ts';

const DANA = { name: 'Dana Reyes', email: 'dana.reyes@northline.example' };

test.each(['Password1!', 'pAsSwOrD-2026', 'P@ssw0rd1', 'Football!!77', '12Qwerty!', 'Let-me-in-1', 'Trustno1!'])(
  '[W-017] refuseNewPassword refuses the leaked password %s',
  (password) => {
    expect(refuseNewPassword(password, DANA)).toBe(
      'This password is on a list of common leaked passwords. Choose another one.',
    );
  },
);

test.each([
  'Waymark2026!',
  'Dana-Reyes-1',
  '!!Dana2026Reyes',
  'Dana.Reyes@northline.example1',
  'Northline-77',
  'danaREYES99!',
])('[W-017] refuseNewPassword refuses %s: the name or e-mail of the user, or the name of the product', (password) => {
  expect(refuseNewPassword(password, DANA)).toMatch(/^This password is only a name/);
});

test.each(['Correct-horse-8', 'Waymark-demo-1', 'Brand-new-pass-3', 'x7#Kq2!vLm9', 'Дорога-до-дому-7'])(
  'refuseNewPassword accepts %s',
  (password) => {
    expect(refuseNewPassword(password, DANA)).toBeNull();
  },
);

test('refuseNewPassword first returns the texts of the specification', () => {
  expect([refuseNewPassword('', DANA), refuseNewPassword('password', DANA)]).toEqual([
    PASSWORD_TEXTS.missing,
    PASSWORD_TEXTS.invalid,
  ]);
});

test('refuseNewPassword accepts digits and signs for a user without a name', () => {
  expect(refuseNewPassword('4711-0815-Ä!', { name: '', email: '' })).toBeNull();
});
