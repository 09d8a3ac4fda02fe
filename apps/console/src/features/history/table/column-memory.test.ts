import { expect, it } from 'vitest';
import { chooseIds, parseColumnMemory } from './column-memory.ts';

const columns = [{ id: 'time' }, { id: 'count' }, { id: 'run', isExtra: true as const }];

it('chooseColumns returns the default columns until others are chosen, always in their own order', () => {
  expect(chooseIds(columns, undefined)).toEqual(['time', 'count']);
  expect(chooseIds(columns, ['run', 'time'])).toEqual(['time', 'run']);
});

it('unknown columns are dropped; without any the default ones are used', () => {
  expect(chooseIds(columns, ['gone', 'run'])).toEqual(['run']);
  expect(chooseIds(columns, ['gone'])).toEqual(['time', 'count']);
});

it('parseColumnMemory accepts any stored value', () => {
  expect(parseColumnMemory({ passage: ['run', 7], heartbeat: [], other: ['x'], settings: 'text' })).toEqual({
    passage: ['run'],
  });
  for (const stored of [null, 'text', 7, []]) expect(parseColumnMemory(stored)).toEqual({});
});
