import { REQUESTED_SCOPES } from '@waymark/contract/roles';
import { SECOND_FACTOR_MISSING } from '@waymark/contract/routes/session';
import type { JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import { z } from 'zod';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../../platform/http/call.ts';
import { problem, Problem } from '../../../platform/http/problem.ts';
import type { Log } from '../../../platform/log.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { ACCESS_TOKEN_LIFE_S, type IssuedToken } from '../tokens/access-token.ts';
import type { Cookies } from '../cookies.ts';
import type { ExternalProvider } from './external-provider.ts';
import type { ExternalTokens } from './external-token.ts';
import { openSession } from '../open-session.store.ts';
import type { SessionRules } from '../session-rules.ts';
import { keepExternalRefresh } from '../session.store.ts';
import type { SetStreamCookie } from '../stream-cookie.ts';

/** The console needs only the OAuth error code; the limit keeps a provider's long text out of the URL. */
const MAX_CODE = 60;

const underWay = z.object({ tabState: z.string(), state: z.string(), nonce: z.string(), verifier: z.string() });

export interface ExternalSignInParts {
  readonly provider: ExternalProvider;
  readonly tokens: ExternalTokens;
  readonly database: Database;
  readonly box: SecretBox;
  readonly cookies: Cookies;
  readonly setStreamCookie: SetStreamCookie;
  readonly rules: SessionRules;
  readonly publicUrl: string;
  readonly log: Log;
}

/** Sign-in with the external provider: authorisation code with PKCE, done by the server for the browser. */
export class ExternalSignIn {
  readonly #parts: ExternalSignInParts;

  constructor(parts: ExternalSignInParts) {
    this.#parts = parts;
  }

  /** The address at the provider to send the browser to. */
  async start(call: Call, tabState: string): Promise<string> {
    const { provider, box, cookies } = this.#parts;
    const config = await provider.discover();
    const trip = {
      tabState,
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    cookies.setOidc(call, box.seal(JSON.stringify(trip)).toString('base64url'));
    const { audience, strongClasses } = provider.config;
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirectUri,
      scope: `${REQUESTED_SCOPES} offline_access`,
      audience,
      ...(URL.canParse(audience) && { resource: audience }),
      state: trip.state,
      nonce: trip.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(trip.verifier),
      code_challenge_method: 'S256',
      prompt: 'consent',
      ...(strongClasses.length > 0 && { acr_values: strongClasses.join(' ') }),
    });
    return address.href;
  }

  /** Exchanges the code for tokens, opens a session and answers the address to redirect the browser to. */
  async finish(call: Call, query: Readonly<Record<string, string>>): Promise<string> {
    const { tokens, database, box, cookies, setStreamCookie, rules } = this.#parts;
    const trip = this.#readTrip(call);
    cookies.clearOidc(call);
    if (query['error'] !== undefined)
      return this.#return({ error: query['error'].slice(0, MAX_CODE), state: trip.tabState });
    const granted = await this.#trade(trip, query);
    const idClaims: JWTPayload = granted.claims() ?? {};
    const actor = await this.#identify(call, granted.access_token, idClaims);
    if (!actor) return this.#return({ error: SECOND_FACTOR_MISSING, state: trip.tabState });
    const refresh = granted.refresh_token;
    const session = {
      userId: actor.userId,
      address: call.address,
      userAgent: call.userAgent,
      withFactor: tokens.isProven(idClaims),
      ...(refresh !== undefined && { externalRefresh: box.seal(refresh) }),
    };
    const { refreshToken, expiresAt } = await database.change(
      systemOrigin('external sign-in', call),
      async (change) => {
        await change.audit({ action: 'signed-in', objectType: 'user', objectId: actor.userId, groupId: actor.groupId });
        return openSession(change, session, rules);
      },
    );
    if (refresh !== undefined) cookies.setRefresh(call, refreshToken, expiresAt);
    const lifeS = granted.expires_in ?? ACCESS_TOKEN_LIFE_S;
    await setStreamCookie(call, actor, lifeS);
    return this.#return({
      access_token: granted.access_token,
      scope: granted.scope ?? '',
      expires_in: String(lifeS),
      token_type: 'Bearer',
      state: trip.tabState,
    });
  }

  /** The user of the token; undefined: a rule covers them, and the provider did not ask for a second factor. */
  async #identify(call: Call, token: string, idClaims: JWTPayload): Promise<Actor | undefined> {
    const { tokens, log } = this.#parts;
    return tokens.authenticate(token, idClaims).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'second-factor-missing') throw error;
      const { amr, acr } = idClaims;
      log.info({ requestId: call.requestId, address: call.address, amr, acr }, 'sign-in without second factor refused');
      return undefined;
    });
  }

  /** Renews at the provider with the refresh token that is stored with the session. */
  async renew(sessionId: string, sealedRefresh: Buffer): Promise<IssuedToken> {
    const { database, box } = this.#parts;
    const granted = await this.#renewAtProvider(box.open(sealedRefresh));
    const next = granted.refresh_token;
    if (next !== undefined) {
      await database.change(systemOrigin('external renewal'), (change) =>
        keepExternalRefresh(change, sessionId, box.seal(next)),
      );
    }
    return {
      token: granted.access_token,
      scope: granted.scope ?? '',
      expiresInS: granted.expires_in ?? ACCESS_TOKEN_LIFE_S,
    };
  }

  get #redirectUri(): string {
    return `${this.#parts.publicUrl}/api/oidc/callback`;
  }

  async #renewAtProvider(refresh: string) {
    try {
      return await oidc.refreshTokenGrant(await this.#parts.provider.discover(), refresh);
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError) throw problem('refresh-refused');
      throw this.#parts.provider.failure(error);
    }
  }

  #readTrip(call: Call): z.infer<typeof underWay> {
    const sealed = this.#parts.cookies.readOidc(call);
    if (!sealed) throw problem('sign-in-not-started');
    try {
      return underWay.parse(JSON.parse(this.#parts.box.open(Buffer.from(sealed, 'base64url'))));
    } catch {
      throw problem('sign-in-not-started');
    }
  }

  async #trade(trip: z.infer<typeof underWay>, query: Readonly<Record<string, string>>) {
    const { provider } = this.#parts;
    const config = await provider.discover();
    const { issuer, authorization_response_iss_parameter_supported: mustName } = config.serverMetadata();
    const { code, state, iss = mustName === true ? undefined : issuer } = query;
    // A forged answer may come from any site: accept only the answer to the request that this browser started.
    if (code === undefined || state !== trip.state || iss !== issuer) throw problem('sign-in-not-started');
    const address = new URL(this.#redirectUri);
    address.search = new URLSearchParams({ code, state, iss }).toString();
    try {
      return await oidc.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: trip.verifier,
        expectedState: trip.state,
        expectedNonce: trip.nonce,
      });
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.status < 500 && error.error === 'invalid_grant')
        throw problem('sign-in-not-started');
      throw provider.failure(error);
    }
  }

  #return(hash: Readonly<Record<string, string>>): string {
    return `/authenticated#${new URLSearchParams(hash).toString()}`;
  }
}
