import { WALLBOARD } from '@waymark/contract/key-scopes';
import type { Actor, KeyAccess } from '../../../platform/access/actor.ts';
import { actorIdOfKey } from '../../../platform/access/key-access.ts';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Database } from '../../../platform/database/database.ts';
import { CallLimit } from '../../../platform/http/limits/call-limit.ts';
import { problem } from '../../../platform/http/problem.ts';
import { createAddressCheck } from '../../../platform/http/address-list.ts';
import type { KeyUses } from './key-use.ts';
import { isSecretOf, readLookup } from './key-secret.ts';
import { findKey } from './keys.queries.ts';

const KEY_SESSION = 'key:';

interface CheckedKey extends KeyAccess {
  readonly keyId: number;
  /** undefined: every address may use it. */
  readonly isAllowedFrom: ((address: string) => boolean) | undefined;
}

type KeyActor = Actor & { readonly key: CheckedKey };

export function isKeySession(sessionId: string): boolean {
  return sessionId.startsWith(KEY_SESSION);
}

const isKeyActor = (actor: Actor): actor is KeyActor => actor.key !== undefined && 'keyId' in actor.key;

interface KeyTokenParts {
  readonly database: Database;
  readonly uses: KeyUses;
  /** Calls of one key per minute on this node; 0 disables the limit. */
  readonly requestsPerMinute: number;
}

/** API keys and tokens of wallboards: found by their public part, compared by hash, limited by address and number of calls. */
export class KeyTokens {
  readonly #database: Database;
  readonly #uses: KeyUses;
  readonly #calls: CallLimit;

  constructor({ database, uses, requestsPerMinute }: KeyTokenParts) {
    this.#database = database;
    this.#uses = uses;
    this.#calls = new CallLimit(requestsPerMinute);
  }

  async authenticate(key: string): Promise<Actor> {
    const lookup = readLookup(key);
    const found = lookup && (await findKey(this.#database.read(systemScope('authentication')), lookup));
    if (!isSecretOf(key, found ? found.hash : undefined) || !found) throw problem('unauthenticated');
    const expiresAt = found.expires_at?.getTime() ?? Number.MAX_SAFE_INTEGER;
    if (expiresAt <= Date.now()) throw problem('token-expired');
    const access: CheckedKey = {
      keyId: found.id,
      scopes: new Set(found.scopes),
      isAllowedFrom: createAddressCheck(found.addresses),
    };
    return {
      userId: actorIdOfKey(found.id),
      name: `${found.scopes.includes(WALLBOARD) ? 'Wallboard' : 'API key'} ${found.name}`,
      email: '',
      role: 'admin',
      groupId: found.group_id,
      sessionId: `${KEY_SESSION}${found.id}`,
      expiresAt,
      key: access,
    };
  }

  /** Runs at every call, also for a cached key; users pass. */
  admit(actor: Actor, address: string): void {
    if (!isKeyActor(actor)) return;
    const { keyId, isAllowedFrom } = actor.key;
    // First, so that a copy of the key used elsewhere does not use up the calls of its program.
    if (isAllowedFrom && !isAllowedFrom(address)) throw problem('key-address-refused');
    const retryAfterS = this.#calls.count(String(keyId));
    if (retryAfterS > 0) throw problem('too-many-requests', { retryAfterS });
    this.#uses.note(keyId, address);
  }
}
