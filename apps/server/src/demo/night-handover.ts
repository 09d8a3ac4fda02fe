import type { CompanyId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { scopeOf, systemScope } from '../platform/access/scope.ts';
import type { Database, Reader } from '../platform/database/database.ts';
import { systemOrigin } from '../platform/http/call.ts';
import type { Log } from '../platform/log.ts';
import { takeSheet } from '../features/shift/take-sheet.ts';
import { findUserByEmail } from '../features/users/users.queries.ts';
import { DEMO_SIGN_INS } from './demo-sign-ins.ts';
import { NIGHT_ADMIN } from './seed-shift.ts';

const LOOK_MS = 10_000;
/** The simulator adds its runs one after the other. */
const QUIET_MS = 20_000;

/** A reader with the rights of the demo's admin. */
async function readAsAdmin(database: Database): Promise<{ reader: Reader; groupId: CompanyId } | null> {
  const { email } = DEMO_SIGN_INS[0];
  const user = await findUserByEmail(database.read(systemScope('demo')), email);
  if (!user || user.group_id === null) return null;
  const { id: userId, name, role, group_id: groupId } = user;
  const scope = scopeOf({ userId, name, email, role, groupId, sessionId: '', expiresAt: 0 });
  return { reader: database.read(scope), groupId };
}

/** Whether only the first shift has handed over. */
async function isNightOpen({ db }: Reader, groupId: CompanyId): Promise<boolean> {
  const handovers = await db.selectFrom('shift_handovers').select('id').where('group_id', '=', groupId).execute();
  return handovers.length === 1;
}

/** The simulated devices connect when they have sent their history: until then a sheet would call all of them offline. */
async function areDevicesConnected({ db }: Reader, groupId: CompanyId): Promise<boolean> {
  const { all, connected } = await db
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.uid', 'devices.uid')
    .select(sql<number>`count(*)::int`.as('all'))
    .select(sql<number>`(count(*) filter (where device_states.is_connected))::int`.as('connected'))
    .where('devices.group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return connected > all / 2;
}

async function areRunsAdded({ db }: Reader, groupId: CompanyId, now: number): Promise<boolean> {
  const newest = await db
    .selectFrom('pig_runs')
    .select('created_at')
    .where('group_id', '=', groupId)
    .where('completed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest !== undefined && now - newest.created_at.getTime() > QUIET_MS;
}

/**
 * Hands the night over, with a sheet of this instant, once the demo's runs are there and its devices are connected.
 * Returns whether it is done.
 */
export async function handOverNight(database: Database, now: number): Promise<boolean> {
  const admin = await readAsAdmin(database);
  if (!admin || !(await isNightOpen(admin.reader, admin.groupId))) return true;
  if (!(await areRunsAdded(admin.reader, admin.groupId, now))) return false;
  if (!(await areDevicesConnected(admin.reader, admin.groupId))) return false;
  const sheet = await takeSheet(admin.reader, admin.groupId, now);
  await database.change(systemOrigin('demo'), (change) =>
    change.db
      .insertInto('shift_handovers')
      .values({
        group_id: admin.groupId,
        taken_at: new Date(now),
        signed_at: new Date(now),
        signed_by: NIGHT_ADMIN.userId,
        signed_name: NIGHT_ADMIN.name,
        sheet: JSON.stringify(sheet),
        words: 'Some pigs need a look, see the sheet. The excavation crew calls before it starts.',
        accepted_at: null,
        accepted_by: null,
        accepted_name: null,
        remark: null,
      })
      .execute(),
  );
  return true;
}

/** A handover seeded at the first start would say that no run is active. Returns the function that stops the wait. */
export function awaitNightHandover(database: Database, log: Log): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(() => void look(), LOOK_MS).unref();
  };
  const look = async () => {
    let isDone = false;
    try {
      isDone = await handOverNight(database, Date.now());
    } catch (error) {
      log.warn({ err: error }, 'the demo has no handover of the night; trying again in 10 s');
    }
    if (!isDone && !isStopped) wait();
  };
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
