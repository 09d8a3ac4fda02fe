import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.ts';
import { DEFAULT_SETTINGS } from './settings.ts';

const chosen = {
  graphing: {
    ShowRaw: false,
    ShowMAG: false,
    ShowELF: false,
    EMExtents: 'thresh',
    RSSIExtents: 'thresh',
    GeoExtents: 'thresh',
  },
  realTime: { Freq1: 18, MagEn: true, ELFEn: true, GeoEn: true, SendToDB: false, SoundEn: true, PauseTime: 45 },
  geoSpeed: { WeldSpace: 12.2, Metric: true, NumAvg: 3, Enable: true, SourceRaw: true },
};

describe('readSettings', () => {
  it('[S-041, S-042, S-044] returns stored settings with all their fields', () => {
    expect(readSettings(JSON.parse(JSON.stringify(chosen)))).toEqual(chosen);
  });

  it('[S-061, S-097, S-098, S-099, S-100] defaults to 30 s, 22 Hz, sent at once, 20 ft and index 2', () => {
    const { realTime, geoSpeed } = readSettings(null);
    expect(realTime).toMatchObject({ PauseTime: 30, Freq1: 22, SendToDB: true });
    expect(geoSpeed).toMatchObject({ WeldSpace: 20, NumAvg: 2 });
  });

  it('[S-101] defaults to feet', () => {
    expect(readSettings(undefined).geoSpeed.Metric).toBe(false);
  });

  it('[S-060] defaults to a pause of 15 s if the stored one is missing or invalid', () => {
    for (const PauseTime of [undefined, null, Number.NaN, '30', -3])
      expect(readSettings({ realTime: { ...chosen.realTime, PauseTime } }).realTime.PauseTime).toBe(15);
  });

  it('[S-045] accepts only "extents" and "thresh"', () => {
    const { graphing } = readSettings({ graphing: { ...chosen.graphing, EMExtents: 'both' } });
    expect([graphing.EMExtents, graphing.RSSIExtents]).toEqual(['extents', 'thresh']);
  });

  it('repairs each field on its own', () => {
    const { realTime, geoSpeed, graphing } = readSettings({
      realTime: { Freq1: 9, MagEn: true, GeoEn: 1 },
      geoSpeed: { NumAvg: 4, WeldSpace: -1, Enable: true },
      graphing: [],
    });
    expect(realTime).toMatchObject({ Freq1: 22, MagEn: true, GeoEn: false });
    expect(geoSpeed).toMatchObject({ NumAvg: 2, WeldSpace: 20, Enable: true });
    expect(graphing).toEqual(DEFAULT_SETTINGS.graphing);
  });

  it('returns complete settings for any stored value', () => {
    fc.assert(
      fc.property(fc.anything(), (graphing) => {
        const read = readSettings({ graphing, realTime: graphing, geoSpeed: graphing });
        expect(Object.keys(read.realTime)).toEqual(Object.keys(DEFAULT_SETTINGS.realTime));
        expect([1, 2, 3]).toContain(read.geoSpeed.NumAvg);
        expect(readSettings(graphing)).toBeDefined();
      }),
    );
  });
});
