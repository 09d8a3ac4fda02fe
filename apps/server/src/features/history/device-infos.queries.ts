import type { InfoRow } from '@waymark/contract/devices/info-row';
import type { Paging } from '@waymark/contract/paging';
import type { Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Selectable } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { findSlice, findSpan } from '../../platform/database/page.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { visibleRecords } from '../../platform/access/device-access.ts';
import { countRecords } from './count-records.queries.ts';

/** The row's fields in the documents' spelling and the columns that hold them; rows can be sorted by each. */
const COLUMNS = {
  uid: 'uid',
  timeStampAck: 'at',
  firmwareMajorVersion: 'firmware_major',
  firmwareMinorVersion: 'firmware_minor',
  protocolVersion: 'protocol_version',
  hardwareMajorVersion: 'hardware_major',
  hardwareMinorVersion: 'hardware_minor',
  productNumber: 'product_number',
} as const satisfies Record<keyof InfoRow, string>;

function findColumn(field: string | undefined) {
  return field !== undefined && Object.hasOwn(COLUMNS, field) ? COLUMNS[field as keyof InfoRow] : COLUMNS.timeStampAck;
}

/** A version is ordered as a whole: 10.9 before 10.71. */
const MINORS: Readonly<Record<string, 'firmware_minor' | 'hardware_minor'>> = {
  firmware_major: 'firmware_minor',
  hardware_major: 'hardware_minor',
};

/** A page of the reports of one device about itself. */
export async function listDeviceInfos(reader: Reader, uid: Uid, paging: Paging) {
  const span = findSpan(paging);
  const rowsNumber = await countRecords(reader, uid, 'info', span);
  const slice = findSlice(paging, rowsNumber);
  if (slice.limit === 0) return { rowsNumber, deviceInformationResponseList: [] };
  const direction = paging.descending ? 'desc' : 'asc';
  const column = findColumn(paging.sortBy);
  const minor = MINORS[column];
  const rows = await reader.db
    .selectFrom('device_infos')
    .select(Object.values(COLUMNS))
    .where(visibleRecords(reader.scope, 'device_infos', uid))
    .$if(span.from !== null, (query) => query.where('at', '>=', new Date(span.from ?? 0)))
    .$if(span.until !== null, (query) => query.where('at', '<', new Date(span.until ?? 0)))
    .orderBy(column, direction)
    .$if(minor !== undefined, (query) => query.orderBy(minor ?? column, direction))
    .orderBy('at', direction)
    .offset(slice.offset)
    .limit(slice.limit)
    .execute();
  return { rowsNumber, deviceInformationResponseList: rows.map(writeInfo) };
}
type InfoFound = Pick<Selectable<Tables['device_infos']>, (typeof COLUMNS)[keyof typeof COLUMNS]>;

function writeInfo(found: InfoFound): InfoRow {
  return {
    uid: found.uid,
    timeStampAck: formatUtcSecond(found.at.getTime()),
    firmwareMajorVersion: found.firmware_major,
    firmwareMinorVersion: found.firmware_minor,
    protocolVersion: found.protocol_version,
    hardwareMajorVersion: found.hardware_major,
    hardwareMinorVersion: found.hardware_minor,
    productNumber: found.product_number,
  };
}
