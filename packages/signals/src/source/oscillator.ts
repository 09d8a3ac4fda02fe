/** A sine that turns by the same angle with every call, without computing one: two products a sample. */
export function createOscillator(wave: {
  readonly frequencyHz: number;
  readonly rateHz: number;
  readonly amplitude: number;
  readonly phaseRad: number;
}): () => number {
  const step = (2 * Math.PI * wave.frequencyHz) / wave.rateHz;
  const turn = 2 * Math.cos(step);
  let before = wave.amplitude * Math.sin(wave.phaseRad - 2 * step);
  let last = wave.amplitude * Math.sin(wave.phaseRad - step);
  return () => {
    const next = turn * last - before;
    before = last;
    last = next;
    return next;
  };
}
