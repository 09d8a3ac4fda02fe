import { directLine } from '@waymark/domain/path/line';
import type { LinePoint } from '@waymark/domain/path/pig-path';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import { measureDraft, type EditorDraft } from '../draft.ts';
import type { UnitSystem } from '@waymark/domain/units/system';
import { formatDistance } from '@waymark/domain/units/quantity';

interface Drawn {
  readonly points: readonly { readonly lat: number; readonly lon: number }[];
  readonly pieces: number;
  readonly widestGapM: number;
}

/** "1,204 points, 3 pieces joined, widest gap 41 m" */
export function describeLine({ points, pieces, widestGapM }: Drawn, units: UnitSystem): string {
  const length = t('{count} point|{count} points', { count: points.length });
  return pieces === 1
    ? t('{points}, in one piece', { points: length })
    : t('{points}, {pieces} pieces joined, widest gap {gap}', {
        points: length,
        pieces: formatCount(pieces),
        gap: formatDistance(widestGapM, units),
      });
}

/** Oriented from the launch site, if that is known. */
function direct(draft: EditorDraft, points: readonly LinePoint[]): readonly LinePoint[] {
  const [launch] = draft.markers;
  return launch ? directLine(points, launch) : points;
}

/** Measures the draft along a line file. */
export function takeLine(draft: EditorDraft, lineFileName: string, drawn: Drawn, units: UnitSystem): EditorDraft {
  const points = drawn.points.map(({ lat, lon }): LinePoint => [lon, lat]);
  return measureDraft({ ...draft, lineFileName, lineNote: describeLine(drawn, units), lineKml: direct(draft, points) });
}

/** Measures the draft straight between markers again. */
export function dropLine(draft: EditorDraft): EditorDraft {
  return measureDraft({ ...draft, lineFileName: null, lineNote: null, lineKml: null });
}
