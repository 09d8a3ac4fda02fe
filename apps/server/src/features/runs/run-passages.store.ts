import type { CompanyId } from '@waymark/domain/ids';
import { isManual, passageKey, type Run, type RunPassage } from '@waymark/domain/run/run';
import { sql } from 'kysely';
import type { Change, DomainEvents } from '../../platform/database/change.ts';
import * as records from '../records/records.api.ts';
import { lockRunsOf } from './lock-run.ts';
import { deviceKey, mergeRecords } from './run-passages.queries.ts';
import type { ChangedPassage, RunStates } from './runs.events.ts';

// Writes the passages of a run: its links, and through them the records of the devices (docs/decisions/0048).

/** In the order of the new state, removed passages last. */
export function listChangedPassages(before: Pick<Run, 'passages'>, after: Pick<Run, 'passages'>): ChangedPassage[] {
  const old = new Map(before.passages.map((passage) => [passageKey(passage), passage]));
  const now = new Set(after.passages.map(passageKey));
  const changed = after.passages.flatMap((passage): ChangedPassage[] => {
    const was = old.get(passageKey(passage)) ?? null;
    return was === passage ? [] : [{ before: was, after: passage }];
  });
  return [
    ...changed,
    ...before.passages.flatMap((passage) => (now.has(passageKey(passage)) ? [] : [{ before: passage, after: null }])),
  ];
}

interface PlacedPassage extends ChangedPassage {
  readonly runId: number;
}

async function deletePassages(change: Change, changed: readonly PlacedPassage[]): Promise<void> {
  const gone = changed.flatMap(({ runId, before }) => (before ? [{ runId, passage: before }] : []));
  const ofDevices = gone.flatMap(({ runId, passage: { uid, endOfSnipAt: ms } }) =>
    uid === null ? [] : [{ run_id: runId, uid, ms }],
  );
  if (ofDevices.length > 0) {
    await sql`delete from pig_run_passages p
      using jsonb_to_recordset(${JSON.stringify(ofDevices)}::jsonb) as gone (run_id bigint, uid bigint, ms bigint)
      where p.run_id = gone.run_id and p.uid = gone.uid and p.end_of_snip_at = to_timestamp(gone.ms / 1000.0)`.execute(
      change.db,
    );
  }
  for (const { runId, passage } of gone.filter((each) => isManual(each.passage))) {
    await change.db
      .deleteFrom('pig_run_passages')
      .where('run_id', '=', runId)
      .where('uid', 'is', null)
      .where('marker_name', '=', passage.markerName)
      .where('passage_at', '=', new Date(passage.passageAt))
      .execute();
  }
}

/** A passage that has records is only linked. */
function writePassage(runId: number, passage: RunPassage, isRecorded: boolean) {
  const own = <Value>(value: Value) => (isRecorded ? null : value);
  return {
    run_id: runId,
    marker_name: passage.markerName,
    uid: passage.uid,
    end_of_snip_at: passage.endOfSnipAt === null ? null : new Date(passage.endOfSnipAt),
    passage_at: own(new Date(passage.passageAt)),
    is_verified: own(passage.isVerified),
    verified_by: own(passage.verifiedBy ?? null),
    elf_id: own(passage.elfId),
    geo_id: own(passage.geoId),
    mag_id: own(passage.magId),
    detection_count: own(passage.detectionCount),
    frequency: own(passage.frequency),
    is_offline: own(passage.isOffline),
    is_bluetooth: own(passage.isBluetooth),
    lat: own(passage.place?.lat ?? null),
    lon: own(passage.place?.lon ?? null),
    altitude_mm: own(passage.altitudeMm),
    sampling_rate: own(passage.samplingRate),
  };
}

/** PostgreSQL allows 65,535 parameters per statement; a row has 18. */
const ROWS_PER_STATEMENT = 1000;

/** A passage that leaves the run is no longer verified. */
function toVerdict({ before, after }: ChangedPassage): records.Verdict[] {
  const { uid = null, endOfSnipAt = null, passageAt = 0 } = after ?? before ?? {};
  if (uid === null || endOfSnipAt === null) return [];
  const { isVerified = false, verifiedBy = null } = after ?? {};
  return [{ uid, endOfSnipAt, isVerified, verifiedBy, passageAt }];
}

/** Stores the differences between the passages of two states of each run of a company. */
export async function storePassagesOfRuns(
  change: Change,
  groupId: CompanyId,
  runs: readonly RunStates[],
): Promise<void> {
  const changed = runs.flatMap(({ before, after }) =>
    listChangedPassages(before, after).map((each) => ({ ...each, runId: after.runId })),
  );
  if (changed.length === 0) return;
  const recorded = await records.storeVerdicts(change, groupId, changed.flatMap(toVerdict));
  const isRecorded = new Set(recorded.map(deviceKey));
  await deletePassages(change, changed);
  const rows = changed.flatMap(({ runId, after }) =>
    after ? [writePassage(runId, after, isRecorded.has(passageKey(after)))] : [],
  );
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    await change.db
      .insertInto('pig_run_passages')
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .execute();
  }
}

/** Copies the passages of runs out of records that are about to be deleted. A run outlives the records of its devices. */
export async function keepExpiringPassages(
  change: Change,
  { table, from, until }: DomainEvents['passages-expiring'],
): Promise<void> {
  const isExpiring = sql`placed.end_of_snip_at >= ${from} and placed.end_of_snip_at < ${until} and placed.passage_at is null`;
  const { rows } = await sql<{ groupId: number }>`
    select distinct r.group_id as "groupId" from pig_run_passages placed join pig_runs r on r.id = placed.run_id
    where ${isExpiring} order by 1`.execute(change.db);
  // Ascending: every other change locks the runs of one company only.
  for (const { groupId } of rows) await lockRunsOf(change, groupId);
  const expiring = sql`(
    select p.* from ${sql.table(table)} p
    join pig_run_passages placed using (uid, end_of_snip_at) join pig_runs r on r.id = placed.run_id and r.group_id = p.group_id
    where ${isExpiring} and p.end_of_snip_at >= ${from} and p.end_of_snip_at < ${until}) expiring`;
  await sql`
    update pig_run_passages placed set
      passage_at = kept.passage_at, is_verified = kept.is_verified, verified_by = kept.verified_by, elf_id = kept.elf_id, geo_id = kept.geo_id, mag_id = kept.mag_id,
      detection_count = kept.detection_count, frequency = kept.frequency, is_offline = kept.is_offline, is_bluetooth = kept.is_bluetooth,
      lat = kept.lat, lon = kept.lon, altitude_mm = kept.altitude_mm, sampling_rate = kept.sampling_rate
    from (${mergeRecords(expiring)}) kept
    where placed.uid = kept.uid and placed.end_of_snip_at = kept.end_of_snip_at and ${isExpiring}`.execute(change.db);
}
