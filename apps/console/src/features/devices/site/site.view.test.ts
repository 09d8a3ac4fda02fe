import { expect, it } from 'vitest';
import { describeCounts, roundPlace } from './site.view.ts';

it('describes the reports of a device at its site', () => {
  expect(describeCounts({ heartbeats: 1204, passages: 1 })).toBe('1,204 heartbeats, 1 passage');
});

it('rounds a place of the map to the metre', () => {
  expect([36.130112345, -96, 1e-9].map(roundPlace)).toEqual(['36.13011', '-96', '0']);
});
