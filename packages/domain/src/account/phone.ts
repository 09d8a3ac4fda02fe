// Phone numbers for text messages: at most 50 digits after other characters are removed.
const MAX_DIGITS = 50;
/** A number without a country code has at most this many digits. */
const NATIONAL_DIGITS = 10;

export function toPhoneDigits(phone: string): string {
  return phone.replaceAll(/\D/g, '');
}

export function isValidAlertPhone(digits: string): boolean {
  return /^\d+$/.test(digits) && digits.length <= MAX_DIGITS;
}

/** The international form for gateways, "+19185550134"; adds the country code if it is missing. */
export function toInternationalPhone(digits: string, countryCode: string): string {
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  if (digits.startsWith('0')) return `+${countryCode}${digits.slice(1)}`;
  return digits.length <= NATIONAL_DIGITS ? `+${countryCode}${digits}` : `+${digits}`;
}

const hasCountryCode = (digits: string) => digits.length > NATIONAL_DIGITS && !/^0(?!0)/.test(digits);

/** Whether both are the same phone. If only one has a country code, the last ten digits decide. */
export function isSamePhone(one: string, other: string, countryCode: string): boolean {
  if (toInternationalPhone(one, countryCode) === toInternationalPhone(other, countryCode)) return true;
  if (hasCountryCode(one) && hasCountryCode(other)) return false;
  const [first, second] = [one.slice(-NATIONAL_DIGITS), other.slice(-NATIONAL_DIGITS)];
  return first.length === NATIONAL_DIGITS && first === second;
}
