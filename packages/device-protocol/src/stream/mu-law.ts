// ITU-T G.711 mu-law on 16-bit samples: one byte each, for weak links.

const BIAS = 132;
const CLIP = 32_635;

export function encodeMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(CLIP, Math.abs(sample)) + BIAS;
  const exponent = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

export function decodeMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS;
  return bits & 0x80 && magnitude > 0 ? -magnitude : magnitude;
}

export function expandMuLaw(codes: Uint8Array): Int16Array {
  const samples = new Int16Array(codes.length);
  for (const [at, code] of codes.entries()) samples[at] = decodeMuLaw(code);
  return samples;
}
