// How much slower than expected the pig goes, as a Kalman filter over the line. Its pace, ln(expected speed / speed), is a
// constant of the run and two swings about it, one over hundreds of kilometres, one over a few; what is seen is its mean
// over a segment. Beside that, stops and surges add time by chance, the more the longer the segment.

/** The wider first: it is taken where nothing is known. */
export const FLUIDS = ['gas', 'liquid'] as const;
export type Fluid = (typeof FLUIDS)[number];

/** What segments have taught of the fluid. */
export type Experience = 'none' | 'unsure' | Fluid;

interface Swing {
  readonly deviation: number;
  readonly lengthM: number;
}

interface PaceModel {
  /** Of the constant. */
  readonly deviation: number;
  readonly swings: readonly [long: Swing, short: Swing];
  /** Of what chance adds over one metre; over n metres the nth part of its square. */
  readonly chance: number;
}

/** Fitted to simulated runs. */
const MODELS: Readonly<Record<Fluid, PaceModel>> = {
  liquid: {
    deviation: 0.0136,
    swings: [
      { deviation: 0.143, lengthM: 297_000 },
      { deviation: 0.0121, lengthM: 2750 },
    ],
    chance: 0.41,
  },
  gas: {
    deviation: 0.0068,
    swings: [
      { deviation: 0.208, lengthM: 182_000 },
      { deviation: 0.079, lengthM: 3900 },
    ],
    chance: 1.16,
  },
};

/** By how much the time of a passage and the place of a marker are off. */
const TIME_DEVIATION_S = 1;
const PLACE_DEVIATION_M = 7;
/** Nearer than this nothing is told apart. */
const LEAST_M = 1;

type Three = readonly [number, number, number];

export interface PaceFilter {
  readonly fluid: Fluid;
  /** The constant, the long swing and the short one, as they are where the pig was seen last. */
  readonly pace: Three;
  readonly covariance: readonly [Three, Three, Three];
  /** How well the segments so far fit this fluid; a logarithm. */
  readonly evidence: number;
}

export function startFilter(fluid: Fluid): PaceFilter {
  const {
    deviation,
    swings: [long, short],
  } = MODELS[fluid];
  return {
    fluid,
    pace: [0, 0, 0],
    covariance: [
      [deviation ** 2, 0, 0],
      [0, long.deviation ** 2, 0],
      [0, 0, short.deviation ** 2],
    ],
    evidence: 0,
  };
}

/** What a swing does over a stretch: what is left of it at its end, its share in the mean, and what comes anew to each. */
function followSwing({ deviation, lengthM }: Swing, stretchM: number) {
  const u = stretchM / lengthM;
  const left = Math.exp(-u);
  const share = -Math.expm1(-u) / u;
  // The difference of the exact formula is lost in rounding where the stretch is short.
  const square = u < 0.01 ? (2 / 3) * u ** 3 - u ** 4 / 2 : 2 * u - 3 + 4 * left - left ** 2;
  const variance = deviation ** 2;
  return {
    left,
    share,
    end: variance * -Math.expm1(-2 * u),
    mean: (variance * square) / u ** 2,
    both: (variance * Math.expm1(-u) ** 2) / u,
  };
}

const dot = (one: Three, other: Three) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

const build = <Value>(make: (at: 0 | 1 | 2) => Value): readonly [Value, Value, Value] => [make(0), make(1), make(2)];

function look({ fluid, pace, covariance }: PaceFilter, distanceM: number) {
  const { swings, chance } = MODELS[fluid];
  const stretchM = Math.max(LEAST_M, distanceM);
  const [long, short] = [followSwing(swings[0], stretchM), followSwing(swings[1], stretchM)];
  const shares: Three = [1, long.share, short.share];
  const spread = build((at) => dot(covariance[at], shares));
  const variance = dot(spread, shares) + long.mean + short.mean + chance ** 2 / stretchM;
  return { stretchM, long, short, spread, mean: dot(pace, shares), variance };
}

/** The mean pace over the next stretch, and how sure that is. */
export function predictPace(
  filter: PaceFilter,
  distanceM: number,
): { readonly mean: number; readonly deviation: number } {
  const { mean, variance } = look(filter, distanceM);
  return { mean, deviation: Math.sqrt(variance) };
}

/** Student's, of four degrees: a shut-down says little about the fluid. */
const rateSurprise = (square: number, variance: number) =>
  -0.5 * Math.log(variance) - 2.5 * Math.log1p(square / variance / 4);

/** The filter at the end of a segment that took `seconds`. */
export function learnSegment(
  filter: PaceFilter,
  expectedSpeed: number,
  distanceM: number,
  seconds: number,
): PaceFilter {
  const { stretchM, long, short, spread, mean, variance } = look(filter, distanceM);
  const seen = variance + 2 * (TIME_DEVIATION_S / seconds) ** 2 + 2 * (PLACE_DEVIATION_M / stretchM) ** 2;
  const surprise = Math.log((seconds * expectedSpeed) / stretchM) - mean;
  const left: Three = [1, long.left, short.left];
  const anew: Three = [0, long.end, short.end];
  const joint: Three = [spread[0], spread[1] * long.left + long.both, spread[2] * short.left + short.both];
  return {
    fluid: filter.fluid,
    pace: build((at) => filter.pace[at] * left[at] + (joint[at] * surprise) / seen),
    covariance: build((row) =>
      build(
        (at) =>
          filter.covariance[row][at] * left[row] * left[at] +
          (row === at ? anew[at] : 0) -
          (joint[row] * joint[at]) / seen,
      ),
    ),
    evidence: filter.evidence + rateSurprise(surprise ** 2, seen),
  };
}
