import { controlRow, type ControlRow } from '@waymark/contract/devices/control-row';
import type { Paging } from '@waymark/contract/paging';
import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { findSlice, findSpan } from '../../platform/database/page.ts';
import { visibleRecords } from '../../platform/access/device-access.ts';
import { countRecords } from './count-records.queries.ts';

const FIELDS = Object.keys(controlRow.shape);
/** Stored by these names in `settings`; every one is a number where the firmware says it. */
const SETTINGS = FIELDS.filter((field) => field !== 'uid' && field !== 'timeStampAck');

/** Fields that a row can be sorted by; what a device did not say counts as more than every number. */
function findOrder(field: string | undefined) {
  return field !== undefined && SETTINGS.includes(field) ? sql`(settings ->> ${field})::int` : sql.ref('at');
}

/** A page of the settings that one device has reported. */
export async function listControlSettings(reader: Reader, uid: Uid, paging: Paging) {
  const span = findSpan(paging);
  const rowsNumber = await countRecords(reader, uid, 'control', span);
  const slice = findSlice(paging, rowsNumber);
  if (slice.limit === 0) return { rowsNumber, controlSettingsResponseList: [] };
  const direction = paging.descending ? 'desc' : 'asc';
  const rows = await reader.db
    .selectFrom('control_responses')
    .select(['uid', 'at', 'settings'])
    .where(visibleRecords(reader.scope, 'control_responses', uid))
    .$if(span.from !== null, (query) => query.where('at', '>=', new Date(span.from ?? 0)))
    .$if(span.until !== null, (query) => query.where('at', '<', new Date(span.until ?? 0)))
    .orderBy(findOrder(paging.sortBy), direction)
    .orderBy('at', direction)
    .offset(slice.offset)
    .limit(slice.limit)
    .execute();
  return { rowsNumber, controlSettingsResponseList: rows.map(writeSettings) };
}

const NOTHING_SAID = Object.fromEntries(SETTINGS.map((field) => [field, null]));

function writeSettings({
  uid,
  at,
  settings,
}: {
  readonly uid: Uid;
  readonly at: Date;
  readonly settings: unknown;
}): ControlRow {
  return controlRow.parse({ ...NOTHING_SAID, ...Object(settings), uid, timeStampAck: formatUtcSecond(at.getTime()) });
}
