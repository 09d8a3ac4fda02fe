// The user's settings for the stream of a device, stored in the browser.

export type Extents = 'extents' | 'thresh';

export interface GraphingSettings {
  readonly ShowRaw: boolean;
  readonly ShowMAG: boolean;
  readonly ShowELF: boolean;
  readonly EMExtents: Extents;
  readonly RSSIExtents: Extents;
  readonly GeoExtents: Extents;
}

export interface RealTimeSettings {
  /** Hz. */
  readonly Freq1: number;
  readonly MagEn: boolean;
  readonly ELFEn: boolean;
  readonly GeoEn: boolean;
  readonly SendToDB: boolean;
  readonly SoundEn: boolean;
  /** Seconds that the plots pause after a detection. */
  readonly PauseTime: number;
}

/** 1, 2, 3: over 2, 5 or 10 welds. */
export type NumAvg = 1 | 2 | 3;

export interface GeoSpeedSettings {
  /** In feet, or in metres if Metric; 0: not set. */
  readonly WeldSpace: number;
  readonly Metric: boolean;
  readonly NumAvg: NumAvg;
  readonly Enable: boolean;
  /** Search welds in the raw sound, without the high-pass filter. */
  readonly SourceRaw: boolean;
}

export interface StreamSettings {
  readonly graphing: GraphingSettings;
  readonly realTime: RealTimeSettings;
  readonly geoSpeed: GeoSpeedSettings;
}

export const DEFAULT_SETTINGS: StreamSettings = {
  graphing: {
    ShowRaw: true,
    ShowMAG: true,
    ShowELF: true,
    EMExtents: 'extents',
    RSSIExtents: 'extents',
    GeoExtents: 'extents',
  },
  realTime: { Freq1: 22, MagEn: false, ELFEn: false, GeoEn: false, SendToDB: true, SoundEn: false, PauseTime: 30 },
  geoSpeed: { WeldSpace: 20, Metric: false, NumAvg: 2, Enable: false, SourceRaw: false },
};

/** The initial value of a stream dialog; the stored settings overwrite it when it opens. */
export const DIALOG_SETTINGS: StreamSettings = {
  ...DEFAULT_SETTINGS,
  geoSpeed: { ...DEFAULT_SETTINGS.geoSpeed, Metric: true },
};

/** Used if no pause is stored (S-060). */
export const FALLBACK_PAUSE_S = 15;

const WELDS = { 1: 2, 2: 5, 3: 10 } as const;

export function weldsOf(numAvg: NumAvg): number {
  return WELDS[numAvg];
}
