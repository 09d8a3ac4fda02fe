import { expect, it } from 'vitest';
import { writeTitle } from './start-alerts.ts';

it('the title counts unseen alerts, up to 99', () => {
  expect([0, 1, 99, 100].map((count) => writeTitle('Waymark', count))).toEqual([
    'Waymark',
    '(1) Waymark',
    '(99) Waymark',
    '(99+) Waymark',
  ]);
});
