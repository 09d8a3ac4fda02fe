import { DEFAULT_SETTINGS, type StreamSettings } from '@waymark/domain/stream/settings';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useUnitStore } from '#/features/units/units.ts';
import { keepSettings, recallSettings } from './settings-storage.ts';

const chosen: StreamSettings = {
  graphing: { ...DEFAULT_SETTINGS.graphing, ShowRaw: false, EMExtents: 'thresh' },
  realTime: { ...DEFAULT_SETTINGS.realTime, Freq1: 18, MagEn: true },
  geoSpeed: { ...DEFAULT_SETTINGS.geoSpeed, WeldSpace: 40, Enable: true },
};

function makeStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

describe('the stored settings of a stream', () => {
  beforeEach(() => vi.stubGlobal('localStorage', makeStorage()));
  afterEach(() => vi.unstubAllGlobals());

  it('[S-098, S-099, S-100, S-101] recallSettings starts with the defaults: SendToDB on, 20 ft, index 2, not metric', () => {
    const { realTime, geoSpeed } = recallSettings(7);
    expect(realTime.SendToDB).toBe(true);
    expect(geoSpeed).toMatchObject({ WeldSpace: 20, NumAvg: 2, Metric: false });
  });

  it('[S-044, S-046, V-034] recallSettings returns the settings that were chosen for the device', () => {
    keepSettings(7, chosen);
    expect(recallSettings(7)).toEqual(chosen);
  });

  it('recallSettings returns the settings that were changed last for a device without its own', () => {
    keepSettings(7, chosen);
    keepSettings(8, { ...chosen, geoSpeed: { ...chosen.geoSpeed, WeldSpace: 60 } });
    expect(recallSettings(9).geoSpeed.WeldSpace).toBe(60);
    expect(recallSettings(7).geoSpeed.WeldSpace).toBe(40);
  });

  it('[W-305] recallSettings converts the weld spacing to the units of the user', () => {
    keepSettings(7, chosen);
    useUnitStore.setState({ units: 'metric' });
    onTestFinished(() => useUnitStore.setState({ units: 'us' }));
    expect(recallSettings(7).geoSpeed).toMatchObject({ WeldSpace: 12.2, Metric: true });
    keepSettings(7, recallSettings(7));
    useUnitStore.setState({ units: 'us' });
    expect(recallSettings(7).geoSpeed).toMatchObject({ WeldSpace: 40, Metric: false });
  });

  it('recallSettings repairs a damaged entry', () => {
    localStorage.setItem('waymark.stream.7', '{"realTime":{"Freq1":"loud","MagEn":true}}');
    const { realTime } = recallSettings(7);
    expect(realTime).toMatchObject({ Freq1: 22, MagEn: true });
    localStorage.setItem('waymark.stream.7', '{');
    expect(recallSettings(7)).toEqual(DEFAULT_SETTINGS);
  });

  it('settings are kept in memory until the page is left if the browser stores nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    keepSettings(7, chosen);
    expect(recallSettings(7)).toEqual(DEFAULT_SETTINGS);
  });
});
