import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, PART_TIMEOUT_MS, isChunkLoadError, loadPart } from './load-part.ts';

describe('a part that is loaded late', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[V-035] loadPart throws a chunk load error after 120 s', async () => {
    expect(PART_TIMEOUT_MS).toBe(120_000);
    const outcome = loadPart(() => new Promise(() => undefined)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await outcome).toBeInstanceOf(ChunkLoadError);
  });

  it('loadPart returns a part that loads just in time, and leaves no timer behind', async () => {
    const load = () => new Promise<string>((resolve) => setTimeout(() => resolve('part'), 119_999));
    const outcome = loadPart(load);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(await outcome).toBe('part');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loadPart rejects with a failure to load at once', async () => {
    const failure = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
    await expect(loadPart(() => Promise.reject(failure))).rejects.toBe(failure);
  });
});

describe('a chunk load error', () => {
  it.each([
    new ChunkLoadError('late'),
    new TypeError('Failed to fetch dynamically imported module: https://x/assets/a.js'),
    new TypeError('error loading dynamically imported module: https://x/assets/a.js'),
    new TypeError('Importing a module script failed.'),
  ])('isChunkLoadError is true for %s', (error) => {
    expect(isChunkLoadError(error)).toBe(true);
  });

  it.each([new TypeError('x is undefined'), 'late', null])('isChunkLoadError is false for %s', (error) => {
    expect(isChunkLoadError(error)).toBe(false);
  });
});
