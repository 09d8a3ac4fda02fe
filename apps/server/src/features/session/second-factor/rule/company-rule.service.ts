import type { SecondFactorRule } from '@waymark/domain/account/second-factor';
import type { CompanyId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../../../platform/access/scope.ts';
import type { Change } from '../../../../platform/database/change.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../../../platform/http/call.ts';
import { problem } from '../../../../platform/http/problem.ts';
import { endSessions } from '../../session.store.ts';
import { hasFactor, hasProvenSession } from './factor-rule.ts';

/** Whether the user of the row has what a rule requires, here or at the external provider. */
const hasWhatItTakes = sql<boolean>`case when users.external_issuer is null then ${hasFactor} else ${hasProvenSession} end`;

const companyOf = ({ actor }: SignedInCall): CompanyId => {
  if (actor.groupId === null) throw problem('forbidden');
  return actor.groupId;
};

function listWithout({ db, scope }: Reader, groupId: CompanyId) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.role'])
    .where('users.group_id', '=', groupId)
    .where(inCompany(scope, 'users.group_id'))
    .where(sql<boolean>`not ${hasWhatItTakes}`)
    .orderBy('users.id')
    .execute();
}

async function readRule(reader: Reader, groupId: CompanyId) {
  const { second_factor_rule: rule } = await reader.db
    .selectFrom('groups')
    .select('second_factor_rule')
    .where('id', '=', groupId)
    .where(inCompany(reader.scope, 'groups.id'))
    .executeTakeFirstOrThrow();
  const without = await listWithout(reader, groupId);
  const admins = without.filter(({ role }) => role === 'admin').length;
  return { rule, without: { admins, everyone: without.length } };
}

export function readCompanyRule(database: Database, call: SignedInCall) {
  return readRule(database.read(scopeOfCall(call)), companyOf(call));
}

/** Saves the rule, and ends the sessions of users whom it covers and who have no second factor. */
export function saveCompanyRule(database: Database, call: SignedInCall, rule: SecondFactorRule) {
  const groupId = companyOf(call);
  return database.change(originOf(call), async (change) => {
    const reader = { scope: change.scope, db: change.db };
    const { second_factor_rule: before } = await change.db
      .selectFrom('groups')
      .select('second_factor_rule')
      .where('id', '=', groupId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before !== rule) await storeRule(change, call, { groupId, before, rule });
    return readRule(reader, groupId);
  });
}

async function storeRule(
  change: Change,
  { actor }: SignedInCall,
  {
    groupId,
    before,
    rule,
  }: { readonly groupId: CompanyId; readonly before: SecondFactorRule; readonly rule: SecondFactorRule },
): Promise<void> {
  const without = await listWithout({ scope: change.scope, db: change.db }, groupId);
  const covered = rule === 'off' ? [] : without.filter(({ role }) => rule === 'everyone' || role === 'admin');
  if (covered.some(({ id }) => id === actor.userId)) throw problem('second-factor-first');
  await change.db.updateTable('groups').set({ second_factor_rule: rule }).where('id', '=', groupId).execute();
  await change.audit({
    action: 'second-factor-rule-changed',
    objectType: 'group',
    objectId: groupId,
    groupId,
    before: { rule: before },
    after: { rule },
  });
  for (const { id } of covered)
    await endSessions(change, { userId: id, reason: 'account-changed' }, 'second factor required');
}
