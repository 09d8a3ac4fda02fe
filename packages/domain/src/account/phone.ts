// The number for text messages: digits only once its signs are removed, at most 50 of them.
const MAX_DIGITS = 50;

export function toPhoneDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}

export function isValidAlertPhone(digits: string): boolean {
  return /^\d+$/.test(digits) && digits.length <= MAX_DIGITS;
}
