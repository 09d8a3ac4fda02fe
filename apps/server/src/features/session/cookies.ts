import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Call } from '../../platform/http/call.ts';
import type { PresentedToken } from './tokens/refresh-tokens.store.ts';

type CookieName = 'waymark_refresh' | 'waymark_stream' | 'waymark_oidc';
type Received = Readonly<Record<string, string | undefined>>;

/** Over plain http, where a browser refuses the prefix, each cookie goes to its own path only. */
const PATHS: Readonly<Record<CookieName, string>> = {
  waymark_refresh: '/api/oauth',
  waymark_stream: '/hub',
  waymark_oidc: '/api/oidc',
};
const OIDC_LIFE_S = 600;

function secondsUntil(instant: Date): number {
  return Math.max(0, Math.floor((instant.getTime() - Date.now()) / 1000));
}

/**
 * Cookies that scripts cannot read and other sites cannot send. Over https their prefix __Host- keeps other hosts
 * of the domain from setting them; the browser then sends them on every path.
 */
export class Cookies {
  readonly #isHttps: boolean;

  constructor(isHttps: boolean) {
    this.#isHttps = isHttps;
  }

  /** The refresh token, also from a cookie that was set before cookies had the prefix. */
  readRefresh({ cookies }: Call): PresentedToken | undefined {
    const token = cookies[this.#nameOf('waymark_refresh')];
    if (token) return { token, lacksPrefix: false };
    const old = cookies['waymark_refresh'];
    return old ? { token: old, lacksPrefix: true } : undefined;
  }

  setRefresh(call: Call, token: string, expiresAt: Date): void {
    this.#set(call, 'waymark_refresh', token, secondsUntil(expiresAt));
    this.#clearUnprefixed(call);
  }

  clearRefresh(call: Call): void {
    this.#set(call, 'waymark_refresh', '', 0);
    this.#clearUnprefixed(call);
  }

  readStream(cookies: Received): string | undefined {
    return cookies[this.#nameOf('waymark_stream')];
  }

  setStream(call: Call, token: string, lifeS: number): void {
    this.#set(call, 'waymark_stream', token, lifeS);
  }

  clearStream(call: Call): void {
    this.#set(call, 'waymark_stream', '', 0);
  }

  readOidc({ cookies }: Call): string | undefined {
    return cookies[this.#nameOf('waymark_oidc')];
  }

  /** `lax`, because the browser must send it on the redirect back from the provider's site. */
  setOidc(call: Call, value: string): void {
    this.#set(call, 'waymark_oidc', value, OIDC_LIFE_S, 'lax');
  }

  clearOidc(call: Call): void {
    this.#set(call, 'waymark_oidc', '', 0, 'lax');
  }

  #nameOf(name: CookieName): string {
    return this.#isHttps ? `__Host-${name}` : name;
  }

  #set(
    call: Call,
    name: CookieName,
    value: string,
    maxAge: number,
    sameSite: CookieSerializeOptions['sameSite'] = 'strict',
  ): void {
    const path = this.#isHttps ? '/' : PATHS[name];
    call.setCookie(this.#nameOf(name), value, { path, maxAge, httpOnly: true, sameSite, secure: this.#isHttps });
  }

  #clearUnprefixed(call: Call): void {
    if (!this.#isHttps || call.cookies['waymark_refresh'] === undefined) return;
    const path = PATHS.waymark_refresh;
    call.setCookie('waymark_refresh', '', { path, maxAge: 0, httpOnly: true, sameSite: 'strict', secure: true });
  }
}
