import { describe, expect, test } from 'vitest';
import { formatDegrees, formatLocation, isLocated } from './location.ts';

test('0/0 and unknown are not a location', () => {
  const positions = [
    { lat: 0, lon: 0 },
    { lat: null, lon: null },
    { lat: 1, lon: null },
    { lat: 0, lon: -96 },
    { lat: 36, lon: 0 },
  ];
  expect(positions.map(isLocated)).toEqual([false, false, false, true, true]);
});

describe('coordinates', () => {
  test('[D-081] coordinates with more than 8 decimals are rounded to 6', () => {
    expect(formatDegrees(36.123456789)).toBe('36.123457');
    expect(formatDegrees(-96.1234564321)).toBe('-96.123456');
    expect(formatDegrees(36.12345678)).toBe('36.12345678');
    expect(formatDegrees(36.1)).toBe('36.1');
    expect(formatDegrees(36)).toBe('36');
    expect(formatDegrees(1e-9)).toBe('0');
  });

  test('a location is written as latitude and longitude', () => {
    expect(formatLocation({ lat: 36.1301, lon: -96.0302 })).toBe('36.1301, -96.0302');
  });
});
