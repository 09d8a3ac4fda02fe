import { describe, expect, it } from 'vitest';
import { addPig, explainPig, isFull } from './pigs.view.ts';

const FIVE = ['A', 'B', 'C', 'D', 'E'];

describe('the pigs of a path', () => {
  it.each([
    ['', 'Enter a pig name.'],
    ['  ', 'Enter a pig name.'],
    ['cln-1', 'There is already a pig cln-1.'],
    [' CLN-1 ', 'There is already a pig CLN-1.'],
    ['x'.repeat(101), 'A pig name has at most 100 characters.'],
    ['CLN-2', null],
  ])('explainPig requires unique names: %j', (typed, message) => {
    expect(explainPig(['CLN-1'], typed)).toBe(message);
  });

  it('addPig trims the name', () => {
    expect(addPig(['A'], ' B ')).toEqual(['A', 'B']);
    expect(addPig(['A'], 'a')).toEqual(['A']);
  });

  it('[R-040] [R-107] a path has at most five pigs', () => {
    expect([isFull(FIVE.slice(1)), isFull(FIVE)]).toEqual([false, true]);
    expect(addPig(FIVE, 'F')).toBe(FIVE);
  });
});
