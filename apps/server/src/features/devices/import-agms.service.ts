import type { CompanyId } from '@waymark/domain/ids';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { holdGroup } from '../users/users.queries.ts';
import { readDeviceFile, sortByLine, type DeviceRow, type RowError } from './device-file.ts';
import { listHolders } from './devices.queries.ts';
import { holdDevices, insertDevices } from './devices.store.ts';
import { describeTakenUid, type HeldDevice, type IssueCredentials } from './fleet.service.ts';

export interface WantedImport {
  readonly group: number;
  readonly csv: string;
  readonly isPreview: boolean;
}

/** Rows whose uid or IMEI another device has. */
async function findTaken(reader: Reader, rows: readonly DeviceRow[]): Promise<RowError[]> {
  const imeis = rows.flatMap(({ imei }) => (imei === null ? [] : [imei]));
  const holders = await listHolders(reader, { uids: rows.map(({ uid }) => uid), imeis });
  const groups = new Map(holders.map((holder) => [holder.uid, holder.group_id]));
  const takenImeis = new Set(holders.map(({ imei }) => imei));
  return rows.flatMap(({ line, uid, imei }) => {
    if (groups.has(uid)) return [{ line, message: describeTakenUid(groups.get(uid)) }];
    return imei !== null && takenImeis.has(imei) ? [{ line, message: 'Another device has this IMEI.' }] : [];
  });
}

/** Hashing thousands of passwords without a pause would block other requests. */
const ROWS_AT_ONCE = 50;

function splitRows(rows: readonly DeviceRow[]): DeviceRow[][] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, part) => rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE));
}

async function addRows<Credential>(
  change: Change,
  groupId: CompanyId,
  rows: readonly DeviceRow[],
  issueCredentials: IssueCredentials<Credential>,
) {
  const devices: HeldDevice[] = rows.map(({ uid }) => ({ uid, groupId }));
  await insertDevices(
    change,
    rows.map(({ uid, imei, lat, lon }) => ({ uid, groupId, imei, lat, lon })),
  );
  const issued = await issueCredentials(change, devices);
  return issued.map((credential, index) => ({ uid: devices[index]?.uid ?? 0, ...credential }));
}

/** Adds the devices of a file, all of them or none. */
export async function importAgms<Credential>(
  database: Database,
  origin: ChangeOrigin,
  { group, csv, isPreview }: WantedImport,
  issueCredentials: IssueCredentials<Credential>,
) {
  const { rows, errors: faults } = readDeviceFile(csv);
  const leave = (errors: readonly RowError[]) => ({ rows: [...rows], errors: [...errors], added: 0, credentials: [] });
  const check = async (reader: Reader) => {
    if (!(await holdGroup(reader, group))) throw problem('group-not-found');
    return sortByLine([...faults, ...(await findTaken(reader, rows))]);
  };
  if (isPreview || faults.length > 0) return leave(await check(database.read(origin.scope)));
  return database.change(origin, async (change) => {
    await holdDevices(change);
    const errors = await check({ scope: change.scope, db: change.db });
    if (errors.length > 0) return leave(errors);
    const credentials = [];
    for (const part of splitRows(rows)) credentials.push(...(await addRows(change, group, part, issueCredentials)));
    // A single event is enough: consoles reload the whole list on it.
    const [first] = credentials;
    if (first)
      change.push('ReceiveDeviceListUpdate', { groupId: group, uid: first.uid }, { uid: first.uid, isRemoved: false });
    return { ...leave([]), added: rows.length, credentials };
  });
}
