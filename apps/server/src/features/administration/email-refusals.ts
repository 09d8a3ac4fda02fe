import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findUserByEmail } from '../users/users.queries.ts';

/** Above this limit every new e-mail of the company is refused, so that a refusal does not reveal whether an account exists. */
const MOST_AN_HOUR = 5;
const ACTION = 'email-refused';

async function isLimitReached(reader: Reader): Promise<boolean> {
  const rows = await reader.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', ACTION)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .where(inCompany(reader.scope, 'audit.group_id'))
    .limit(MOST_AN_HOUR)
    .execute();
  return rows.length === MOST_AN_HOUR;
}

/** Refuses an e-mail that is new to the company while the refusals of the last hour are at the limit. */
export async function demandEmailTry(
  database: Database,
  { scope, groupId }: ChangeOrigin,
  email: string | undefined,
): Promise<void> {
  if (groupId === null || email === undefined) return;
  const reader = database.read(scope);
  if ((await isLimitReached(reader)) && !(await findUserByEmail(reader, email))) throw problem('email-refused');
}

/**
 * Callers learn only of accounts that they can see: an e-mail of another company is refused without a reason.
 * The audit entries of these refusals are counted for the limit and reveal an admin who probes addresses.
 */
export async function refuseTakenEmail(database: Database, origin: ChangeOrigin, email: string): Promise<never> {
  if (await findUserByEmail(database.read(origin.scope), email)) throw problem('email-taken');
  await database.change(origin, (change) => change.audit({ action: ACTION, objectType: 'email', objectId: email }));
  throw problem('email-refused');
}
