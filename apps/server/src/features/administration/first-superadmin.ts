import { systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import { refuseNewPassword } from '../../platform/passwords/refuse-new-password.ts';
import { holdFirstPeople } from './lock-first-start.ts';
import { hasAnyUser } from '../users/users.queries.ts';
import { addUser } from './add-user.store.ts';

/** The configured first superadmin cannot be made; the message is for a person. */
export class FirstSuperadminError extends Error {}

/** Gives an empty system the one person who can add the others. */
export async function seedFirstSuperadmin(
  database: Database,
  configured: { readonly email: string; readonly password: string } | undefined,
  log: Log,
): Promise<void> {
  if (await hasAnyUser(database.read(systemScope('first start')))) return;
  if (!configured) {
    log.warn('nobody can sign in: set WAYMARK_SUPERADMIN_EMAIL and WAYMARK_SUPERADMIN_PASSWORD and start again');
    return;
  }
  const refusal = refuseNewPassword(configured.password, { name: '', email: configured.email });
  if (refusal !== null) throw new FirstSuperadminError(`WAYMARK_SUPERADMIN_PASSWORD: ${refusal}`);
  await database.change(systemOrigin('first start'), async (change) => {
    await holdFirstPeople(change);
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
