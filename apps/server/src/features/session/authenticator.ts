import { roleOfScopes } from '@waymark/contract/roles';
import type { Actor } from '../../platform/access/actor.ts';
import { systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Notices } from '../../platform/database/notices.ts';
import { problem } from '../../platform/http/problem.ts';
import { findUserById } from '../users/users.queries.ts';
import { checkExternalFactor } from './external/external-factor.ts';
import type { FactorRules } from './second-factor/rule/factor-rule.ts';
import type { AccessTokens, VerifiedToken } from './tokens/access-token.ts';
import { isExternalSession, type ExternalTokens } from './external/external-token.ts';
import type { KeyTokens } from './keys/key-tokens.ts';
import { isKey } from './keys/key-secret.ts';
import { findSessionUser } from './session.queries.ts';
import type { TokenMemory } from './tokens/token-memory.ts';

interface AuthenticatorParts {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly external: ExternalTokens | undefined;
  readonly keys: KeyTokens;
  readonly memory: TokenMemory;
  readonly notices: Notices;
  readonly factorRules: FactorRules;
}

/**
 * Turns a token into an Actor: checks signature, audience and expiry, and that the user still has the role and session;
 * of an API key, that it is not revoked.
 */
export class Authenticator {
  readonly #parts: AuthenticatorParts;

  constructor(parts: AuthenticatorParts) {
    this.#parts = parts;
  }

  async authenticate(token: string, address: string): Promise<Actor> {
    const { memory, notices, keys } = this.#parts;
    const generation = memory.generation;
    const known = memory.find(token, Date.now());
    const actor = known ?? (await this.#verify(token));
    // A user may set up the second factor at any moment, so the tokens of such users are verified each time.
    if (!known && !actor.mustSetUpFactor && notices.isListening) memory.remember(token, actor, generation);
    keys.admit(actor, address);
    return actor;
  }

  /** A connection to the hub, which is closed to users who must set up a second factor first. */
  async authenticateConnection(token: string, address: string): Promise<Actor> {
    return refuseDuringSetUp(await this.authenticate(token, address));
  }

  /** The token of the stream hub's cookie carries no scope: it only identifies a session. */
  async authenticateStream(token: string): Promise<Actor> {
    const verified = await this.#parts.tokens.verifyStreamToken(token);
    return refuseDuringSetUp(await this.#actorOf(verified));
  }

  #verify(token: string): Promise<Actor> {
    const { keys, external } = this.#parts;
    if (isKey(token)) return keys.authenticate(token);
    return external?.isIssuerOf(token) ? external.authenticate(token) : this.#authenticateOwn(token);
  }

  async #authenticateOwn(token: string): Promise<Actor> {
    const verified = await this.#parts.tokens.verify(token);
    const actor = await this.#actorOf(verified);
    if (roleOfScopes(verified.scope) !== actor.role) throw problem('unauthenticated');
    return actor;
  }

  async #actorOf(verified: VerifiedToken): Promise<Actor> {
    const { database, factorRules } = this.#parts;
    const reader = database.read(systemScope('authentication'));
    const isExternal = isExternalSession(verified.sessionId);
    const user = isExternal
      ? await findUserById(reader, verified.userId)
      : await findSessionUser(reader, verified.sessionId, factorRules);
    if (!user || user.id !== verified.userId) throw problem('unauthenticated');
    if (isExternal) await checkExternalFactor(reader, user.id, factorRules);
    return {
      ...('must_set_up' in user && user.must_set_up && { mustSetUpFactor: true as const }),
      userId: user.id,
      name: user.name,
      email: user.email,
      role: user.role,
      groupId: user.group_id,
      sessionId: verified.sessionId,
      expiresAt: verified.expiresAt,
    };
  }
}

function refuseDuringSetUp(actor: Actor): Actor {
  if (actor.mustSetUpFactor) throw problem('second-factor-required');
  return actor;
}
