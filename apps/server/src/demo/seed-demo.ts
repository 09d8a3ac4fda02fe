import { systemScope } from '../platform/access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { findUserByEmail } from '../features/users/users.queries.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './demo-sign-ins.ts';
import { addGroup } from '../features/users/groups.store.ts';
import { addUser } from '../features/users/users.store.ts';

/** The demo company and its people, once. */
export async function seedDemo(database: Database): Promise<void> {
  const known = await findUserByEmail(database.read(systemScope('demo')), DEMO_SIGN_INS[0].email);
  if (known) return;
  await database.change(systemOrigin('demo'), async (change) => {
    const groupId = await addGroup(change, 'Demo Pipelines');
    for (const { name, email, role } of DEMO_SIGN_INS) {
      const company = role === 'superadmin' ? null : groupId;
      await addUser(change, { groupId: company, email, name, role, password: DEMO_PASSWORD });
    }
  });
}
