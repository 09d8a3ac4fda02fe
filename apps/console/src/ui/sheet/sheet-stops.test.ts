import { describe, expect, it } from 'vitest';
import { limitSheetHeight, settleStop, sheetHeight, stepStop } from './sheet-stops.ts';

const screen = 844;

describe('a bottom sheet', () => {
  it('the stops are at 88 px, at 48 % and under the top bar', () => {
    expect(sheetHeight('peek', screen)).toBe(88);
    expect(sheetHeight('half', screen)).toBe(405);
    expect(sheetHeight('full', screen)).toBe(796);
  });

  it.each([
    ['half', 410, 'half'],
    ['half', 700, 'full'],
    ['half', 120, 'peek'],
    ['half', 450, 'full'],
    ['half', 360, 'peek'],
    ['peek', 140, 'half'],
    ['peek', 780, 'full'],
    ['full', 740, 'half'],
    ['full', 100, 'peek'],
    ['peek', 88, 'peek'],
  ] as const)('a sheet released from %s at %d px rests at %s', (from, height, stop) => {
    expect(settleStop(from, height, screen)).toBe(stop);
  });

  it('stepStop moves by one stop and not beyond the ends', () => {
    expect(stepStop('peek', 1)).toBe('half');
    expect(stepStop('half', -1)).toBe('peek');
    expect(stepStop('full', 1)).toBe('full');
    expect(stepStop('peek', -1)).toBe('peek');
  });

  it('the sheet is never lower than its header or above the top bar', () => {
    expect(limitSheetHeight(-50, screen)).toBe(88);
    expect(limitSheetHeight(2000, screen)).toBe(796);
    expect(limitSheetHeight(300, screen)).toBe(300);
  });
});
