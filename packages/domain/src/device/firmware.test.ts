import { expect, test } from 'vitest';
import { formatFirmwareVersion } from './firmware.ts';

test('the minor version has two digits from major 10 on', () => {
  expect([2.6, 9, 10.7, 10.71, 10.05, 11].map(formatFirmwareVersion)).toEqual([
    '2.6',
    '9',
    '10.70',
    '10.71',
    '10.05',
    '11.00',
  ]);
});
