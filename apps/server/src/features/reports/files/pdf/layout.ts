import type { ReportPaper, ReportUnits } from '@waymark/contract/routes/reports';
import { formatDecimals } from '@waymark/domain/report/report-cells';
import { FEET_PER_METRE } from '@waymark/domain/units/length';
import { metresPerSecond, metresPerSecondToMph } from '@waymark/domain/units/speed';

// Paper and units of a printed report, by the choice of its reader.

export interface PaperStyle {
  readonly paper: ReportPaper;
  readonly units: ReportUnits;
  /** The notes of the run and of its markers. */
  readonly withNotes: boolean;
}

export const USUAL_STYLE: PaperStyle = { paper: 'a4', units: 'both', withNotes: false };

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Landscape, in points. */
const PAGES = { a4: { width: 841.89, height: 595.28 }, letter: { width: 792, height: 612 } } as const;
export const SIDE = 36;
export const TOP = 30;
export const FOOT = 24;
const HEAD = 20;
const METRES_PER_MILE = 1609.344;
const NONE = '–';

interface Length {
  readonly name: string;
  readonly metres: number;
}

/** The units of a report, never mixed except by the choice "both". */
export interface Measures {
  readonly speeds: readonly ('m/s' | 'mph')[];
  /** Long distances: of lines and axes. */
  readonly far: Length;
  /** Short distances: of columns and altitudes. */
  readonly near: Length;
  readonly writeSpeed: (mps: number | null) => string;
  readonly writeFar: (metres: number, decimals: number) => string;
  readonly writeNear: (metres: number | null, decimals: number) => string | null;
}

const toMph = (mps: number) => metresPerSecondToMph(metresPerSecond(mps));

function measuresOf(units: ReportUnits): Measures {
  const isUs = units === 'us';
  const far = isUs ? { name: 'mi', metres: METRES_PER_MILE } : { name: 'km', metres: 1000 };
  const near = isUs ? { name: 'ft', metres: 1 / FEET_PER_METRE } : { name: 'm', metres: 1 };
  const speeds = { us: ['mph'], metric: ['m/s'], both: ['m/s', 'mph'] } as const;
  return {
    speeds: speeds[units],
    far,
    near,
    writeSpeed: (mps) =>
      mps === null
        ? NONE
        : speeds[units].map((unit) => `${formatDecimals(unit === 'mph' ? toMph(mps) : mps, 2)} ${unit}`).join(' · '),
    writeFar: (metres, decimals) => `${formatDecimals(metres / far.metres, decimals)} ${far.name}`,
    writeNear: (metres, decimals) => (metres === null ? null : formatDecimals(metres / near.metres, decimals)),
  };
}

export interface Layout {
  readonly page: { readonly width: number; readonly height: number };
  /** The room between head and foot. */
  readonly sheet: Box;
  readonly measures: Measures;
  readonly withNotes: boolean;
}

export function layOut({ paper, units, withNotes }: PaperStyle): Layout {
  const page = PAGES[paper];
  const sheet = {
    x: SIDE,
    y: TOP + HEAD,
    width: page.width - 2 * SIDE,
    height: page.height - TOP - HEAD - FOOT - 22,
  };
  return { page, sheet, measures: measuresOf(units), withNotes };
}
