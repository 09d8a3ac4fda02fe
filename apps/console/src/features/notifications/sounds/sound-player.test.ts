import { describe, expect, it } from 'vitest';
import { SoundLimiter } from './sound-player.ts';
import { SOUNDS, computeLengthS } from './sounds.ts';

describe('the sound limiter', () => {
  it('plays one of a thousand equal simultaneous sounds', () => {
    const limiter = new SoundLimiter();
    const admitted = Array.from({ length: 1000 }, (_, index) => limiter.admit('Standard', index * 0.39)).filter(
      Boolean,
    );
    expect(admitted).toHaveLength(1);
  });

  it('plays a sound again after it has ended', () => {
    const limiter = new SoundLimiter();
    const lengthMs = computeLengthS(SOUNDS.Martian) * 1000;
    expect(limiter.admit('Martian', 5000)).toBe(true);
    expect(limiter.admit('Martian', 5000 + lengthMs - 1)).toBe(false);
    expect(limiter.admit('Martian', 5000 + lengthMs)).toBe(true);
  });

  it('plays at most three different sounds at once', () => {
    const limiter = new SoundLimiter();
    expect((['Standard', 'Magic', 'Bling', 'Oringzz'] as const).map((sound) => limiter.admit(sound, 0))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(limiter.admit('Oringzz', 2000)).toBe(true);
  });
});
