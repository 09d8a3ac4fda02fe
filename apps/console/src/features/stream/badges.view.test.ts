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

describe('the badges of a stream', () => {
  it.each([
    [22, 'Frequency 22 Hz'],
    [10.5, 'Frequency 10.5 Hz'],
  ])('[S-020] say the frequency in Hz: %d', (rssiHz, words) => {
    expect(listWords({}, null, rssiHz)[0]).toBe(words);
  });

  it('[S-021, S-022, S-023] say of MAG, ELF and GEO whether they are ON, OFF or DETECTED, each with a mark of its own', () => {
    expect(listWords({}).slice(1, 4)).toEqual(['MAG OFF', 'ELF ON', 'GEO DETECTED']);
    const marks = listBadges({ rssiHz: 22, settings: DEFAULT_SETTINGS, status: { detectors, weldSpeed: null } }).map(
      ({ mark }) => mark,
    );
    expect(marks.slice(1, 4)).toEqual(['off', 'on', 'detected']);
  });

  it('[S-024] say the time from weld to weld and the speed, or "Speed OFF"', () => {
    expect(listWords({ Enable: true }, found).slice(4)).toEqual(['Weld 8.95 s', 'Speed 3.05 mph']);
    expect(listWords({ Enable: true, Metric: true }, found).slice(4)).toEqual(['Weld 8.95 s', 'Speed 1.36 m/s']);
    expect(listWords({ Enable: false }, found).slice(4)).toEqual(['Speed OFF']);
  });

  it('[S-036] say "Weld Spacing Not Set" where none is', () => {
    const unspaced = { intervalS: 8.954, metresPerSecond: null };
    expect(listWords({ Enable: true, WeldSpace: 0 }, unspaced).slice(4)).toEqual([
      'Weld 8.95 s',
      'Weld Spacing Not Set',
    ]);
  });

  it('leave open what is not known yet', () => {
    expect(listWords({ Enable: true }).slice(4)).toEqual(['Weld –', 'Speed –']);
  });
});

describe('lost frames', () => {
  it.each([
    [0, null],
    [1, '1 frame lost'],
    [12, '12 frames lost'],
  ])('%d: %s', (count, words) => {
    expect(describeLost(count)).toBe(words);
  });
});
