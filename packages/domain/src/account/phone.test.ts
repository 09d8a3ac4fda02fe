import { describe, expect, test } from 'vitest';
import { isSamePhone, isValidAlertPhone, toInternationalPhone, toPhoneDigits } from './phone.ts';

describe('phone for text messages', () => {
  test('[N-015] a phone is reduced to its digits', () => {
    expect(toPhoneDigits('+1 (918) 555-0134')).toBe('19185550134');
  });

  test('a phone has one to 50 digits', () => {
    expect(['', '1', '1'.repeat(50), '1'.repeat(51)].map(isValidAlertPhone)).toEqual([false, true, true, false]);
  });

  test.each([
    ['9185550134', '1', '+19185550134'],
    ['19185550134', '1', '+19185550134'],
    ['01715550134', '49', '+491715550134'],
    ['0049 1715550134'.replace(' ', ''), '1', '+491715550134'],
    ['491715550134', '1', '+491715550134'],
  ])('%s in country %s becomes %s for a gateway', (digits, country, international) => {
    expect(toInternationalPhone(digits, country)).toBe(international);
  });

  test.each([
    ['9185550134', '9185550134', true],
    ['9185550134', '19185550134', true],
    ['19185550134', '0019185550134', true],
    // A country code other than the configured one.
    ['9185550134', '529185550134', true],
    ['01715550134', '491715550134', true],
    ['9185550134', '9185550135', false],
    ['19185550134', '499185550134', false],
    ['550134', '19185550134', false],
    ['550134', '550134', true],
    ['', '9185550134', false],
  ])('%j and %j are the same phone: %s, in both directions', (one, other, isSame) => {
    expect([isSamePhone(one, other, '1'), isSamePhone(other, one, '1')]).toEqual([isSame, isSame]);
  });

  test('short numbers of the configured country match with and without its code', () => {
    expect(isSamePhone('0301234567', '49301234567', '49')).toBe(true);
    expect(isSamePhone('0301234567', '49301234567', '1')).toBe(false);
  });
});
