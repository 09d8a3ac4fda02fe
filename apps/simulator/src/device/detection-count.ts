/** A detection and the count reported with it. */
export interface CountedDetection {
  readonly at: number;
  readonly count: number;
}

interface Counter {
  /** Count of the newest detection. */
  readonly detectionCount: number;
  /** Ascending by time. May contain a later detection that was reported before earlier ones. */
  readonly counted: readonly CountedDetection[];
}

const MOST_DETECTIONS = 0xffff;
const REMEMBERED = 64;

/** The count before this time plus one, at most the count after it: counts never decrease in the order of time. */
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
