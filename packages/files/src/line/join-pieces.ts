import { computeDistanceM, type Place } from '@waymark/domain/geo/great-circle';
import { fail, succeed, type Result } from '@waymark/domain/result';

export interface DrawnLine {
  readonly points: readonly Place[];
  /** Number of pieces in the file. */
  readonly pieces: number;
  /** The widest gap between two joined pieces, metres. */
  readonly widestGapM: number;
}

const first = (piece: readonly Place[]) => piece[0] ?? { lat: 0, lon: 0 };
const last = (piece: readonly Place[]) => piece.at(-1) ?? { lat: 0, lon: 0 };

const MAX_PIECES = 500;

interface Choice {
  readonly index: number;
  readonly gapM: number;
  readonly isTurned: boolean;
  readonly atStart: boolean;
}

function listWays(piece: readonly Place[], index: number, [start, end]: readonly [Place, Place]): Choice[] {
  return [
    { index, gapM: computeDistanceM(end, first(piece)), isTurned: false, atStart: false },
    { index, gapM: computeDistanceM(end, last(piece)), isTurned: true, atStart: false },
    { index, gapM: computeDistanceM(last(piece), start), isTurned: false, atStart: true },
    { index, gapM: computeDistanceM(first(piece), start), isTurned: true, atStart: true },
  ];
}

/**
 * Joins the pieces of a line, which files contain in any order and direction: always the nearest end, on either side.
 */
export function joinPieces(pieces: readonly (readonly Place[])[]): Result<DrawnLine, string> {
  if (pieces.length > MAX_PIECES)
    return fail(`The line is in ${pieces.length.toLocaleString('en')} pieces; at most ${MAX_PIECES} can be joined.`);
  const [begin = [], ...open] = pieces;
  const chain = [begin];
  let widestGapM = 0;
  while (open.length > 0) {
    const ends = [first(chain[0] ?? []), last(chain.at(-1) ?? [])] as const;
    const best = open
      .flatMap((piece, index) => listWays(piece, index, ends))
      .reduce((one, other) => (other.gapM < one.gapM ? other : one));
    const [piece = []] = open.splice(best.index, 1);
    const turned = best.isTurned ? piece.toReversed() : piece;
    if (best.atStart) chain.unshift(turned);
    else chain.push(turned);
    widestGapM = Math.max(widestGapM, best.gapM);
  }
  return succeed({ points: dropRepeats(chain.flat()), pieces: pieces.length, widestGapM });
}

function dropRepeats(points: readonly Place[]): Place[] {
  return points.filter(({ lat, lon }, at) => at === 0 || lat !== points[at - 1]?.lat || lon !== points[at - 1]?.lon);
}
