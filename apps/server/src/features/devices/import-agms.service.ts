import type { CompanyId } from '@waymark/domain/ids';
import { describeAgmFileFault } from '@waymark/domain/words/agm-file-faults';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { holdGroup } from '../users/users.queries.ts';
import { readDeviceFile, sortByLine, type DeviceRow, type RowFault } from './device-file.ts';
import { listHolders } from './devices.queries.ts';
import { holdDevices, insertDevices } from './devices.store.ts';
import type { HeldDevice, IssueCredentials } from './fleet.service.ts';

export interface WantedImport {
  readonly group: number;
  readonly csv: string;
  readonly isPreview: boolean;
}

/** Rows whose uid or IMEI another device has. */
async function findTaken(reader: Reader, rows: readonly DeviceRow[]): Promise<RowFault[]> {
  const imeis = rows.flatMap(({ imei }) => (imei === null ? [] : [imei]));
  const holders = await listHolders(reader, { uids: rows.map(({ uid }) => uid), imeis });
  const groups = new Map(holders.map((holder) => [holder.uid, holder.group_id]));
  const takenImeis = new Set(holders.map(({ imei }) => imei));
  return rows.flatMap(({ line, uid, imei }): RowFault[] => {
    const group = groups.get(uid);
    if (group !== undefined) return [{ line, fault: { code: 'uid-taken', group } }];
    return imei !== null && takenImeis.has(imei) ? [{ line, fault: { code: 'imei-taken' } }] : [];
  });
}

function word({ line, fault }: RowFault) {
  const { detail, words } = described((t) => describeAgmFileFault(fault, t));
  return { line, message: detail, words };
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
  const { rows, faults } = readDeviceFile(csv);
  const leave = (found: readonly RowFault[]) => ({
    rows: [...rows],
    errors: found.map(word),
    added: 0,
    credentials: [],
  });
  const check = async (reader: Reader) => {
    if (!(await holdGroup(reader, group))) throw problem('group-not-found');
    return sortByLine([...faults, ...(await findTaken(reader, rows))]);
  };
  if (isPreview || faults.length > 0) return leave(await check(database.read(origin.scope)));
  return database.change(origin, async (change) => {
    await holdDevices(change);
    const found = await check({ scope: change.scope, db: change.db });
    if (found.length > 0) return leave(found);
    const credentials = [];
    for (const part of splitRows(rows)) credentials.push(...(await addRows(change, group, part, issueCredentials)));
    // A single event is enough: consoles reload the whole list on it.
    const [first] = credentials;
    if (first)
      change.push('ReceiveDeviceListUpdate', { groupId: group, uid: first.uid }, { uid: first.uid, isRemoved: false });
    return { ...leave([]), added: rows.length, credentials };
  });
}
