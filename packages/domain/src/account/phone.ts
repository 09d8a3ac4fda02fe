// The number for text messages: digits only once its signs are removed, at most 50 of them.
const MAX_DIGITS = 50;
/** Without a country code a number has at most this many digits. */
const NATIONAL_DIGITS = 10;

export function toPhoneDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}

export function isValidAlertPhone(digits: string): boolean {
  return /^\d+$/.test(digits) && digits.length <= MAX_DIGITS;
}

/** As gateways want it, "+19185550134"; the country code is put before a number that has none. */
export function toInternationalPhone(digits: string, countryCode: string): string {
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  if (digits.startsWith('0')) return `+${countryCode}${digits.slice(1)}`;
  return digits.length <= NATIONAL_DIGITS ? `+${countryCode}${digits}` : `+${digits}`;
}

const hasCountryCode = (digits: string) => digits.length > NATIONAL_DIGITS && !/^0(?!0)/.test(digits);

/** Whether both write the same phone; where only one has a country code, its last ten digits decide as well. */
export function isSamePhone(one: string, other: string, countryCode: string): boolean {
  if (toInternationalPhone(one, countryCode) === toInternationalPhone(other, countryCode)) return true;
  if (hasCountryCode(one) && hasCountryCode(other)) return false;
  const [first, second] = [one.slice(-NATIONAL_DIGITS), other.slice(-NATIONAL_DIGITS)];
  return first.length === NATIONAL_DIGITS && first === second;
}
