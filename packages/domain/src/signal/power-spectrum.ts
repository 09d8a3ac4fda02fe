// Power per frequency of a short signal.

/** In-place radix-2 FFT of `real` and `imaginary`, whose length is a power of two. */
export function transformFourier(real: Float64Array, imaginary: Float64Array): void {
  reorder(real, imaginary);
  for (let half = 1; half < real.length; half *= 2) combineHalves(real, imaginary, half);
}

function reorder(real: Float64Array, imaginary: Float64Array): void {
  for (let at = 1, mirrored = 0; at < real.length; at++) {
    let bit = real.length >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (at >= mirrored) continue;
    swap(real, at, mirrored);
    swap(imaginary, at, mirrored);
  }
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a] ?? 0;
  values[a] = values[b] ?? 0;
  values[b] = kept;
}

function combineHalves(real: Float64Array, imaginary: Float64Array, half: number): void {
  for (let k = 0; k < half; k++) {
    const cosine = Math.cos((Math.PI * k) / half);
    const sine = -Math.sin((Math.PI * k) / half);
    for (let at = k; at < real.length; at += 2 * half) {
      const re = real[at + half] ?? 0;
      const im = imaginary[at + half] ?? 0;
      const turnedRe = re * cosine - im * sine;
      const turnedIm = re * sine + im * cosine;
      real[at + half] = (real[at] ?? 0) - turnedRe;
      imaginary[at + half] = (imaginary[at] ?? 0) - turnedIm;
      real[at] = (real[at] ?? 0) + turnedRe;
      imaginary[at] = (imaginary[at] ?? 0) + turnedIm;
    }
  }
}

/** Hann window with an average of 1. */
export function buildHannWindow(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, at) => 1 - Math.cos((2 * Math.PI * at) / count));
}

/**
 * Power under a Hann window at 0, rate/n, 2 rate/n … rate/2 for n samples, n a power of two. A sine of amplitude A at
 * one of these frequencies gives A²/4 there and A²/16 on both sides. Frequent callers should reuse the window.
 */
export function measurePowerSpectrum(
  samples: ArrayLike<number>,
  window = buildHannWindow(samples.length),
): Float64Array {
  const count = samples.length;
  const real = new Float64Array(count);
  const imaginary = new Float64Array(count);
  for (let at = 0; at < count; at++) real[at] = (samples[at] ?? 0) * (window[at] ?? 0);
  transformFourier(real, imaginary);
  const powers = new Float64Array(count / 2 + 1);
  for (let at = 0; at < powers.length; at++)
    powers[at] = ((real[at] ?? 0) ** 2 + (imaginary[at] ?? 0) ** 2) / count ** 2;
  return powers;
}
