/** Bit `place` of `bits`, counted from the lowest. */
export function takeBit(bits: number, place: number): 0 | 1 {
  return (bits >> place) & 1 ? 1 : 0;
}
