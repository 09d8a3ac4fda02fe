const TWO_DIGIT_MINORS_FROM = 10;

/** As people write it: from major 10 the minor has two digits, so the number 10.7 is firmware 10.70. */
export function formatFirmwareVersion(version: number): string {
  return version >= TWO_DIGIT_MINORS_FROM ? version.toFixed(2) : String(version);
}
