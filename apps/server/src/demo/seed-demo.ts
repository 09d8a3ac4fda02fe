import type { CompanyId, UserId } from '@waymark/domain/ids';
import { USUAL_LAYOUT } from '@waymark/domain/report/control-columns';
import { systemScope } from '../platform/access/scope.ts';
import type { Change } from '../platform/database/change.ts';
import type { Database, Reader } from '../platform/database/database.ts';
import { systemOrigin } from '../platform/http/call.ts';
import { findUserByEmail } from '../features/users/users.queries.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './demo-sign-ins.ts';
import { addGroup } from '../features/administration/groups.store.ts';
import { lockFirstStart } from '../features/administration/first-superadmin.ts';
import { addUser } from '../features/administration/add-user.store.ts';
import { NIGHT_ADMIN, seedShift } from './seed-shift.ts';

const DAY_MINUTES = 24 * 60;
const SIX = 6 * 60;

/** Admin by day, viewer by night, and a gap on Sunday. Nothing is sent about alerts that a user acknowledges in time. */
async function addOnCall({ db }: Change, groupId: CompanyId, admin: UserId, viewer: UserId): Promise<void> {
  const shifts = Array.from({ length: 6 }, (_, day) => {
    const [begin, end] = [day * DAY_MINUTES + SIX, day * DAY_MINUTES + 3 * SIX];
    return [
      { userId: admin, from: begin, until: end },
      { userId: viewer, from: end, until: begin + DAY_MINUTES },
    ];
  }).flat();
  await db
    .insertInto('on_call_rosters')
    .values({ group_id: groupId, time_zone: 'America/Chicago', shifts: JSON.stringify(shifts) })
    .execute();
  const steps = [
    { afterMinutes: 15, onCall: true, userIds: [], media: ['sms', 'email'] },
    { afterMinutes: 45, onCall: false, userIds: [admin], media: ['email'] },
  ];
  await db
    .insertInto('escalation_policies')
    .values({ group_id: groupId, steps: JSON.stringify(steps) })
    .execute();
}

/** Columns of an inspection company in feet, and a mail of the completed runs that an admin may switch on. */
async function addFilesForOthers({ db }: Change, groupId: CompanyId, admin: UserId): Promise<void> {
  const wanted = ['name', 'station', 'latitude', 'longitude', 'time', 'uncertainty', 'uid'];
  const columns = USUAL_LAYOUT.columns
    .filter(({ column }) => wanted.includes(column))
    .map((column) => (column.column === 'station' ? { ...column, unit: 'ft', decimals: 1 } : column));
  await db
    .insertInto('control_profiles')
    .values({
      group_id: groupId,
      name: 'Inspection, stations in feet',
      columns: JSON.stringify(columns),
      time_format: 'iso',
      gap_m: 2000,
    })
    .execute();
  const { id } = await db
    .insertInto('report_mails')
    .values({
      group_id: groupId,
      content: 'finished',
      every: 'day',
      weekday: 0,
      hour: 6,
      time_zone: 'America/Chicago',
      next_at: null,
      covered_until: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('report_mail_recipients').values({ mail_id: id, group_id: groupId, user_id: admin }).execute();
}

/** Adds the demo company and its users unless they exist. */
export async function seedDemo(database: Database): Promise<void> {
  const isThere = async (reader: Reader) => (await findUserByEmail(reader, DEMO_SIGN_INS[0].email)) !== undefined;
  if (await isThere(database.read(systemScope('demo')))) return;
  await database.change(systemOrigin('demo'), async (change) => {
    await lockFirstStart(change);
    if (await isThere(change)) return;
    const groupId = await addGroup(change, 'Demo Pipelines');
    const added = new Map<string, UserId>();
    for (const { name, email, role } of DEMO_SIGN_INS) {
      const company = role === 'superadmin' ? null : groupId;
      added.set(role, await addUser(change, { groupId: company, email, name, role, password: DEMO_PASSWORD }));
    }
    await addOnCall(change, groupId, added.get('admin') ?? 0, added.get('viewer') ?? 0);
    await addFilesForOthers(change, groupId, added.get('admin') ?? 0);
    const day = {
      userId: added.get('admin') ?? 0,
      name: DEMO_SIGN_INS.find(({ role }) => role === 'admin')?.name ?? '',
    };
    await seedShift(change, { groupId, day, night: NIGHT_ADMIN, now: Date.now() });
  });
}
