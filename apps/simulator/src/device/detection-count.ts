/** A detection and the count that it was reported with. */
export interface CountedDetection {
  readonly at: number;
  readonly count: number;
}

interface Counter {
  /** Of the newest detection. */
  readonly detectionCount: number;
  /** By time. One may lie ahead: it was reported before the past was. */
  readonly counted: readonly CountedDetection[];
}

const MOST_DETECTIONS = 0xffff;
const REMEMBERED = 64;

/** One more than before this instant, and not more than after it: sorted by time, counts never go down. */
export function countDetection({ detectionCount, counted }: Counter, at: number): number {
  const before = counted.findLast((one) => one.at <= at);
  const after = counted.find((one) => one.at > at);
  return Math.min((before?.count ?? detectionCount) + 1, after?.count ?? MOST_DETECTIONS, MOST_DETECTIONS);
}

export function rememberDetection(
  counted: readonly CountedDetection[],
  detection: CountedDetection,
): readonly CountedDetection[] {
  return [...counted, detection].toSorted((one, other) => one.at - other.at).slice(-REMEMBERED);
}
