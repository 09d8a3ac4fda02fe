import { describe, expect, it } from 'vitest';
import { readNewestRelease } from './release-notes.ts';

describe('release notes', () => {
  it('the first key is the version of the application', () => {
    expect(readNewestRelease({ '1.1.0': ['New'], '1.0.0': ['First'] })).toEqual({ version: '1.1.0', notes: ['New'] });
  });

  it.each([null, {}, [], 'text', 7])('%j has no version', (file) => {
    expect(readNewestRelease(file)).toBeNull();
  });

  it('a version without a list has no notes', () => {
    expect(readNewestRelease({ '1.0.0': 'First' })).toEqual({ version: '1.0.0', notes: [] });
  });
});
