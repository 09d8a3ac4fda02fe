import { describe, expect, it } from 'vitest';
import { measureAudioBands } from './audio-bands.ts';
import { GEO_RATE_HZ } from './sampling.ts';

function makeTone(frequencyHz: number): Float32Array {
  return Float32Array.from({ length: 30_000 }, (_, at) => Math.sin((2 * Math.PI * frequencyHz * at) / GEO_RATE_HZ));
}

describe('measureAudioBands', () => {
  it.each([
    [12, 0],
    [30, 1],
    [55, 2],
    [95, 3],
    [160, 4],
    [300, 5],
  ])('puts a tone of %d Hz into band %d', (frequencyHz, band) => {
    const bands = measureAudioBands(makeTone(frequencyHz));
    expect(bands).toHaveLength(6);
    expect(bands[band]).toBeGreaterThan(250);
  });

  it('splits a byte between two equal tones', () => {
    const other = makeTone(300);
    const bands = measureAudioBands(makeTone(30).map((value, at) => value + (other[at] ?? 0)));
    expect(bands[1]).toBeCloseTo(127.5, -1);
    expect(bands[5]).toBeCloseTo(127.5, -1);
  });

  it('returns 0 for silence', () => {
    expect(measureAudioBands(new Float32Array(30_000))).toEqual([0, 0, 0, 0, 0, 0]);
  });
});
