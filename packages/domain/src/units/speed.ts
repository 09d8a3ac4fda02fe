// Speeds are kept in metres per second; people see miles per hour.
export type MetresPerSecond = number & { readonly unit: 'm/s' };

export const METRES_PER_SECOND_PER_MPH = 0.44704;
export const MPH_PER_METRE_PER_SECOND = 2.23694;

/** The documents call this "meters to miles"; it is a speed factor and serves the tool lookup only (K-002). */
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

/** Expected speed as the tool lookup wants it (K-003). */
export function mphToToolLookupSpeed(mph: number): MetresPerSecond {
  return metresPerSecond(mph / TOOL_LOOKUP_MPH_PER_METRE_PER_SECOND);
}
