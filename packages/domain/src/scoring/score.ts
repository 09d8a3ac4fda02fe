/** What one algorithm says of one record. `weight` is on average 1 over the results of a record. */
export interface AlgorithmResult {
  readonly weight: number;
  /** 1: a pig. 0: something else. */
  readonly prediction: 0 | 1;
  /** From 0, no idea, to 1, sure. */
  readonly confidence: number;
}

/** P-024: from −1, surely not a pig, to 1, surely one. null: nobody has judged. */
export function findScore(results: readonly AlgorithmResult[]): number | null {
  if (results.length === 0) return null;
  const sum = results.reduce(
    (total, { weight, prediction, confidence }) => total + weight * (2 * prediction - 1) * confidence,
    0,
  );
  return sum / results.length;
}

/** P-025: with one decimal. */
export function toPercent(score: number): number {
  return Math.round((50 * score + 50) * 10) / 10;
}
