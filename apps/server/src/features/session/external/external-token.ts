import { roleOfScopes, type Role } from '@waymark/contract/roles';
import { provesSecondFactor } from '@waymark/domain/account/second-factor';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { hasHiddenControls } from '@waymark/domain/text/names';
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.ts';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';
import { problem } from '../../../platform/http/problem.ts';
import { recordExternalUser } from './external-users.store.ts';
import { findExternalUser, findGroupId, findUserByEmail } from '../../users/users.queries.ts';
import type { FactorRules } from '../second-factor/rule/factor-rule.ts';
import { checkExternalFactor } from './external-factor.ts';
import type { ExternalProvider } from './external-provider.ts';

const EXTERNAL_SESSION = 'external:';

/** Tokens of an external provider carry no session id: all external sessions of a user share this one. */
export function externalSessionId(userId: UserId): string {
  return `${EXTERNAL_SESSION}${userId}`;
}

export function isExternalSession(sessionId: string): boolean {
  return sessionId.startsWith(EXTERNAL_SESSION);
}

/** A claim that shows as another text counts as missing. */
const shownClaim = z
  .string()
  .refine((text) => text.trim() !== '' && !hasHiddenControls(text))
  .optional()
  .catch(undefined);
const person = z.object({ email: shownClaim, name: shownClaim });
const scopeClaims = z.object({
  scope: z.string().optional(),
  scp: z.union([z.string(), z.array(z.string())]).optional(),
});

function scopesOf(claims: JWTPayload): string {
  const { scope, scp } = scopeClaims.parse(claims);
  return scope ?? (Array.isArray(scp) ? scp.join(' ') : (scp ?? ''));
}

/** Access tokens of the external provider: verified by its published keys, role and company from their claims. */
export class ExternalTokens {
  readonly #provider: ExternalProvider;
  readonly #database: Database;
  readonly #factorRules: FactorRules;
  #keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  constructor(provider: ExternalProvider, database: Database, factorRules: FactorRules) {
    this.#provider = provider;
    this.#database = database;
    this.#factorRules = factorRules;
  }

  isIssuerOf(token: string): boolean {
    try {
      return decodeJwt(token).iss === this.#provider.config.issuer;
    } catch {
      return false;
    }
  }

  /** Whether the provider asked for a second factor at the sign-in of this ID token. */
  isProven(idClaims: JWTPayload): boolean {
    return provesSecondFactor({ amr: idClaims['amr'], acr: idClaims['acr'] }, this.#provider.config.strongClasses);
  }

  /** `idClaims`: the claims of the ID token that came with the access token at sign-in. */
  async authenticate(token: string, idClaims?: JWTPayload): Promise<Actor> {
    const claims = await this.#verify(token);
    const role = roleOfScopes(scopesOf(claims));
    if (role === null) throw problem('no-role');
    const groupId = await this.#groupOf(claims, role);
    const subject = claims.sub ?? '';
    const user = await this.#recordUser(claims, idClaims ?? {}, { subject, role, groupId });
    const signIn = idClaims && { isProven: this.isProven(idClaims) };
    const reader = this.#database.read(systemScope('external sign-in'));
    await checkExternalFactor(reader, user.id, this.#factorRules, signIn);
    return {
      userId: user.id,
      name: user.name,
      email: user.email,
      role,
      groupId,
      sessionId: externalSessionId(user.id),
      expiresAt: (claims.exp ?? 0) * 1000,
    };
  }

  async #verify(token: string): Promise<JWTPayload> {
    const { issuer, audience } = this.#provider.config;
    const keysAddress = (await this.#provider.discover()).serverMetadata().jwks_uri;
    if (keysAddress === undefined) throw this.#provider.failure(new Error('the provider publishes no keys'));
    this.#keys ??= createRemoteJWKSet(new URL(keysAddress), { timeoutDuration: 5000 });
    try {
      const verified = await jwtVerify(token, this.#keys, { issuer, audience, requiredClaims: ['sub', 'exp'] });
      return verified.payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw problem('token-expired');
      if (error instanceof errors.JWKSTimeout) throw this.#provider.failure(error);
      if (error instanceof errors.JOSEError) throw problem('unauthenticated');
      throw this.#provider.failure(error);
    }
  }

  async #groupOf(claims: JWTPayload, role: Role): Promise<number | null> {
    if (role === 'superadmin') return null;
    const { companyClaim } = this.#provider.config;
    const company = claims[companyClaim];
    const groupId =
      typeof company === 'string' || typeof company === 'number'
        ? await findGroupId(this.#database.read(systemScope('external sign-in')), String(company))
        : null;
    if (groupId === null) throw problem('no-role', { detail: 'No company configured for user' });
    return groupId;
  }

  async #recordUser(
    claims: JWTPayload,
    idClaims: JWTPayload,
    seen: { readonly subject: string; readonly role: Role; readonly groupId: CompanyId | null },
  ) {
    const reader = this.#database.read(systemScope('external sign-in'));
    const { issuer } = this.#provider.config;
    const known = await findExternalUser(reader, issuer, seen.subject);
    if (known && known.role === seen.role && known.group_id === seen.groupId) return known;
    const { email, name } = this.#personOf(claims, idClaims);
    const sameEmail = await findUserByEmail(reader, email);
    if (sameEmail && sameEmail.id !== known?.id) {
      throw problem('conflict', { detail: 'Another account already uses this email address.' });
    }
    await this.#database.change(systemOrigin('external sign-in'), (change) =>
      recordExternalUser(change, { issuer, email, name, ...seen }),
    );
    const recorded = await findExternalUser(reader, issuer, seen.subject);
    if (!recorded) throw problem('unauthenticated');
    return recorded;
  }

  #personOf(claims: JWTPayload, idClaims: JWTPayload): { email: string; name: string } {
    const { email, name } = person.parse({ ...idClaims, ...claims });
    if (email === undefined) throw problem('no-role', { detail: 'The identity provider gave no email address.' });
    return { email, name: name ?? email };
  }
}
