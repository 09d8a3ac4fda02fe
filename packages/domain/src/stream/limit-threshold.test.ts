import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitThreshold } from './limit-threshold.ts';
import { DEFAULT_THRESHOLDS } from './thresholds.ts';

const anyNumber = fc.double({ min: -1000, max: 1000, noNaN: true });

describe('limitThreshold', () => {
  it('[S-078, S-079, S-080, S-081] the defaults are 0.8, −40 dB, 0.9 and 0.9', () => {
    expect(DEFAULT_THRESHOLDS).toEqual({ mag: 0.8, elf: -40, geo: 0.9, weld: 0.9 });
  });

  it.each([
    ['[S-071]', 0.123, 0.12],
    ['[S-071]', 0.126, 0.13],
    ['[S-072]', 1.2, 1],
    ['[S-072]', 1.004, 1],
    ['at the limit:', 1, 1],
    ['[S-073]', -0.3, 0.2],
    ['[S-073]', -0.006, 0.2],
    ['[S-071, S-074]', -0.004, 0.1],
    ['[S-074]', 0, 0.1],
    ['[S-071, S-074]', 0.004, 0.1],
    ['[S-071]', 0.005, 0.01],
  ])('%s the threshold of a weld, typed as %d, is %d', (_, typed, threshold) => {
    expect(limitThreshold('weld', typed, 'text')).toBe(threshold);
  });

  it('[S-075] a dragged weld threshold stays between 0 and 1 and is not rounded', () => {
    expect([-0.2, 0, 0.123, 1.7].map((value) => limitThreshold('weld', value, 'drag'))).toEqual([0, 0, 0.123, 1]);
  });

  it('[S-076] a geophone threshold stays between 0.01 and 0.6, however it is set', () => {
    fc.assert(
      fc.property(anyNumber, fc.constantFrom('drag' as const, 'text' as const), (value, path) => {
        expect(limitThreshold('geo', value, path)).toBe(Math.min(0.6, Math.max(0.01, value)));
      }),
    );
  });

  it('[S-077] a MAG threshold is at least 0.001', () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(limitThreshold('mag', value, 'drag')).toBe(Math.max(0.001, value));
      }),
    );
  });

  it('an ELF threshold stays within the range of the RSSI', () => {
    expect([-200, -40.5, 3].map((value) => limitThreshold('elf', value, 'drag'))).toEqual([-95, -40.5, 0]);
  });
});
