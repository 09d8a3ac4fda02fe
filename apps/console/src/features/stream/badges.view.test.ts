import { DEFAULT_SETTINGS, type GeoSpeedSettings } from '@waymark/domain/stream/settings';
import { describe, expect, it } from 'vitest';
import { describeLost, listBadges } from './badges.view.ts';

const detectors = { mag: 'off', elf: 'on', geo: 'detected' } as const;

function listWords(
  geoSpeed: Partial<GeoSpeedSettings>,
  weldSpeed: { intervalS: number; metresPerSecond: number | null } | null = null,
  rssiHz = 22,
) {
  const settings = { geoSpeed: { ...DEFAULT_SETTINGS.geoSpeed, ...geoSpeed } };
  return listBadges({ rssiHz, settings, status: { detectors, weldSpeed } }).map(({ name, value }) =>
    `${name} ${value}`.trim(),
  );
}

const found = { intervalS: 8.954, metresPerSecond: 1.3634 };

describe('listBadges', () => {
  it.each([
    [22, 'Frequency 22 Hz'],
    [10.5, 'Frequency 10.5 Hz'],
  ])('[S-020] names the frequency in Hz: %d', (rssiHz, words) => {
    expect(listWords({}, null, rssiHz)[0]).toBe(words);
  });

  it('[S-021, S-022, S-023] names MAG, ELF and GEO as ON, OFF or DETECTED, each with its own mark', () => {
    expect(listWords({}).slice(1, 4)).toEqual(['MAG OFF', 'ELF ON', 'GEO DETECTED']);
    const marks = listBadges({ rssiHz: 22, settings: DEFAULT_SETTINGS, status: { detectors, weldSpeed: null } }).map(
      ({ mark }) => mark,
    );
    expect(marks.slice(1, 4)).toEqual(['off', 'on', 'detected']);
  });

  it('[S-024] names the weld interval and the speed, or "Speed OFF"', () => {
    expect(listWords({ Enable: true }, found).slice(4)).toEqual(['Weld 8.95 s', 'Speed 3.05 mph']);
    expect(listWords({ Enable: true, Metric: true }, found).slice(4)).toEqual(['Weld 8.95 s', 'Speed 1.36 m/s']);
    expect(listWords({ Enable: false }, found).slice(4)).toEqual(['Speed OFF']);
  });

  it('[S-036] says "Weld Spacing Not Set" without a weld spacing', () => {
    const unspaced = { intervalS: 8.954, metresPerSecond: null };
    expect(listWords({ Enable: true, WeldSpace: 0 }, unspaced).slice(4)).toEqual([
      'Weld 8.95 s',
      'Weld Spacing Not Set',
    ]);
  });

  it('shows a dash for values that are not known yet', () => {
    expect(listWords({ Enable: true }).slice(4)).toEqual(['Weld –', 'Speed –']);
  });
});

describe('lost frames', () => {
  it.each([
    [0, null],
    [1, '1 frame lost'],
    [12, '12 frames lost'],
  ])('describeLost(%d) is %s', (count, words) => {
    expect(describeLost(count)).toBe(words);
  });
});
