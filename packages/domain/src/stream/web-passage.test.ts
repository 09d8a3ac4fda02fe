import { describe, expect, it } from 'vitest';
import type { CapturedPassage } from './engine-types.ts';
import { buildWebPassage } from './web-passage.ts';

const AT = Date.UTC(2026, 2, 16, 9, 41, 56, 120);
const captured: CapturedPassage = {
  detector: 'elf',
  at: AT,
  endsAt: AT + 15_000,
  samples: Int16Array.from({ length: 500 }, (_, at) => at - 250),
};
const place = { uid: 100_234, lat: 36.7, lon: null };

describe('buildWebPassage', () => {
  it("[S-047, S-049, S-052] contains the device's uid and place, the time, 16.66667 Hz and 500 integers, newest last", () => {
    expect(buildWebPassage(captured, place)).toEqual({
      uid: 100_234,
      lat: 36.7,
      lon: null,
      passageTimeStamp: '2026-03-16 09:41:56.120000',
      passageDetectedFrequency: 22,
      samplingRate: 16.666_67,
      packetComplexInformation: 0,
      timeEndOfSnippet: '2026-03-16 09:42:11.120000',
      data: Array.from({ length: 500 }, (_, at) => at - 250),
    });
  });

  it.each([
    ['elf', 22, 0],
    ['geo', 0, 1],
    ['mag', 0, 2],
  ] as const)('[S-048, S-050] a record of %s has %d Hz and packet %d', (detector, frequency, packet) => {
    expect(buildWebPassage({ ...captured, detector }, place)).toMatchObject({
      passageDetectedFrequency: frequency,
      packetComplexInformation: packet,
    });
  });
});
