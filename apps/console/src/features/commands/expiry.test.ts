import { expect, it } from 'vitest';
import { EXPIRY_CHOICES, findExpiry, isExpiry } from './expiry.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 4, 0);

it('a command expires after the chosen time by the server’s clock, or never', () => {
  expect(EXPIRY_CHOICES.map((choice) => [choice, findExpiry(choice, NOW)])).toEqual([
    ['Never', null],
    ['1 hour', '2026-03-18 01:04:00'],
    ['8 hours', '2026-03-18 08:04:00'],
    ['24 hours', '2026-03-19 00:04:00'],
    ['3 days', '2026-03-21 00:04:00'],
  ]);
});

it('only the offered choices are valid', () => {
  expect([isExpiry('8 hours'), isExpiry('9 hours'), isExpiry(null)]).toEqual([true, false, false]);
});
