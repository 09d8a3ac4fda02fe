import { describe, expect, it } from 'vitest';
import { tellsOtherBuild } from './other-build.ts';

describe('a new version', () => {
  it('a message with the build of another version is a new version', () => {
    expect(tellsOtherBuild({ build: 'bbbb' }, 'aaaa')).toBe(true);
    expect(tellsOtherBuild({ build: 'aaaa' }, 'aaaa')).toBe(false);
  });

  it('other messages are no new version', () => {
    for (const message of [null, 'bbbb', {}, { build: 3 }]) expect(tellsOtherBuild(message, 'aaaa')).toBe(false);
    expect(tellsOtherBuild({ build: 'bbbb' }, undefined)).toBe(false);
  });
});
