import { describe, expect, it } from 'vitest';
import { SoundLimiter } from './sound-limiter.ts';
import { SOUNDS, computeLengthS } from './sounds.ts';

describe('the sound limiter', () => {
  it('lets one of a thousand equal sounds of a moment through', () => {
    const limiter = new SoundLimiter();
    const admitted = Array.from({ length: 1000 }, (_, index) => limiter.admit('Standard', index * 0.39)).filter(
      Boolean,
    );
    expect(admitted).toHaveLength(1);
  });

  it('lets a sound begin again once it has ended', () => {
    const limiter = new SoundLimiter();
    const lengthMs = computeLengthS(SOUNDS.Martian) * 1000;
    expect(limiter.admit('Martian', 5000)).toBe(true);
    expect(limiter.admit('Martian', 5000 + lengthMs - 1)).toBe(false);
    expect(limiter.admit('Martian', 5000 + lengthMs)).toBe(true);
  });

  it('lets different sounds be heard together, but no more than three', () => {
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
