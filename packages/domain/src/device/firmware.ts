const TWO_DIGIT_MINORS_FROM = 10;
const TWO_DIGITS = 99;
/** The number 10.99001 is firmware 10.100. */
const THREE_DIGIT_MINOR = /^(?<major>\d+)\.99(?<above>\d{3})$/;

/** The written form. From major 10 on the minor has two digits, so the number 10.7 is firmware 10.70. */
export function formatFirmwareVersion(version: number): string {
  const { major, above } = THREE_DIGIT_MINOR.exec(version.toFixed(5))?.groups ?? {};
  if (major !== undefined && Number(above) > 0) return `${major}.${TWO_DIGITS + Number(above)}`;
  return version >= TWO_DIGIT_MINORS_FROM ? version.toFixed(2) : String(version);
}
