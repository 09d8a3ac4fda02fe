import { describe, expect, it } from 'vitest';
import { tellsOtherBuild } from './other-build.ts';

describe('a new version', () => {
  it('is one that the worker keeps and this page is not of', () => {
    expect(tellsOtherBuild({ build: 'bbbb' }, 'aaaa')).toBe(true);
    expect(tellsOtherBuild({ build: 'aaaa' }, 'aaaa')).toBe(false);
  });

  it('is nothing else that is said to the page', () => {
    for (const message of [null, 'bbbb', {}, { build: 3 }]) expect(tellsOtherBuild(message, 'aaaa')).toBe(false);
    expect(tellsOtherBuild({ build: 'bbbb' }, undefined)).toBe(false);
  });
});
