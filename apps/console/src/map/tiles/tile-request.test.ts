import { afterEach, describe, expect, it, vi } from 'vitest';
import { probeTiles, toProbeAddress } from './tile-request.ts';

const template = 'https://tiles.example.com/{z}/{y}/{x}.png';
const never = new AbortController().signal;

function answer(status: number): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })));
}

afterEach(() => vi.unstubAllGlobals());

describe('the probe of a tile host', () => {
  it('requests a tile that every layer has', () => {
    expect(toProbeAddress(template)).toBe('https://tiles.example.com/4/6/3.png');
  });

  it.each([
    [200, true],
    [404, true],
    [403, false],
    [503, false],
  ])('counts status %i as %s', async (status, isUp) => {
    answer(status);
    expect(await probeTiles([template], never)).toBe(isUp);
  });

  it('counts a failed connection or an aborted request as down', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await probeTiles([template], never)).toBe(false);
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('given up')))),
    );
    const leaving = new AbortController();
    const asked = probeTiles([template], leaving.signal);
    leaving.abort();
    expect(await asked).toBe(false);
  });

  it('requires every host of a layer', async () => {
    vi.stubGlobal('fetch', (address: string) =>
      Promise.resolve(new Response(null, { status: address.includes('dead') ? 502 : 200 })),
    );
    expect(await probeTiles([template, 'https://dead.example.com/{z}/{y}/{x}.png'], never)).toBe(false);
  });
});
