import { DEFAULT_SETTINGS } from '@waymark/domain/stream/settings';
import { describe, expect, it } from 'vitest';
import {
  AVERAGE_CHOICES,
  EXTENTS_CHOICES,
  setMetric,
  summariseDetectors,
  summariseGraphing,
  summariseSpeed,
} from './options.view.ts';

const { geoSpeed, graphing, realTime } = DEFAULT_SETTINGS;

describe('the closed sections', () => {
  it('the closed graphing section says which lines the EM plot shows', () => {
    expect(summariseGraphing(graphing)).toBe('MAG, ELF, raw');
    expect(summariseGraphing({ ...graphing, ShowRaw: false, ShowELF: false, ShowMAG: false })).toBe('Nothing in EM');
  });

  it('[S-099, S-100] the closed speed section says 20 ft and 5 welds by default', () => {
    expect(summariseSpeed({ ...geoSpeed, Enable: true })).toBe('20 ft, 5 welds');
    expect(summariseSpeed({ ...geoSpeed, Enable: true, WeldSpace: 0 })).toBe('Weld Spacing Not Set');
    expect(summariseSpeed(geoSpeed)).toBe('Speed OFF');
  });

  it('the closed detector section says which detectors are on', () => {
    expect(summariseDetectors(realTime)).toBe('All off');
    expect(summariseDetectors({ ...realTime, MagEn: true, GeoEn: true })).toBe('MAG, GEO');
  });
});

describe('the choices of an option', () => {
  it('[S-045] the choices of each extents setting are "extents" and "thresh"', () => {
    expect(EXTENTS_CHOICES.map(({ value }) => value)).toEqual(['extents', 'thresh']);
  });

  it('[S-043] the choices of the average are 2, 5 and 10 welds', () => {
    expect(AVERAGE_CHOICES).toEqual([
      { value: '1', label: '2 welds' },
      { value: '2', label: '5 welds' },
      { value: '3', label: '10 welds' },
    ]);
  });
});

describe('the change of the unit', () => {
  it('a change of the unit keeps the weld distance', () => {
    expect(setMetric(geoSpeed, true)).toEqual({ ...geoSpeed, Metric: true, WeldSpace: 6.1 });
    expect(setMetric(setMetric({ ...geoSpeed, WeldSpace: 40 }, true), false).WeldSpace).toBe(40);
    expect(setMetric(geoSpeed, false)).toBe(geoSpeed);
  });

  it('a change of the unit keeps the weld distance within the mask', () => {
    expect(setMetric({ ...geoSpeed, Metric: true, WeldSpace: 40 }, false).WeldSpace).toBe(99.9);
  });
});
