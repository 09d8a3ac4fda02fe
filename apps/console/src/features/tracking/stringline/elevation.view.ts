/** A point of the line with the height of the ground there, in metres; null: no file has it. */
export interface HeightSample {
  readonly distanceM: number;
  readonly heightM: number | null;
}

const SAMPLES = 300;

/** Evenly along the line, both ends included. */
export function listSamples(lengthM: number): readonly number[] {
  return Array.from({ length: SAMPLES + 1 }, (_none, at) => (lengthM * at) / SAMPLES);
}

/** A path for each stretch with heights: no line is drawn over a gap. */
export function drawHeights(
  samples: readonly HeightSample[],
  x: (distanceM: number) => number,
  y: (heightM: number) => number,
): readonly string[] {
  const paths: string[] = [];
  let path = '';
  for (const { distanceM, heightM } of samples) {
    if (heightM === null) {
      if (path.includes('L')) paths.push(path);
      path = '';
    } else path += `${path === '' ? 'M' : 'L'}${x(distanceM).toFixed(1)} ${y(heightM).toFixed(1)}`;
  }
  return path.includes('L') ? [...paths, path] : paths;
}
