export interface Reading {
  readonly hours: number;
  readonly mb: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Megabytes per hour, by least squares. */
export function findSlope(readings: readonly Reading[]): number {
  const [hours, mb] = [mean(readings.map((reading) => reading.hours)), mean(readings.map((reading) => reading.mb))];
  const together = readings.reduce((sum, reading) => sum + (reading.hours - hours) * (reading.mb - mb), 0);
  return together / readings.reduce((sum, reading) => sum + (reading.hours - hours) ** 2, 0);
}
