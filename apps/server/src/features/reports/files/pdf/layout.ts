import type { ReportPaper } from '@waymark/contract/routes/reports';
import { DEFAULT_LANGUAGE, type Language } from '@waymark/domain/language/language';
import type { TextReader } from '@waymark/domain/language/reader';
import { formatDecimals } from '@waymark/domain/report/report-cells';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { unitOf, type Unit } from '@waymark/domain/units/quantity';
import { DEFAULT_UNITS, type UnitSystem } from '@waymark/domain/units/system';
import { translateTo } from '../../../../platform/language/translations.ts';

// Paper, units and language of a printed report, by the choice of its reader.

export interface PaperStyle {
  readonly paper: ReportPaper;
  readonly units: UnitSystem;
  /** The zone of all times. */
  readonly zone: Zone;
  readonly language: Language;
  /** The notes of the run and of its markers. */
  readonly withNotes: boolean;
}

export const USUAL_STYLE: PaperStyle = {
  paper: 'a4',
  units: DEFAULT_UNITS,
  zone: UTC,
  language: DEFAULT_LANGUAGE,
  withNotes: false,
};

/** Functions cannot go to the thread of the press, so the reader is made there. */
export const readerOf = ({ units, zone, language }: PaperStyle): TextReader => ({
  t: translateTo(language),
  units,
  zone,
});

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
const NONE = '–';

/** The units of a report, never mixed. */
export interface Measures {
  readonly speed: Unit;
  /** Long distances: of lines and axes. */
  readonly far: Unit;
  /** Short distances: of columns and altitudes. */
  readonly near: Unit;
  readonly writeSpeed: (mps: number | null) => string;
  readonly writeFar: (metres: number, decimals: number) => string;
  readonly writeNear: (metres: number | null, decimals: number) => string | null;
}

function measuresOf(units: UnitSystem): Measures {
  const [speed, far, near] = [unitOf('speed', units), unitOf('far', units), unitOf('near', units)];
  return {
    speed,
    far,
    near,
    writeSpeed: (mps) => (mps === null ? NONE : `${formatDecimals(speed.fromSi(mps), 2)} ${speed.name}`),
    writeFar: (metres, decimals) => `${formatDecimals(far.fromSi(metres), decimals)} ${far.name}`,
    writeNear: (metres, decimals) => (metres === null ? null : formatDecimals(near.fromSi(metres), decimals)),
  };
}

export interface Layout extends TextReader {
  readonly page: { readonly width: number; readonly height: number };
  /** The room between head and foot. */
  readonly sheet: Box;
  readonly measures: Measures;
  readonly withNotes: boolean;
}

export function layOut(style: PaperStyle): Layout {
  const { paper, units, withNotes } = style;
  const page = PAGES[paper];
  const sheet = {
    x: SIDE,
    y: TOP + HEAD,
    width: page.width - 2 * SIDE,
    height: page.height - TOP - HEAD - FOOT - 22,
  };
  return { ...readerOf(style), page, sheet, measures: measuresOf(units), withNotes };
}
