// A Kalman filter for the pace along the line, ln(expected speed / speed). The pace is a constant of the run plus two
// swings, one over hundreds of kilometres and one over a few; each segment observes its mean. Stops and surges add
// random time that grows with the length of the segment.

/** The wider model comes first: it is used while nothing is known. */
export const FLUIDS = ['gas', 'liquid'] as const;
export type Fluid = (typeof FLUIDS)[number];

/** The fluid as far as the segments have shown it. */
export type Experience = 'none' | 'unsure' | Fluid;

interface Swing {
  readonly deviation: number;
  readonly lengthM: number;
}

interface PaceModel {
  /** Deviation of the constant. */
  readonly deviation: number;
  readonly swings: readonly [long: Swing, short: Swing];
  /** Random part over one metre; over n metres its square is divided by n. */
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

/** Errors of the passage time and the marker place. */
const TIME_DEVIATION_S = 1;
const PLACE_DEVIATION_M = 7;
/** Shorter stretches cannot be told apart. */
const LEAST_M = 1;

type Three = readonly [number, number, number];

export interface PaceFilter {
  readonly fluid: Fluid;
  /** The constant, the long swing and the short swing at the last sighting. */
  readonly pace: Three;
  readonly covariance: readonly [Three, Three, Three];
  /** Log likelihood of the segments so far under this fluid. */
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

/** Propagates a swing over a stretch: its remainder at the end, its share in the mean, and the new variance of both. */
function followSwing({ deviation, lengthM }: Swing, stretchM: number) {
  const u = stretchM / lengthM;
  const left = Math.exp(-u);
  const share = -Math.expm1(-u) / u;
  // The exact formula cancels out for short stretches.
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

function observe({ fluid, pace, covariance }: PaceFilter, distanceM: number) {
  const { swings, chance } = MODELS[fluid];
  const stretchM = Math.max(LEAST_M, distanceM);
  const [long, short] = [followSwing(swings[0], stretchM), followSwing(swings[1], stretchM)];
  const shares: Three = [1, long.share, short.share];
  const spread = build((at) => dot(covariance[at], shares));
  const variance = dot(spread, shares) + long.mean + short.mean + chance ** 2 / stretchM;
  return { stretchM, long, short, spread, mean: dot(pace, shares), variance };
}

/** Mean pace over the next stretch, and its deviation. */
export function predictPace(
  filter: PaceFilter,
  distanceM: number,
): { readonly mean: number; readonly deviation: number } {
  const { mean, variance } = observe(filter, distanceM);
  return { mean, deviation: Math.sqrt(variance) };
}

/** Student's t with four degrees of freedom, so that a shut-down has little weight in the choice of the fluid. */
const rateResidual = (square: number, variance: number) =>
  -0.5 * Math.log(variance) - 2.5 * Math.log1p(square / variance / 4);

/** Updates the filter with a segment that took `seconds`. */
export function learnSegment(
  filter: PaceFilter,
  expectedSpeed: number,
  distanceM: number,
  seconds: number,
): PaceFilter {
  const { stretchM, long, short, spread, mean, variance } = observe(filter, distanceM);
  const seen = variance + 2 * (TIME_DEVIATION_S / seconds) ** 2 + 2 * (PLACE_DEVIATION_M / stretchM) ** 2;
  const residual = Math.log((seconds * expectedSpeed) / stretchM) - mean;
  const left: Three = [1, long.left, short.left];
  const fresh: Three = [0, long.end, short.end];
  const joint: Three = [spread[0], spread[1] * long.left + long.both, spread[2] * short.left + short.both];
  return {
    fluid: filter.fluid,
    pace: build((at) => filter.pace[at] * left[at] + (joint[at] * residual) / seen),
    covariance: build((row) =>
      build(
        (at) =>
          filter.covariance[row][at] * left[row] * left[at] +
          (row === at ? fresh[at] : 0) -
          (joint[row] * joint[at]) / seen,
      ),
    ),
    evidence: filter.evidence + rateResidual(residual ** 2, seen),
  };
}
