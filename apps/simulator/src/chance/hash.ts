/** A well mixed 32-bit hash of a text: FNV-1a, then the finaliser of MurmurHash3. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixBits(hash);
}

export function mixBits(bits: number): number {
  let mixed = bits ^ (bits >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A share from 0 to 1 (1 excluded), determined by the text. */
export function drawShare(text: string): number {
  return hashText(text) / 0x1_0000_0000;
}
