import type { RouteInput } from '@waymark/contract/route';
import type { secondFactorRoutes } from '@waymark/contract/routes/second-factor';
import type { PasskeyProof } from '@waymark/contract/session/passkey';
import { MAX_PASSKEYS } from '@waymark/domain/account/second-factor';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { systemScope } from '../../../../platform/access/scope.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { originOf, scopeOfCall, systemOrigin, type Call, type SignedInCall } from '../../../../platform/http/call.ts';
import { problem } from '../../../../platform/http/problem.ts';
import type { Log } from '../../../../platform/log.ts';
import { mailAccountNews } from '../../account-news.ts';
import { confirmCaller } from '../../confirm-caller.ts';
import { findPasswordUser } from '../../session.queries.ts';
import { addFactor, removeFactor } from '../edit-factors.ts';
import type { FactorRules } from '../rule/factor-rule.ts';
import { CHALLENGE_MINUTES, consumeChallenge, issueChallenge, type ChallengeUse } from './challenges.store.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  noteUse,
  type ListedPasskey,
} from './passkeys.store.ts';
import type { FindRelyingParty } from './relying-party.ts';
import { ALGORITHMS, readChallenge, verifyNewPasskey, verifyPasskeyProof } from './verify-passkey.ts';

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

interface PasskeyParts {
  readonly database: Database;
  readonly log: Log;
  readonly rules: FactorRules;
  readonly findParty: FindRelyingParty;
}

type SentPasskey = RouteInput<typeof secondFactorRoutes.addPasskey>['body'];

export function describePasskey({
  id,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
}: Pick<ListedPasskey, 'id' | 'name' | 'created_at' | 'last_used_at'>) {
  return {
    id,
    name,
    createdAt: formatUtcSecond(createdAt.getTime()),
    lastUsedAt: lastUsedAt === null ? null : formatUtcSecond(lastUsedAt.getTime()),
  };
}

const describeKnown = ({ credential_id: id, transports }: ListedPasskey) => ({
  id: id.toString('base64url'),
  type: 'public-key' as const,
  transports,
});

const describeUse = ({ actor }: SignedInCall, purpose: 'add' | 'step-up'): ChallengeUse => ({
  userId: actor.userId,
  holder: actor.sessionId,
  purpose,
});

/** Passkeys of users: made, used and removed. */
export class Passkeys {
  readonly #parts: PasskeyParts;

  constructor(parts: PasskeyParts) {
    this.#parts = parts;
  }

  /** Answers the options with which the caller's browser makes a passkey; needs the password. */
  async begin(call: SignedInCall, currentPassword: string) {
    const { database, findParty } = this.#parts;
    const { userId, name, email } = call.actor;
    const reader = database.read(scopeOfCall(call));
    const party = findParty(call);
    if (!(await findPasswordUser(reader, { userId }))) throw problem('external-user');
    await confirmCaller(database, call, currentPassword);
    const known = await listPasskeys(reader, userId);
    if (known.length >= MAX_PASSKEYS) throw problem('too-many-passkeys');
    const challenge = await database.change(originOf(call), (change) =>
      issueChallenge(change, describeUse(call, 'add')),
    );
    return {
      rp: { id: party.id, name: 'Waymark' },
      user: { id: Buffer.from(String(userId)).toString('base64url'), name: email, displayName: name },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: TIMEOUT_MS,
      attestation: 'none' as const,
      excludeCredentials: known.filter(({ rp_id: rpId }) => rpId === party.id).map(describeKnown),
      authenticatorSelection: {
        residentKey: 'preferred' as const,
        requireResidentKey: false as const,
        userVerification: 'preferred' as const,
      },
    };
  }

  async add(call: SignedInCall, { name, passkey }: SentPasskey) {
    const { database, findParty } = this.#parts;
    const { userId } = call.actor;
    const party = findParty(call);
    const challenge = await this.#consumeChallenge(call, describeUse(call, 'add'), passkey);
    if (challenge === undefined) throw problem('passkey-refused');
    const made = await verifyNewPasskey(passkey, { party, challenge }).catch((error: unknown) => {
      this.#logRefusal(call, error);
      throw problem('passkey-refused');
    });
    return database.change(originOf(call), async (change) => {
      const { stored, recoveryCodes } = await addFactor(change, call, async () => {
        if ((await listPasskeys(change, userId)).length >= MAX_PASSKEYS) throw problem('too-many-passkeys');
        const transports = passkey.response.transports ?? [];
        return insertPasskey(change, { ...made, userId, rpId: party.id, transports, name });
      });
      if (!stored) throw problem('passkey-refused');
      await change.audit({ action: 'passkey-added', objectType: 'user', objectId: userId, after: { name } });
      await mailAccountNews(change, { userId, news: 'passkey-added' });
      return { passkey: describePasskey(stored), recoveryCodes };
    });
  }

