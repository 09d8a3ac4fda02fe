// Speeds are stored in metres per second; users see miles per hour.
export type MetresPerSecond = number & { readonly unit: 'm/s' };

export const METRES_PER_SECOND_PER_MPH = 0.44704;
export const MPH_PER_METRE_PER_SECOND = 2.23694;

/** The documents call this "meters to miles"; it is a speed factor, used only for the tool lookup (K-002). */
export const TOOL_LOOKUP_MPH_PER_METRE_PER_SECOND = 2.237;

export function metresPerSecond(value: number): MetresPerSecond {
  return value as MetresPerSecond;
}

export function mphToMetresPerSecond(mph: number): MetresPerSecond {
  return metresPerSecond(mph * METRES_PER_SECOND_PER_MPH);
}

export function metresPerSecondToMph(speed: MetresPerSecond): number {
  return speed * MPH_PER_METRE_PER_SECOND;
}

/** The expected speed for the tool lookup (K-003). */
export function mphToToolLookupSpeed(mph: number): MetresPerSecond {
  return metresPerSecond(mph / TOOL_LOOKUP_MPH_PER_METRE_PER_SECOND);
}
