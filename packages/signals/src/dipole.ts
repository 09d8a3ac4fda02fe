// The field of a magnet or a coil along the pipe, at a distance of `rho` metres, `x` metres past its nearest point.
// Fields per A m², in nT.
const NT_PER_MOMENT = 100;

/** Along the pipe: a lobe of −1/rho³, nulls at ±0.707 rho, side lobes of 20 % at ±1.225 rho. */
export function axialField(x: number, rho: number): number {
  const square = x * x + rho * rho;
  return (NT_PER_MOMENT * (2 * x * x - rho * rho)) / (square * square * Math.sqrt(square));
}

/** Away from the pipe: null at x = 0 between two lobes of opposite sign at ±0.5 rho. */
export function radialField(x: number, rho: number): number {
  const square = x * x + rho * rho;
  return (NT_PER_MOMENT * 3 * x * rho) / (square * square * Math.sqrt(square));
}

/** The field measured by a sensor at `angleRad` to the pipe. */
export function turnedField(x: number, rho: number, angleRad: number): number {
  return Math.cos(angleRad) * axialField(x, rho) + Math.sin(angleRad) * radialField(x, rho);
}
