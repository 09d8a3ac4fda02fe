import { systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import { refuseNewPassword } from '../../platform/passwords/refuse-new-password.ts';
import { hasAnyUser } from '../users/users.queries.ts';
import { addUser } from './add-user.store.ts';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

/** The configured first superadmin cannot be added; the message is shown to the operator. */
export class FirstSuperadminError extends Error {}

/** Adds the configured superadmin to an empty system; the superadmin adds the other users. */
export async function seedFirstSuperadmin(
  database: Database,
  configured: { readonly email: string; readonly password: string } | undefined,
  log: Log,
): Promise<void> {
  if (await hasAnyUser(database.read(systemScope('first start')))) return;
  if (!configured) {
    log.warn(
      'there are no users, so signing in is impossible: set WAYMARK_SUPERADMIN_EMAIL and WAYMARK_SUPERADMIN_PASSWORD and restart',
    );
    return;
  }
  const refusal = refuseNewPassword(configured.password, { name: '', email: configured.email });
  if (refusal !== null) throw new FirstSuperadminError(`WAYMARK_SUPERADMIN_PASSWORD: ${refusal}`);
  await database.change(systemOrigin('first start'), async (change) => {
    await lockFirstStart(change);
    if (await hasAnyUser(change)) return;
    await addUser(change, {
      groupId: null,
      email: configured.email,
      name: 'Superadmin',
      role: 'superadmin',
      password: configured.password,
    });
  });
}

/** Serializes nodes that start together on an empty database, so that only one of them adds the first users. */
export async function lockFirstStart(change: Change): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first people', 0))`.execute(change.db);
}
