import * as oidc from 'openid-client';
import { problem } from '../../../platform/http/problem.ts';
import type { Log } from '../../../platform/log.ts';

const TIMEOUT_S = 10;

export interface ExternalProviderConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly audience: string;
  /** The claim of its access tokens that names the company, by id or by name. */
  readonly companyClaim: string;
  /** Values of `acr` with which it says that it asked for a second factor. */
  readonly strongClasses: readonly string[];
}

/** The customer's OpenID Connect provider, discovered on first use, so that it may start after this server. */
export class ExternalProvider {
  readonly config: ExternalProviderConfig;
  readonly #log: Log;
  #discovered: Promise<oidc.Configuration> | undefined;

  constructor(config: ExternalProviderConfig, log: Log) {
    this.config = config;
    this.#log = log;
  }

  discover(): Promise<oidc.Configuration> {
    this.#discovered ??= this.#discover().catch((error: unknown) => {
      this.#discovered = undefined;
      throw this.failure(error);
    });
    return this.#discovered;
  }

  /** The problem for the caller of a provider that failed; the cause goes only to the log. */
  failure(error: unknown) {
    this.#log.warn(
      { err: error, issuer: this.config.issuer },
      'external identity provider failed; the caller got provider-failed',
    );
    return problem('provider-failed');
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.config;
    const server = new URL(issuer);
    const authentication = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    // Allow plain http for a provider on the same machine, as in tests; the library marks the option as deprecated to warn.
    // oxlint-disable-next-line typescript/no-deprecated
    const execute = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    return oidc.discovery(server, clientId, {}, authentication, { execute, timeout: TIMEOUT_S });
  }
}
