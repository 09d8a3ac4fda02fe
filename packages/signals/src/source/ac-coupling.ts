/** The first-order high pass in front of the magnetometer's converter: removes constant fields. */
export function createAcCoupling(cutoffHz: number, intervalS: number): (value: number) => number {
  const keep = Math.exp(-2 * Math.PI * cutoffHz * intervalS);
  let before: number | null = null;
  let held = 0;
  return (value) => {
    held = keep * (held + value - (before ?? value));
    before = value;
    return held;
  };
}
