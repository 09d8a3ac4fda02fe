// Compares the estimates at each passage of simulated runs with the truth: the error of the official estimate and of
// the expected speed, how often the arrival lies within the span, the same for a company with uneven runs before and
// after its first fifty runs are learned, and the cost of an estimate.
import { estimate } from '../packages/domain/src/run/estimate/estimate.ts';
import { forecastRun } from '../packages/domain/src/run/estimate/forecast.ts';
import { estimateSpan } from '../packages/domain/src/run/estimate/interval.ts';
import { LEAST_RUNS, learnSpreads, listErrors } from '../packages/domain/src/run/estimate/learn-spreads.ts';
import { FLUIDS, type Fluid } from '../packages/domain/src/run/estimate/pace-filter.ts';
import { completeRun } from '../packages/domain/src/run/testing/simulate-run.ts';
import { drawRoughRuns, drawSightings, listSightings, type Sighting } from './estimator-runs.ts';
import { median, report, type Aim } from './report.ts';
import { isShort } from './short.ts';

const RUNS = isShort ? 5 : 600;
const ROUGH_RUNS = isShort ? 5 : 200;
const COSTED = isShort ? 20 : 2000;
const TARGETS = ['next', 'end'] as const;
type Target = (typeof TARGETS)[number];

interface Judged {
  readonly target: Target;
  /** Error as a share of the true travel time. */
  readonly error: number;
  readonly plainError: number;
  readonly isCovered: boolean;
}

function judge({ run, course, reckoning, forecast, at, now, arrivedAt }: Sighting): Judged[] {
  const { markers, expectedSpeed } = run.path;
  const said = estimate(reckoning, course, markers, now);
  const span = estimateSpan(forecast, now);
  const last = arrivedAt.length - 1;
  const judgeTarget = (
    target: Target,
    marker: number,
    etaS: number | null,
    lowS: number | null = null,
    highS: number | null = null,
  ): Judged[] => {
    const trueS = ((arrivedAt[marker] ?? 0) - now) / 1000;
    if (etaS === null || lowS === null || highS === null || trueS <= 0) return [];
    const plainS = ((markers[marker]?.fromLaunchM ?? 0) - forecast.base.distanceM) / expectedSpeed;
    return [
      {
        target,
        error: Math.abs(etaS - trueS) / trueS,
        plainError: Math.abs(plainS - trueS) / trueS,
        isCovered: trueS >= lowS && trueS <= highS,
      },
    ];
  };
  return [
    ...(at + 1 < last ? judgeTarget('next', at + 1, said.nextEtaS, span?.nextLowS, span?.nextHighS) : []),
    ...judgeTarget('end', last, said.endEtaS, span?.endLowS, span?.endHighS),
  ];
}

interface Quality {
  readonly error: number;
  readonly plainError: number;
  readonly coverage: number;
}

function qualify(judged: readonly Judged[]): Readonly<Record<Target, Quality>> {
  const measureTarget = (target: Target): Quality => {
    const rows = judged.filter((row) => row.target === target);
    return {
      error: median(rows.map(({ error }) => error)),
      plainError: median(rows.map(({ plainError }) => plainError)),
      coverage: rows.filter(({ isCovered }) => isCovered).length / rows.length,
    };
  };
  return { next: measureTarget('next'), end: measureTarget('end') };
}

const measure = (fluid: Fluid) => qualify([...drawSightings('fresh', fluid, RUNS)].flatMap(judge));

/** Coverage for a company with uneven runs: with the simulated spreads, and with spreads learned from its own runs. */
function measureRough(fluid: Fluid) {
  const own = learnSpreads(drawRoughRuns('past', fluid, LEAST_RUNS).map((past) => listErrors(completeRun(past))));
  const coming = drawRoughRuns('to come', fluid, ROUGH_RUNS);
  const [simulated, learned] = [null, own].map((spreads) =>
    qualify(coming.flatMap((each) => [...listSightings(each, spreads)].flatMap(judge))),
  );
  return TARGETS.flatMap((target) => [
    [`${fluid}_rough_${target}_coverage`, simulated?.[target].coverage ?? 0] as const,
    [`${fluid}_own_${target}_coverage`, learned?.[target].coverage ?? 0] as const,
  ]);
}

function measureMicroseconds<Item>(items: readonly Item[], work: (item: Item) => unknown): number {
  items.forEach(work);
  const from = process.cpuUsage();
  items.forEach(work);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / items.length;
}

const qualities = FLUIDS.map((fluid) => ({ fluid, ...measure(fluid) }));
const gains = qualities.map(({ fluid, next }) => [`${fluid}_gain`, next.plainError / next.error] as const);
const gain = Math.min(...gains.map(([, value]) => value));
const errors = qualities.flatMap((quality) =>
  TARGETS.map((target) => [`${quality.fluid}_${target}_error`, quality[target].error] as const),
);
const coverages = qualities.flatMap((quality) =>
  TARGETS.map((target) => [`${quality.fluid}_${target}_coverage`, quality[target].coverage] as const),
);
const rough = FLUIDS.flatMap(measureRough);
const sightings = [...drawSightings('cost', 'gas', 100)].slice(0, COSTED);
const costs = {
  forecast_us: measureMicroseconds(sightings, ({ run, course, reckoning }) => forecastRun(run, course, reckoning)),
  learn_us: measureMicroseconds(drawRoughRuns('cost', 'gas', 20), (run) => listErrors(completeRun(run))),
  span_us: measureMicroseconds(sightings, ({ forecast, now }) => estimateSpan(forecast, now + 60_000)),
};

const learned = rough.filter(([name]) => name.includes('own'));
const coverageAims = [...coverages, ...learned].flatMap(([name, value]): Aim[] => [
  { name, value, op: '>=', aim: 0.75 },
  { name, value, op: '<=', aim: 0.86 },
]);
report(
  'estimator',
  {
    ...Object.fromEntries([...errors, ...gains]),
    gain,
    ...Object.fromEntries(coverages),
    ...Object.fromEntries(rough),
    ...costs,
  },
  [{ name: 'gain', value: gain, op: '>=', aim: 2.5 }, ...coverageAims],
);
