import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Call } from '../../platform/http/call.ts';
import { SESSION_LIFE_DAYS } from './session.store.ts';

export const REFRESH_COOKIE = 'waymark_refresh';
export const STREAM_COOKIE = 'waymark_stream';
export const OIDC_COOKIE = 'waymark_oidc';

const DAY_S = 86_400;

/** Cookies that scripts cannot read and other sites cannot send, each for its own path. */
export class Cookies {
  readonly #isSecure: boolean;

  constructor(isHttps: boolean) {
    this.#isSecure = isHttps;
  }

  setRefresh(call: Call, token: string): void {
    call.setCookie(REFRESH_COOKIE, token, this.#options('/api/oauth', SESSION_LIFE_DAYS * DAY_S));
  }

  clearRefresh(call: Call): void {
    call.setCookie(REFRESH_COOKIE, '', this.#options('/api/oauth', 0));
  }

  setStream(call: Call, token: string, lifeS: number): void {
    call.setCookie(STREAM_COOKIE, token, this.#options('/hub', lifeS));
  }

  clearStream(call: Call): void {
    call.setCookie(STREAM_COOKIE, '', this.#options('/hub', 0));
  }

  /** Must survive the return from the provider's site, so lax. */
  setOidc(call: Call, value: string): void {
    call.setCookie(OIDC_COOKIE, value, { ...this.#options('/api/oidc', 600), sameSite: 'lax' });
  }

  clearOidc(call: Call): void {
    call.setCookie(OIDC_COOKIE, '', { ...this.#options('/api/oidc', 0), sameSite: 'lax' });
  }

  #options(path: string, maxAge: number): CookieSerializeOptions {
    return { path, maxAge, httpOnly: true, sameSite: 'strict', secure: this.#isSecure };
  }
}
