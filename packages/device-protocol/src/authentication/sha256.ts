// Written out because the package is pure and synchronous: no Node module, and Web Crypto only answers with promises.

/** The first 32 bits of the fractional part of a root of each of the first `count` primes. */
function deriveConstants(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 0x1_0000_0000);
}

const ROUND_CONSTANTS = deriveConstants(64, Math.cbrt);
const INITIAL_STATE = deriveConstants(8, Math.sqrt);

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function pad(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  return padded;
}

function expandSchedule(block: DataView): Uint32Array {
  const w = new Uint32Array(64);
  for (let t = 0; t < 16; t++) w[t] = block.getUint32(t * 4);
  for (let t = 16; t < 64; t++) {
    const early = w[t - 15] ?? 0;
    const late = w[t - 2] ?? 0;
    const s0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const s1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    w[t] = (w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1;
  }
  return w;
}

function compress(state: Uint32Array, block: DataView): void {
  const w = expandSchedule(block);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[t] ?? 0) + (w[t] ?? 0)) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word;
}

/** SHA-256 (FIPS 180-4): 32 bytes. */
export function computeSha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = INITIAL_STATE.slice();
  const padded = pad(message);
  for (let at = 0; at < padded.length; at += 64) compress(state, new DataView(padded.buffer, at, 64));
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setUint32(at * 4, word);
  return new Uint8Array(digest.buffer);
}