  /** Removes a passkey of the caller; needs the password. */
  async remove(call: SignedInCall, passkeyId: number, currentPassword: string): Promise<void> {
    const { database, rules } = this.#parts;
    const { userId } = call.actor;
    await confirmCaller(database, call, currentPassword);
    await database.change(originOf(call), (change) =>
      removeFactor(change, userId, rules, async () => {
        const name = await deletePasskey(change, userId, passkeyId);
        if (name === undefined) throw problem('passkey-not-found');
        await change.audit({ action: 'passkey-removed', objectType: 'user', objectId: userId, before: { name } });
        await mailAccountNews(change, { userId, news: 'passkey-removed' });
      }),
    );
  }

  /** Answers the options with which the browser uses one of the user's passkeys. */
  async request(call: Call, use: ChallengeUse) {
    const { database, findParty } = this.#parts;
    const party = findParty(call);
    const passkeys = await listPasskeys(database.read(systemScope('passkeys')), use.userId);
    const known = passkeys.filter(({ rp_id: rpId }) => rpId === party.id);
    if (known.length === 0) throw problem('no-passkey');
    return {
      rpId: party.id,
      challenge: await database.change(systemOrigin('passkeys', call), (change) => issueChallenge(change, use)),
      timeout: TIMEOUT_MS,
      userVerification: 'preferred' as const,
      allowCredentials: known.map(describeKnown),
    };
  }

  requestStepUp(call: SignedInCall) {
    return this.request(call, describeUse(call, 'step-up'));
  }

  proveStepUp(call: SignedInCall, sent: PasskeyProof): Promise<void> {
    return this.prove(call, describeUse(call, 'step-up'), sent);
  }

  /** Refuses an answer that none of the user's passkeys gave to the challenge of this use. */
  async prove(call: Call, use: ChallengeUse, sent: PasskeyProof): Promise<void> {
    const { database, findParty } = this.#parts;
    const party = findParty(call);
    const challenge = await this.#consumeChallenge(call, use, sent);
    const reader = database.read(systemScope('passkeys'));
    const known = await findPasskey(reader, use.userId, Buffer.from(sent.id, 'base64url'));
    if (challenge === undefined || known?.rp_id !== party.id) throw problem('passkey-wrong');
    const counter = await verifyPasskeyProof(sent, known.public_key, { party, challenge }).catch((error: unknown) => {
      this.#logRefusal(call, error);
      throw problem('passkey-wrong');
    });
    if (!(await this.#noteUse(call, use, { ...known, counter }))) throw problem('passkey-wrong');
  }

  /** Outside of the change that follows: a refused answer uses the challenge up too. */
  async #consumeChallenge(
    call: Call,
    use: ChallengeUse,
    sent: Parameters<typeof readChallenge>[0],
  ): Promise<string | undefined> {
    const challenge = readChallenge(sent);
    if (challenge === undefined) return undefined;
    const isOurs = await this.#parts.database.change(systemOrigin('passkeys', call), (change) =>
      consumeChallenge(change, use, challenge),
    );
    return isOurs ? challenge : undefined;
  }

  /** A counter that has not grown is that of a copy, which is refused and leaves an entry in the audit log. */
  async #noteUse(
    call: Call,
    { userId }: ChallengeUse,
    { id, name, counter }: { readonly id: number; readonly name: string; readonly counter: number },
  ): Promise<boolean> {
    return this.#parts.database.change(systemOrigin('passkeys', call), async (change) => {
      if (await noteUse(change, id, counter)) return true;
      const user = await change.db.selectFrom('users').select('group_id').where('id', '=', userId).executeTakeFirst();
      await change.audit({
        action: 'passkey-copy-refused',
        objectType: 'user',
        objectId: userId,
        groupId: user?.group_id ?? null,
        after: { name },
      });
      return false;
    });
  }

  #logRefusal({ requestId, address }: Call, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#parts.log.info({ requestId, address, reason: reason.slice(0, 200) }, 'passkey refused');
  }
}
