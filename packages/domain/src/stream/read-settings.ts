import {
  DEFAULT_SETTINGS,
  FALLBACK_PAUSE_S,
  type Extents,
  type GeoSpeedSettings,
  type GraphingSettings,
  type NumAvg,
  type RealTimeSettings,
  type StreamSettings,
} from './settings.ts';
import { RSSI } from './rssi.ts';

// Stored settings may be of another version or damaged, so each field is read on its own.

type Stored = Readonly<Record<string, unknown>>;

const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null;
const isExtents = (value: unknown): value is Extents => value === 'extents' || value === 'thresh';
const isNumAvg = (value: unknown): value is NumAvg => value === 1 || value === 2 || value === 3;

const readSection = (stored: Stored, name: keyof StreamSettings): Stored | null => {
  const section = stored[name];
  return isStored(section) ? section : null;
};
const readFlag = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise);
const readExtents = (value: unknown, otherwise: Extents): Extents => (isExtents(value) ? value : otherwise);

function readNumber(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === 'number' && value >= least && value <= most ? value : otherwise;
}

function readGraphing(stored: Stored): GraphingSettings {
  const usual = DEFAULT_SETTINGS.graphing;
  return {
    ShowRaw: readFlag(stored['ShowRaw'], usual.ShowRaw),
    ShowMAG: readFlag(stored['ShowMAG'], usual.ShowMAG),
    ShowELF: readFlag(stored['ShowELF'], usual.ShowELF),
    EMExtents: readExtents(stored['EMExtents'], usual.EMExtents),
    RSSIExtents: readExtents(stored['RSSIExtents'], usual.RSSIExtents),
    GeoExtents: readExtents(stored['GeoExtents'], usual.GeoExtents),
  };
}

const LONGEST_PAUSE_S = 999;
const WIDEST_SPACE = 99.9;

function readRealTime(stored: Stored): RealTimeSettings {
  const usual = DEFAULT_SETTINGS.realTime;
  return {
    Freq1: readNumber(stored['Freq1'], RSSI.leastHz, RSSI.mostHz, usual.Freq1),
    MagEn: readFlag(stored['MagEn'], usual.MagEn),
    ELFEn: readFlag(stored['ELFEn'], usual.ELFEn),
    GeoEn: readFlag(stored['GeoEn'], usual.GeoEn),
    SendToDB: readFlag(stored['SendToDB'], usual.SendToDB),
    SoundEn: readFlag(stored['SoundEn'], usual.SoundEn),
    PauseTime: readNumber(stored['PauseTime'], 1, LONGEST_PAUSE_S, FALLBACK_PAUSE_S),
  };
}

function readGeoSpeed(stored: Stored): GeoSpeedSettings {
  const usual = DEFAULT_SETTINGS.geoSpeed;
  const numAvg = stored['NumAvg'];
  return {
    WeldSpace: readNumber(stored['WeldSpace'], 0, WIDEST_SPACE, usual.WeldSpace),
    Metric: readFlag(stored['Metric'], usual.Metric),
    NumAvg: isNumAvg(numAvg) ? numAvg : usual.NumAvg,
    Enable: readFlag(stored['Enable'], usual.Enable),
    SourceRaw: readFlag(stored['SourceRaw'], usual.SourceRaw),
  };
}

/** Reads and repairs stored settings; a missing section gets its defaults. */
export function readSettings(value: unknown): StreamSettings {
  const stored = isStored(value) ? value : {};
  const [graphing, realTime, geoSpeed] = [
    readSection(stored, 'graphing'),
    readSection(stored, 'realTime'),
    readSection(stored, 'geoSpeed'),
  ];
  return {
    graphing: graphing ? readGraphing(graphing) : DEFAULT_SETTINGS.graphing,
    realTime: realTime ? readRealTime(realTime) : DEFAULT_SETTINGS.realTime,
    geoSpeed: geoSpeed ? readGeoSpeed(geoSpeed) : DEFAULT_SETTINGS.geoSpeed,
  };
}
