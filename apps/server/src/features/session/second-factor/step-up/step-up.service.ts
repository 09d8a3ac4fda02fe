import type { RouteInput } from '@waymark/contract/route';
import type { secondFactorRoutes } from '@waymark/contract/routes/second-factor';
import { normaliseEmail } from '@waymark/domain/account/email';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.ts';
import { scopeOf } from '../../../../platform/access/scope.ts';
import type { SecretBox } from '../../../../platform/crypto/secret-box.ts';
import type { Change } from '../../../../platform/database/change.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../../../platform/http/call.ts';
import { problem } from '../../../../platform/http/problem.ts';
import { confirmCaller, RECENT_SIGN_IN_MINUTES } from '../../confirm-caller.ts';
import { isExternalSession } from '../../external/external-token.ts';
import { hasSignedInLately } from '../../own-sessions.queries.ts';
import { noteProof } from '../../session.store.ts';
import { countPasswordAttempt, settleAttempt } from '../../throttle/password-attempt.ts';
import type { Passkeys } from '../passkeys/passkeys.service.ts';
import { hasFactor } from '../rule/factor-rule.ts';
import { hasSecondFactor } from '../second-factor.queries.ts';
import { consumeCode, type Proof } from '../second-factor.store.ts';

const STEP_UP_MINUTES = 10;

interface StepUpParts {
  readonly database: Database;
  readonly box: SecretBox;
  readonly passkeys: Passkeys;
}

type SentProof = RouteInput<typeof secondFactorRoutes.stepUp>['body'];

const isRecent = (column: 'factor_at' | 'password_at') =>
  sql<boolean>`coalesce(${sql.ref(`sessions.${column}`)} > now() - make_interval(mins => ${STEP_UP_MINUTES}), false)`;

/** Reads which proofs the session has from the last minutes. */
async function findProofs({ db }: Reader, { userId, sessionId }: Actor) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([hasFactor.as('hasFactor'), isRecent('factor_at').as('factor'), isRecent('password_at').as('password')])
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * Refuses a user who has not proved a second factor in this session lately, or, without one, the password. Users of an
 * external provider need a recent sign-in. API keys are not asked: their scopes say what they may do.
 */
export async function checkStepUp(database: Database, actor: Actor, of: 'always' | 'second-factor'): Promise<void> {
  if (actor.key) return;
  const reader = database.read(scopeOf(actor));
  if (isExternalSession(actor.sessionId)) {
    if (of === 'second-factor' || (await hasSignedInLately(reader, actor, RECENT_SIGN_IN_MINUTES))) return;
    throw problem('step-up-needed');
  }
  const proofs = await findProofs(reader, actor);
  if (!proofs) throw problem('step-up-needed');
  const isProved = proofs.hasFactor ? proofs.factor : of === 'second-factor' || proofs.password;
  if (!isProved) throw problem('step-up-needed');
}

/** Confirms the caller for the next minutes. */
export class StepUp {
  readonly #parts: StepUpParts;

  constructor(parts: StepUpParts) {
    this.#parts = parts;
  }

  async prove(call: SignedInCall, sent: SentProof): Promise<void> {
    const { database } = this.#parts;
    const { userId, sessionId } = call.actor;
    if (isExternalSession(sessionId)) throw problem('recent-sign-in-needed');
    if ('currentPassword' in sent) {
      if (await hasSecondFactor(database.read(scopeOfCall(call)), userId)) throw problem('second-factor-wrong');
      await confirmCaller(database, call, sent.currentPassword);
      await database.change(originOf(call), (change) => this.#note(change, call, 'password'));
      return;
    }
    await this.#proveFactor(call, sent);
  }

  /** Counted as a sign-in is: the attempt stays counted until the proof is right. */
  async #proveFactor(call: SignedInCall, sent: Exclude<SentProof, { currentPassword: string }>): Promise<void> {
    const { database, box, passkeys } = this.#parts;
    const { userId, email } = call.actor;
    const account = normaliseEmail(email);
    await countPasswordAttempt(database, call, account);
    if ('passkey' in sent) await passkeys.proveStepUp(call, sent.passkey);
    await database.change(originOf(call), async (change) => {
      const proof = 'code' in sent ? await consumeCode(change, { userId, code: sent.code, box }) : 'passkey';
      if (!proof) throw problem('second-factor-wrong');
      await settleAttempt(change, call, account);
      await this.#note(change, call, proof);
    });
  }

  async #note(change: Change, { actor }: SignedInCall, by: Proof | 'password'): Promise<void> {
    await noteProof(change, actor.sessionId, by === 'password' ? 'password' : 'factor');
    const { userId } = actor;
    await change.audit({ action: 'identity-confirmed', objectType: 'user', objectId: userId, after: { by } });
  }
}
