/** Whom a company requires a second factor of. */
export const SECOND_FACTOR_RULES = ['off', 'admins', 'everyone'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 60;

/** The methods of RFC 8176 that are a second factor, or are two factors in one device. */
const STRONG_METHODS: ReadonlySet<unknown> = new Set(['mfa', 'otp', 'hwk', 'swk', 'pop', 'fpt', 'face']);

/** Claims of an ID token, as the provider sent them. */
interface SignInClaims {
  readonly amr?: unknown;
  readonly acr?: unknown;
}

/** Whether the provider says that it asked for a second factor: by a method, or by one of these classes. */
export function provesSecondFactor({ amr, acr }: SignInClaims, strongClasses: readonly string[]): boolean {
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : [];
  return methods.some((method) => STRONG_METHODS.has(method)) || strongClasses.some((each) => each === acr);
}
