import type { ControlProfile, SentControlProfile } from '@waymark/contract/routes/control-points';
import type { CompanyId } from '@waymark/domain/ids';
import type { ControlLayout } from '@waymark/domain/report/control-columns';
import { sql, type Selectable } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { problem } from '../../platform/http/problem.ts';
import { lockGroup } from '../users/users.queries.ts';

const MOST_PROFILES = 50;
const METRES_PER_KM = 1000;

type Row = Selectable<Tables['control_profiles']>;

const toWire = ({
  id,
  group_id: groupId,
  name,
  columns,
  time_format: timeFormat,
  gap_m: gapM,
}: Row): ControlProfile => ({
  id,
  groupId,
  name,
  columns,
  timeFormat,
  gapKm: gapM === null ? null : gapM / METRES_PER_KM,
});

const selectProfiles = ({ db, scope }: Reader) =>
  db.selectFrom('control_profiles').selectAll().where(inCompany(scope, 'control_profiles.group_id'));

export async function listControlProfiles(reader: Reader): Promise<ControlProfile[]> {
  const rows = await selectProfiles(reader)
    .orderBy('group_id')
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(toWire);
}

/** A profile of the company of a run. */
export async function readControlLayout(
  reader: Reader,
  groupId: CompanyId,
  profileId: number,
): Promise<ControlLayout & { readonly name: string }> {
  const row = await selectProfiles(reader)
    .where('id', '=', profileId)
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  if (!row) throw problem('control-profile-not-found');
  return { name: row.name, columns: row.columns, timeFormat: row.time_format, gapM: row.gap_m };
}

async function checkRoom({ db }: Change, groupId: CompanyId, { id, name }: SentControlProfile): Promise<void> {
  const rows = await db.selectFrom('control_profiles').select(['id', 'name']).where('group_id', '=', groupId).execute();
  if (id !== null && !rows.some((row) => row.id === id)) throw problem('control-profile-not-found');
  if (id === null && rows.length >= MOST_PROFILES) throw problem('too-many-control-profiles');
  const isTaken = rows.some((row) => row.id !== id && row.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw problem('control-profile-name-taken');
}

async function storeProfile({ db }: Change, groupId: CompanyId, { id, ...sent }: SentControlProfile): Promise<Row> {
  const values = {
    name: sent.name,
    columns: JSON.stringify(sent.columns),
    time_format: sent.timeFormat,
    gap_m: sent.gapKm === null ? null : sent.gapKm * METRES_PER_KM,
  };
  if (id === null)
    return db
      .insertInto('control_profiles')
      .values({ group_id: groupId, ...values })
      .returningAll()
      .executeTakeFirstOrThrow();
  return db
    .updateTable('control_profiles')
    .set(values)
    .where('id', '=', id)
    .where('group_id', '=', groupId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function saveControlProfile(
  database: Database,
  origin: ChangeOrigin,
  groupId: CompanyId,
  sent: SentControlProfile,
): Promise<ControlProfile> {
  return database.change(origin, async (change) => {
    await lockGroup({ db: change.db, scope: change.scope }, groupId);
    await checkRoom(change, groupId, sent);
    const stored = toWire(await storeProfile(change, groupId, sent));
    const { name, columns, timeFormat, gapKm } = stored;
    await change.audit({
      action: 'control-profile-saved',
      objectType: 'control-profile',
      objectId: stored.id,
      groupId,
      after: { name, columns: columns.map(({ column }) => column), timeFormat, gapKm },
    });
    return stored;
  });
}

export async function deleteControlProfile(
  database: Database,
  origin: ChangeOrigin,
  groupId: CompanyId,
  id: number,
): Promise<void> {
  await database.change(origin, async (change) => {
    const deleted = await change.db
      .deleteFrom('control_profiles')
      .where('id', '=', id)
      .where('group_id', '=', groupId)
      .returning('name')
      .executeTakeFirst();
    if (!deleted) throw problem('control-profile-not-found');
    await change.audit({
      action: 'control-profile-deleted',
      objectType: 'control-profile',
      objectId: id,
      groupId,
      before: { name: deleted.name },
    });
  });
}
