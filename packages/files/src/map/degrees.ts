/** A hundredth of a metre. */
const DECIMALS = 7;

/** Without an exponent, and without trailing zeros. */
export const writeDegrees = (degrees: number): string => String(Number(degrees.toFixed(DECIMALS)) + 0);
