import { describe, expect, test } from 'vitest';
import { checkUserEmail, checkUserName, checkUserPhone, checkUserRole } from './user.ts';

const domainOf = (length: number) => `${'d'.repeat(length - 3)}.io`;

describe('user fields', () => {
  test('[G-038] a name has 1 to 49 characters', () => {
    for (const name of ['D', 'n'.repeat(49), '🐷'.repeat(49), '李小龙', ' Dana '])
      expect(checkUserName(name)).toBeNull();
    for (const name of ['', '   ', 'n'.repeat(50), '🐷'.repeat(50)]) expect(checkUserName(name)).toBe('Invalid Name');
  });

  test.each(['a\nb', 'a\u0000b', 'a\u2028b', 'a\ud800b', 'a\tb'])(
    'a name is a single printable line: %j is not',
    (name) => {
      expect(checkUserName(name)).toBe('Invalid Name');
    },
  );

  test('[G-039] [G-040] a valid email is required', () => {
    expect(checkUserEmail(' ')).toBe('Email is missing');
    expect(checkUserEmail('dana@')).toBe('Invalid email');
    expect(checkUserEmail(' dana@example.com ')).toBeNull();
    expect(checkUserEmail(`a@${domainOf(252)}`)).toBeNull();
    expect(checkUserEmail(`a@${domainOf(253)}`)).toBe('Invalid email');
  });

  test.each([
    '9185550134',
    '(918) 555-0134',
    '+1 918.555.0134',
    '123456789012345',
    '+1 (918) 555-0112',
    '+49 (0) 171 - 555 01 12',
    '(+1) 918 555-0112',
  ])('[G-041] [W-132] the phone %s is valid', (phone) => {
    expect(checkUserPhone(phone)).toBeNull();
  });

  test.each([
    '',
    '918555013',
    '1234567890123456',
    '+1 (918) 555-0112 34567',
    '+1 (918)       555       -       0112',
    'abcdefghij',
    '(((((())))))',
    '918555\u00000134',
    '91855501+34',
  ])('[G-041] the phone %j is invalid', (phone) => {
    expect(checkUserPhone(phone)).toBe(
      'Invalid Phone #: at least 10 characters, 7 to 15 of them digits, with spaces and + ( ) . - between them',
    );
  });

  test('[G-042] [G-031] a role is admin or viewer', () => {
    for (const role of ['admin', 'viewer']) expect(checkUserRole(role)).toBeNull();
    for (const role of [null, '', 'superadmin']) expect(checkUserRole(role)).toBe('Role required');
  });
});
