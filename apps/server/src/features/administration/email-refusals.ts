import { sql } from 'kysely';
import { inCompany, systemScope } from '../../platform/access/scope.ts';
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

/**
 * Refuses an e-mail that is new to the company if another company uses it, or the refusals of the last hour are at the
 * limit. The lock lets calls of a company try one after the other, so that none passes a limit that others reach.
 */
export async function demandEmailTry(
  database: Database,
  origin: ChangeOrigin,
  email: string | undefined,
): Promise<void> {
  const { scope, groupId } = origin;
  if (groupId === null || email === undefined || (await findUserByEmail(database.read(scope), email))) return;
  const isRefused = await database.change(origin, async (change) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${ACTION}, ${groupId}))`.execute(change.db);
    if (await isLimitReached({ scope, db: change.db })) return true;
    if (!(await findUserByEmail({ scope: systemScope('email try'), db: change.db }, email))) return false;
    await change.audit({ action: ACTION, objectType: 'email', objectId: email });
    return true;
  });
  if (isRefused) throw problem('email-refused');
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
