import { normaliseEmail } from '@waymark/domain/account/email';
import type { UserId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../../platform/http/call.ts';
import { problem } from '../../../platform/http/problem.ts';
import { lockUser } from '../../users/users.queries.ts';
import { mailAccountNews } from '../account-news.ts';
import { confirmCaller } from '../confirm-caller.ts';
import { isExternalSession } from '../external/external-token.ts';
import { checkCurrentPassword } from '../passwords/current-password.ts';
import { findPasswordUser } from '../session.queries.ts';
import { endSessions } from '../session.store.ts';
import { settleAttempt } from '../throttle/password-attempt.ts';
import { addFactor, removeFactor } from './edit-factors.ts';
import { describePasskey } from './passkeys/passkeys.service.ts';
import { listPasskeys } from './passkeys/passkeys.store.ts';
import { replaceRecoveryCodes } from './recovery-codes.store.ts';
import { findStanding, type FactorRules } from './rule/factor-rule.ts';
import { findFactors, hasSecondFactor } from './second-factor.queries.ts';
import { confirmFactor, consumeCode, deleteApp, deleteFactors, storePendingFactor } from './second-factor.store.ts';
import { makeTotpSecret, writeOtpAddress } from './totp.ts';

interface SecondFactorParts {
  readonly database: Database;
  readonly box: SecretBox;
  /** The host of this installation, which tells apps several apart. */
  readonly host: string;
  readonly rules: FactorRules;
}

/** The second factor of the caller, and its reset by an administrator. */
export class SecondFactors {
  readonly #parts: SecondFactorParts;

  constructor(parts: SecondFactorParts) {
    this.#parts = parts;
  }

  async read(call: SignedInCall) {
    const { database, rules } = this.#parts;
    const { userId, sessionId } = call.actor;
    const reader = database.read(scopeOfCall(call));
    const { appSince = null, codes = 0 } = (await findFactors(reader, userId)) ?? {};
    const passkeys = await listPasskeys(reader, userId);
    const { isRequired } = await findStanding(reader, userId, rules);
    return {
      isOn: appSince !== null || passkeys.length > 0,
      appSince: appSince === null ? null : formatUtcSecond(appSince.getTime()),
      passkeys: passkeys.map(describePasskey),
      recoveryCodes: codes,
      isRequired,
      isExternal: isExternalSession(sessionId),
    };
  }

  /** Makes a secret for the caller's app; sign-ins ask for a code only after the caller has shown a first one. */
  async begin(call: SignedInCall, currentPassword: string) {
    const { database, box, host } = this.#parts;
    const { userId, email } = call.actor;
    if (!(await findPasswordUser(database.read(scopeOfCall(call)), { userId }))) throw problem('external-user');
    await confirmCaller(database, call, currentPassword);
    const secret = makeTotpSecret();
    await database.change(originOf(call), async (change) => {
      if (!(await storePendingFactor(change, userId, box.seal(secret)))) throw problem('second-factor-on');
    });
    return { secret, address: writeOtpAddress(secret, email, host) };
  }

  async confirm(call: SignedInCall, code: string) {
    const { database, box } = this.#parts;
    const { userId } = call.actor;
    const { recoveryCodes } = await database.change(originOf(call), (change) =>
      addFactor(change, call, async () => {
        const outcome = await confirmFactor(change, { userId, code, box });
        if (outcome === 'none-pending') throw problem('second-factor-off');
        if (outcome === 'wrong') throw problem('second-factor-wrong');
        await change.audit({ action: 'second-factor-on', objectType: 'user', objectId: userId });
        await mailAccountNews(change, { userId, news: 'app-added' });
      }),
    );
    return { recoveryCodes };
  }

  /** Takes the app out of use; needs the password and a code. */
  async end(call: SignedInCall, given: { readonly currentPassword: string; readonly code: string }): Promise<void> {
    const { database, box, rules } = this.#parts;
    const { userId, email } = call.actor;
    const found = await findFactors(database.read(scopeOfCall(call)), userId);
    if ((found?.appSince ?? null) === null) throw problem('second-factor-off');
    // The attempt stays counted until the code is right too.
    await checkCurrentPassword(database, call, given.currentPassword);
    await database.change(originOf(call), async (change) => {
      await removeFactor(change, userId, rules, async () => {
        if (!(await consumeCode(change, { userId, code: given.code, box }))) throw problem('second-factor-wrong');
        await settleAttempt(change, call, normaliseEmail(email));
        await deleteApp(change, userId);
      });
      await change.audit({ action: 'second-factor-off', objectType: 'user', objectId: userId });
      await mailAccountNews(change, { userId, news: 'app-removed' });
    });
  }

  async renewRecoveryCodes(call: SignedInCall) {
    const { userId } = call.actor;
    const recoveryCodes = await this.#parts.database.change(originOf(call), async (change) => {
      if (!(await hasSecondFactor(change, userId))) throw problem('second-factor-off');
      await change.audit({ action: 'recovery-codes-renewed', objectType: 'user', objectId: userId });
      await mailAccountNews(change, { userId, news: 'recovery-codes-renewed' });
      return replaceRecoveryCodes(change, userId);
    });
    return { recoveryCodes };
  }

  /**
   * For a user who has lost app, passkeys and codes: the next sign-in needs only the password, and sets up a second factor
   * where a rule requires one. Ends the user's sessions.
   */
  async reset(call: SignedInCall, userId: UserId, currentPassword: string | undefined): Promise<void> {
    const { database } = this.#parts;
    if (userId === call.actor.userId) throw problem('own-second-factor');
    await confirmCaller(database, call, currentPassword);
    await database.change(originOf(call), async (change) => {
      const user = await lockUser({ scope: change.scope, db: change.db }, userId);
      if (!user) throw problem('user-not-found');
      if (!(await deleteFactors(change, userId))) throw problem('second-factor-off');
      await change.audit({
        action: 'second-factor-reset',
        objectType: 'user',
        objectId: userId,
        groupId: user.group_id,
      });
      await mailAccountNews(change, { userId, news: 'second-factor-reset' });
      await endSessions(change, { userId, reason: 'account-changed' }, 'second factor reset');
    });
  }
}
