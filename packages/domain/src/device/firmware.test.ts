import { expect, test } from 'vitest';
import { formatFirmwareVersion } from './firmware.ts';

test('from major 10 the minor has two digits', () => {
  expect([2.6, 9, 10.7, 10.71, 10.05, 11].map(formatFirmwareVersion)).toEqual([
    '2.6',
    '9',
    '10.70',
    '10.71',
    '10.05',
    '11.00',
  ]);
});
