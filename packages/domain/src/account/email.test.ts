import { describe, expect, test } from 'vitest';
import { isValidEmail, normaliseEmail } from './email.ts';

const domainOf = (length: number) => `${'d'.repeat(length - 3)}.io`;

describe('email', () => {
  test.each(['a@b.io', 'first.last+tag@sub.example.com', "o'hara@example.org"])('%s is valid', (email) => {
    expect(isValidEmail(email)).toBe(true);
  });

  test.each([
    '',
    'a',
    'a@b',
    '@b.io',
    'a b@c.io',
    'a@b..io',
    '.a@b.io',
    'a@-b.io',
    'a@b.io ',
    'a@@b.io',
    'a\u0000@b.io',
    'a\ud800@b.io',
    'a\u202e@b.io',
    'a\u200b@b.io',
  ])('%j is invalid', (email) => {
    expect(isValidEmail(email)).toBe(false);
  });

  test('[A-035] an email has 6 to 254 characters, both limits included', () => {
    expect(isValidEmail('a@b.i')).toBe(false);
    expect(isValidEmail('a@b.io')).toBe(true);
    expect(isValidEmail(`a@${domainOf(252)}`)).toBe(true);
    expect(isValidEmail(`a@${domainOf(253)}`)).toBe(false);
  });

  test('[A-036] the local part of an email has at most 64 characters', () => {
    expect(isValidEmail(`${'l'.repeat(64)}@b.io`)).toBe(true);
    expect(isValidEmail(`${'l'.repeat(65)}@b.io`)).toBe(false);
  });

  test('emails are compared case-insensitively', () => {
    expect(normaliseEmail(' Dana@Example.COM ')).toBe('dana@example.com');
  });
});
