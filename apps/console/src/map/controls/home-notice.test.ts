import { describe, expect, it } from 'vitest';
import { chooseHomeNotice } from './home-notice.ts';

describe('the home button', () => {
  it.each([
    [{ count: 0, locatedCount: 0 }, 'No devices found'],
    [{ count: 3, locatedCount: 0 }, 'No device locations found'],
    [{ count: 3, locatedCount: 1 }, null],
  ])('the notice for %j is %j', (devices, notice) => {
    expect(chooseHomeNotice(devices)).toBe(notice);
  });
});
