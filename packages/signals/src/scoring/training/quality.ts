// Quality measures of a model on records with known labels.

export interface Judged {
  readonly probability: number;
  readonly isPassage: boolean;
  readonly kind: string;
}

export interface Quality {
  readonly accuracy: number;
  /** Probability that a passage is rated above another record. */
  readonly auc: number;
  /** Share of passages found at a false positive rate of one per cent. */
  readonly foundAtOnePercent: number;
  readonly brier: number;
  /** Mean difference between predicted probabilities and actual shares, over ten bins. */
  readonly calibrationError: number;
}

const STEPS = 10;

function isRight({ probability, isPassage }: Judged): boolean {
  return probability >= 0.5 === isPassage;
}

/** Rank-based AUC; ties share their rank. */
function measureAuc(judged: readonly Judged[]): number {
  const sorted = judged.toSorted((a, b) => a.probability - b.probability);
  let [rankSum, passages] = [0, 0];
  for (let from = 0; from < sorted.length;) {
    let to = from + 1;
    while (to < sorted.length && sorted[to]?.probability === sorted[from]?.probability) to += 1;
    const found = sorted.slice(from, to).filter(({ isPassage }) => isPassage).length;
    rankSum += (found * (from + 1 + to)) / 2;
    passages += found;
    from = to;
  }
  return (rankSum - (passages * (passages + 1)) / 2) / (passages * (judged.length - passages));
}

function measureFoundAt(judged: readonly Judged[], falseShare: number): number {
  const noise = judged.filter(({ isPassage }) => !isPassage).toSorted((a, b) => b.probability - a.probability);
  const limit = noise[Math.floor(falseShare * noise.length)]?.probability ?? 0;
  const passages = judged.filter(({ isPassage }) => isPassage);
  return passages.filter(({ probability }) => probability > limit).length / passages.length;
}

export interface ReliabilityStep {
  readonly said: number;
  readonly true: number;
  readonly count: number;
}

/** The mean prediction and the share of passages in ten bins; empty bins are dropped. */
export function tabulateReliability(judged: readonly Judged[]): ReliabilityStep[] {
  return Array.from({ length: STEPS }, (_, step) =>
    judged.filter(({ probability }) => Math.min(STEPS - 1, Math.floor(probability * STEPS)) === step),
  )
    .filter((group) => group.length > 0)
    .map((group) => ({
      said: group.reduce((sum, { probability }) => sum + probability, 0) / group.length,
      true: group.filter(({ isPassage }) => isPassage).length / group.length,
      count: group.length,
    }));
}

export interface Confusion {
  readonly kind: string;
  readonly wrong: number;
  readonly count: number;
}

export function tabulateConfusion(judged: readonly Judged[]): Confusion[] {
  return [...new Set(judged.map(({ kind }) => kind))].toSorted().map((kind) => {
    const group = judged.filter((one) => one.kind === kind);
    return { kind, wrong: group.filter((one) => !isRight(one)).length, count: group.length };
  });
}

export function measureQuality(judged: readonly Judged[]): Quality {
  const brier =
    judged.reduce((sum, { probability, isPassage }) => sum + (probability - (isPassage ? 1 : 0)) ** 2, 0) /
    judged.length;
  const calibrationError = tabulateReliability(judged).reduce(
    (sum, step) => sum + (step.count / judged.length) * Math.abs(step.said - step.true),
    0,
  );
  return {
    accuracy: judged.filter(isRight).length / judged.length,
    auc: measureAuc(judged),
    foundAtOnePercent: measureFoundAt(judged, 0.01),
    brier,
    calibrationError,
  };
}
