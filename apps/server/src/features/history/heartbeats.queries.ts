import type { HeartbeatRow } from '@waymark/contract/devices/heartbeat-row';
import type { Filter, Paging } from '@waymark/contract/paging';
import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { RawBuilder, Selectable, SqlBool } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { visibleRecords } from '../../platform/access/device-access.ts';
import { readPages, ROWS_A_PAGE } from '../../platform/database/keyset.ts';
import { findSlice, findSpan, splitSpan, type Slice, type Span } from '../../platform/database/page.ts';
import { countRecords } from './count-records.queries.ts';
import { findDaysOfPage } from './record-counts.queries.ts';

/** The row's fields in the documents' spelling and the columns that hold them; rows can be sorted by each. */
const COLUMNS = {
  uid: 'uid',
  heartbeatTimeStamp: 'at',
  satelliteCount: 'satellite_count',
  lat: 'lat',
  lon: 'lon',
  altitude: 'altitude_mm',
  signalStrength: 'signal_strength',
  battery: 'battery_mv',
  errorFlag: 'error_flag',
  numberOfflineFiles: 'offline_files',
  numberOnlineFiles: 'online_files',
  numberIridiumOfflineFiles: 'iridium_offline_files',
  powerSupplyState: 'power_supply_state',
  geophoneConnected: 'geophone_connected',
  externalAntennaConnected: 'external_antenna_connected',
  internalAntennaFoldState: 'antenna_fold_state',
} as const satisfies Record<keyof HeartbeatRow, string>;

function findColumn(field: string | undefined) {
  return field !== undefined && Object.hasOwn(COLUMNS, field)
    ? COLUMNS[field as keyof HeartbeatRow]
    : COLUMNS.heartbeatTimeStamp;
}

function selectHeartbeats(reader: Reader, uid: Uid, { from, until }: Span) {
  return reader.db
    .selectFrom('heartbeats')
    .where(visibleRecords(reader.scope, 'heartbeats', uid))
    .$if(from !== null, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(until !== null, (query) => query.where('at', '<', new Date(until ?? 0)));
}

export function countHeartbeats(reader: Reader, uid: Uid, span: Span): Promise<number> {
  return countRecords(reader, uid, 'heartbeat', span);
}

/** By time a page needs only its own days; where the span cuts a day it is read as it is. */
async function narrowPage(reader: Reader, uid: Uid, span: Span, slice: Slice, isDescending: boolean) {
  const { days, rests } = splitSpan(span);
  if (days === null || rests.length > 0) return { span, offset: slice.offset };
  const found = await findDaysOfPage(reader, uid, 'heartbeat', days, { ...slice, isDescending });
  return found ? { span: found, offset: slice.offset - found.skipped } : { span, offset: slice.offset };
}

/**
 * A page of one device's heartbeats. By time it reads the page alone, through the index; by another field it sorts
 * what the filter leaves of this device.
 */
export async function listHeartbeats(reader: Reader, uid: Uid, paging: Paging) {
  const span = findSpan(paging);
  const rowsNumber = await countHeartbeats(reader, uid, span);
  const slice = findSlice(paging, rowsNumber);
  if (slice.limit === 0) return { rowsNumber, heartbeatList: [] };
  const direction = paging.descending ? 'desc' : 'asc';
  const column = findColumn(paging.sortBy);
  const isByTime = column === 'at';
  const page = isByTime
    ? await narrowPage(reader, uid, span, slice, paging.descending)
    : { span, offset: slice.offset };
  const rows = await selectHeartbeats(reader, uid, page.span)
    .select(Object.values(COLUMNS))
    .$if(!isByTime, (query) => query.orderBy(column, direction))
    .orderBy('at', direction)
    .offset(page.offset)
    .limit(slice.limit)
    .execute();
  return { rowsNumber, heartbeatList: rows.map(writeHeartbeat) };
}

/** All heartbeats that the filter finds, in its order. */
export function readAllHeartbeats(reader: Reader, uid: Uid, filter: Filter) {
  const span = findSpan(filter);
  const direction = filter.descending ? 'desc' : 'asc';
  const column = findColumn(filter.sortBy);
  const order = { table: 'heartbeats', column, tie: 'at', descending: filter.descending };
  const readPage = (isAfter: RawBuilder<SqlBool>) =>
    selectHeartbeats(reader, uid, span)
      .select(Object.values(COLUMNS))
      .where(isAfter)
      .orderBy(column, direction)
      .$if(column !== 'at', (query) => query.orderBy('at', direction))
      .limit(ROWS_A_PAGE)
      .execute();
  return readPages(order, readPage, writeHeartbeat);
}

type HeartbeatFound = Pick<Selectable<Tables['heartbeats']>, (typeof COLUMNS)[keyof typeof COLUMNS]>;

function writeHeartbeat(found: HeartbeatFound): HeartbeatRow {
  return {
    uid: found.uid,
    heartbeatTimeStamp: formatUtcSecond(found.at.getTime()),
    satelliteCount: found.satellite_count,
    lat: found.lat,
    lon: found.lon,
    altitude: found.altitude_mm,
    signalStrength: found.signal_strength,
    battery: found.battery_mv,
    errorFlag: found.error_flag,
    numberOfflineFiles: found.offline_files,
    numberOnlineFiles: found.online_files,
    numberIridiumOfflineFiles: found.iridium_offline_files,
    powerSupplyState: found.power_supply_state,
    geophoneConnected: found.geophone_connected,
    externalAntennaConnected: found.external_antenna_connected,
    internalAntennaFoldState: found.antenna_fold_state,
  };
}
