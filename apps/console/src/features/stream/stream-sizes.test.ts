import { describe, expect, it } from 'vitest';
import { findFixedSize, placeFirst } from '#/ui/window/window-placement.ts';
import { STREAM_SIZE, STREAM_SIZES } from './stream-sizes.ts';

const desktop = { width: 1920, height: 1032 };
const phone = { width: 430, height: 932 };

describe('the size of the stream dialog', () => {
  it('[S-031, S-032] the stream dialog measures 840 x 610 on a desktop, and is 880 px high when it is maximised', () => {
    expect(placeFirst(STREAM_SIZE, desktop)).toMatchObject({ width: 840, height: 610 });
    expect(findFixedSize(STREAM_SIZES, true, false, desktop)?.height).toBe(880);
  });

  it('[S-029, S-030] the stream dialog measures 420 x 305 on a phone, and is 400 px high when it is maximised', () => {
    expect(findFixedSize(STREAM_SIZES, false, true, phone)).toEqual({ width: 420, height: 305 });
    expect(findFixedSize(STREAM_SIZES, true, true, phone)).toEqual({ width: 420, height: 400 });
  });
});
