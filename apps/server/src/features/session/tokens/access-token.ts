import { API_AUDIENCE } from '@waymark/contract/routes/session';
import { SCOPE_OF_ROLE, type Role } from '@waymark/contract/roles';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { problem } from '../../../platform/http/problem.ts';
import { ALGORITHM, type SigningKeys } from './signing-keys.ts';

export const ACCESS_TOKEN_LIFE_S = 3600;
const STREAM_AUDIENCE = 'waymark-stream';

export interface TokenSubject {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly groupId: CompanyId | null;
}

export interface IssuedToken {
  readonly token: string;
  readonly scope: string;
  readonly expiresInS: number;
}

export interface VerifiedToken {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly scope: string;
  readonly expiresAt: number;
}

/** Our own access tokens: JWTs that carry the one scope of the user's role. */
export class AccessTokens {
  readonly #keys: SigningKeys;
  readonly #issuer: string;

  constructor(keys: SigningKeys, issuer: string) {
    this.#keys = keys;
    this.#issuer = issuer;
  }

  get issuer(): string {
    return this.#issuer;
  }

  async issue(subject: TokenSubject, lifeS = ACCESS_TOKEN_LIFE_S): Promise<IssuedToken> {
    const scope = `openid profile email ${SCOPE_OF_ROLE[subject.role]}`;
    const { name, email, groupId: group, sessionId: sid } = subject;
    const claims = { sid, name, email, scope, group };
    const token = await this.#sign(claims, subject.userId, API_AUDIENCE, Math.floor(Date.now() / 1000) + lifeS);
    return { token, scope, expiresInS: lifeS };
  }

  verify(token: string): Promise<VerifiedToken> {
    return this.#verify(token, API_AUDIENCE);
  }

  /** The token of the stream hub's cookie; no other call accepts it. */
  issueStreamToken(userId: UserId, sessionId: string, expiresAt: number): Promise<string> {
    return this.#sign({ sid: sessionId }, userId, STREAM_AUDIENCE, Math.floor(expiresAt / 1000));
  }

  verifyStreamToken(token: string): Promise<VerifiedToken> {
    return this.#verify(token, STREAM_AUDIENCE);
  }

  #sign(claims: JWTPayload, userId: UserId, audience: string, expiresAtS: number): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
      .setSubject(String(userId))
      .setIssuer(this.#issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(expiresAtS)
      .sign(privateKey);
  }

  async #verify(token: string, audience: string): Promise<VerifiedToken> {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = await this.#keys.find(kid);
          if (!key) throw new errors.JWKSNoMatchingKey();
          return key;
        },
        { audience, issuer: this.#issuer, algorithms: [ALGORITHM], requiredClaims: ['sub', 'exp', 'sid'] },
      );
      return {
        userId: Number(payload.sub),
        sessionId: typeof payload['sid'] === 'string' ? payload['sid'] : '',
        scope: typeof payload['scope'] === 'string' ? payload['scope'] : '',
        expiresAt: (payload.exp ?? 0) * 1000,
      };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw problem('token-expired');
      if (error instanceof errors.JOSEError) throw problem('unauthenticated');
      throw error;
    }
  }
}
