/** From an instant to the start of the next second, 1 to 1000 ms. */
export function msToNextSecond(at: number): number {
  const past = ((at % 1000) + 1000) % 1000;
  return Math.max(1, Math.ceil(1000 - past));
}
