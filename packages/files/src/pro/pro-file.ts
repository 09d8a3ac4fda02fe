// The values of a `.pro` file, independent of its grammar (docs/pro-format.md). Instants are UTC milliseconds.

export const PRO_VERSION = 1;
export const PRO_TYPES = ['default', 'summary'] as const;

export interface ProHead {
  readonly type: (typeof PRO_TYPES)[number];
  readonly runId: number;
  readonly runName: string;
  readonly tool: string;
  readonly jobNumber: string;
  readonly createdAt: number;
}

/** In metres and metres per second. */
export interface ProRun {
  readonly launchAt: number | null;
  readonly receiveAt: number | null;
  readonly expectedSpeed: number;
  readonly averageSpeed: number | null;
  readonly diameterM: number;
  readonly lengthM: number;
}

export interface ProMarker {
  /** Counts all markers of the run; the launch site is 1. */
  readonly number: number;
  readonly name: string;
  readonly state: string;
  readonly description: string;
  readonly lat: number;
  readonly lon: number;
  readonly distanceM: number;
  /** The device that has heard the pig there, else the linked one. */
  readonly uid: number | null;
  readonly note: string;
}

export interface ProPassage {
  /** Number of its marker. */
  readonly number: number;
  readonly type: string;
  readonly at: number | null;
  readonly detectionCount: number | null;
  /** Hertz; 0 for MAG. */
  readonly frequency: number | null;
  readonly firmware: number | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly altitudeM: number | null;
  readonly legSpeed: number | null;
  readonly legS: number | null;
  readonly mlPercents: readonly [elf: number | null, geo: number | null, mag: number | null];
}

export interface ProWaveform {
  /** Number of its marker. */
  readonly number: number;
  readonly type: string;
  readonly samplingRate: number;
  readonly endOfSnipAt: number;
  readonly samples: readonly number[];
}

export interface ProFile {
  readonly head: ProHead;
  readonly run: ProRun;
  readonly markers: readonly ProMarker[];
  readonly passages: readonly ProPassage[];
  readonly waveforms: readonly ProWaveform[];
}
