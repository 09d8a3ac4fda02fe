import { describe, expect, it } from 'vitest';
import { HeartbeatFlashes } from './heartbeat-flashes.ts';

describe('heartbeat flashes', () => {
  it('[M-031] a flash lasts two seconds', () => {
    const flashes = new HeartbeatFlashes();
    expect(flashes.light([7], 1000)).toEqual([7]);
    expect(flashes.expire(2999)).toEqual([]);
    expect(flashes.expire(3000)).toEqual([7]);
    expect(flashes.expire(9000)).toEqual([]);
  });

  it('another heartbeat extends the flash', () => {
    const flashes = new HeartbeatFlashes();
    flashes.light([7, 8], 1000);
    expect(flashes.light([7], 2000)).toEqual([]);
    expect(flashes.expire(3000)).toEqual([8]);
    expect(flashes.expire(4000)).toEqual([7]);
  });

  it('msToNext returns the time until the next flash ends', () => {
    const flashes = new HeartbeatFlashes();
    expect(flashes.msToNext(1000)).toBeNull();
    flashes.light([7], 1000);
    flashes.light([8], 1500);
    expect(flashes.msToNext(1600)).toBe(1400);
    expect(flashes.msToNext(9000)).toBe(0);
  });
});
