import { describe, expect, it } from 'vitest';
import { initialsOf } from './UserMenuTrigger.tsx';

describe('initials', () => {
  it.each([
    ['Dana Reyes', 'DR'],
    ['  dana  van der berg ', 'DB'],
    ['Dana', 'D'],
    ['', ''],
  ])('the initials of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
