export const IMEI_LENGTH = 15;

export function isImei(text: string): boolean {
  return /^\d{15}$/.test(text);
}

/** ASCII, filled up with NUL. */
export function encodeImei(imei: string): Uint8Array {
  return Uint8Array.from({ length: IMEI_LENGTH }, (_, at) => imei.charCodeAt(at) || 0);
}

/** Digits only; null when anything else stands before the filling. */
export function decodeImei(bytes: Uint8Array): string | null {
  const text = String.fromCharCode(...bytes.subarray(0, IMEI_LENGTH)).replace(/\0+$/, '');
  return /^\d*$/.test(text) ? text : null;
}
