import { systemScope } from '../platform/access/scope.ts';
import type { Database, Reader } from '../platform/database/database.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { findUserByEmail } from '../features/users/users.queries.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './demo-sign-ins.ts';
import { addGroup } from '../features/administration/groups.store.ts';
import { lockFirstStart } from '../features/administration/lock-first-start.ts';
import { addUser } from '../features/administration/add-user.store.ts';

/** Adds the demo company and its users unless they exist. */
export async function seedDemo(database: Database): Promise<void> {
  const isThere = async (reader: Reader) => (await findUserByEmail(reader, DEMO_SIGN_INS[0].email)) !== undefined;
  if (await isThere(database.read(systemScope('demo')))) return;
  await database.change(systemOrigin('demo'), async (change) => {
    await lockFirstStart(change);
    if (await isThere(change)) return;
    const groupId = await addGroup(change, 'Demo Pipelines');
    for (const { name, email, role } of DEMO_SIGN_INS) {
      const company = role === 'superadmin' ? null : groupId;
      await addUser(change, { groupId: company, email, name, role, password: DEMO_PASSWORD });
    }
  });
}
