// CRC-32 as in zip and PNG files (polynomial EDB88320, reflected).

const TABLE = Uint32Array.from({ length: 256 }, (_none, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

export const CRC_START = 0;

/** Continues the checksum of the preceding bytes. */
export function addToCrc(crc: number, bytes: Uint8Array): number {
  let rest = ~crc >>> 0;
  for (const byte of bytes) rest = (rest >>> 8) ^ (TABLE[(rest ^ byte) & 0xff] ?? 0);
  return ~rest >>> 0;
}

export const formatCrc = (crc: number): string => crc.toString(16).toUpperCase().padStart(8, '0');
