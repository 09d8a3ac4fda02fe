import { describe, expect, test } from 'vitest';
import { checkNewPassword, checkRetypedPassword, isValidPassword, PASSWORD_TEXTS } from './password.ts';

describe('new password', () => {
  test('[A-056] a password needs at least 8 characters', () => {
    expect(isValidPassword('Abcde1!')).toBe(false);
    expect(isValidPassword('Abcdef1!')).toBe(true);
  });

  test.each([
    ['abcdefgh', false],
    ['abcdefg1', false],
    ['ABCDEFG!', false],
    ['abcdefG1', true],
    ['abcdef!1', true],
    ['ABCDEF!1', true],
    ['abcdeFG!', true],
    ['        ', false],
    ['pässwörT1', true],
  ])('[A-057] "%s" has three of the four kinds of characters: %s', (password, valid) => {
    expect(isValidPassword(password)).toBe(valid);
  });

  test('[A-058] an invalid password gives the documented text', () => {
    expect(checkNewPassword('short')).toBe(
      'Invalid password - use at least 8 characters including at least 3 of the following 4 types of characters: a lower-case letter, an upper-case letter, a number, a special character (such as !@#$%^&*)',
    );
  });

  test('[A-059] an empty password is missing', () => {
    expect(checkNewPassword('')).toBe('Password is missing');
  });

  test('[A-060] the retyped password must match', () => {
    expect(checkRetypedPassword('Abcdef1!', 'Abcdef1?')).toBe(PASSWORD_TEXTS.mismatch);
    expect(PASSWORD_TEXTS.mismatch).toBe('Password does not match');
    expect(checkRetypedPassword('Abcdef1!', 'Abcdef1!')).toBeNull();
  });
});
