export const IMEI_LENGTH = 15;

export function isImei(text: string): boolean {
  return /^\d{15}$/.test(text);
}
