import { isApiError } from '#/api/api-error.ts';
import { t } from '#/language/t.ts';

export interface LoginFields {
  readonly email: string;
  readonly password: string;
}
export type LoginErrors = Partial<LoginFields>;

export function validateLogin({ email, password }: LoginFields): LoginErrors {
  return {
    ...(email.trim() === '' && { email: t('Enter your email address') }),
    ...(password === '' && { password: t('Enter your password') }),
  };
}

export interface SignInFailure {
  readonly message: string;
  /** Seconds until another attempt makes sense; 0: at once. */
  readonly waitS: number;
}

const DEFAULT_WAIT_S = 5;

/** The provider's message, and the wait that it requires. */
export function describeSignInFailure(error: unknown): SignInFailure {
  if (!isApiError(error)) return { message: t('Something bad happened'), waitS: 0 };
  return { message: error.detail, waitS: error.status === 429 ? (error.retryAfterS ?? DEFAULT_WAIT_S) : 0 };
}

/** Chrome and Firefox; other browsers based on Chromium are not supported. */
export function isSupportedBrowser(userAgent: string): boolean {
  return /Firefox\/|Chrome\//.test(userAgent) && !/Edg\/|OPR\/|SamsungBrowser/.test(userAgent);
}
