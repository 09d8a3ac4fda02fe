import { formatDeviceClientId, formatRelayClientId, parseClientId } from '@waymark/device-protocol/mqtt/access';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { GatheredLookups } from '../../platform/gathered-lookups.ts';
import { isPassword } from './credential-secrets.ts';

/** An authenticated client: its credential, the time of the sign-in, and the devices that it may publish for. */
export type VerifiedClient = { readonly issuedAt: number; readonly verifiedAt: number } & (
  | { readonly kind: 'device'; readonly uid: Uid }
  | { readonly kind: 'relay'; readonly name: string; readonly uids: ReadonlySet<Uid> }
);

/** The current rights of a client's credential. */
export interface ClientAccess {
  readonly issuedAt: number;
  readonly uids: ReadonlySet<Uid>;
}

interface Presented {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

const uidsOfRelay = sql<number[]>`coalesce(
  (select array_agg(relay_devices.uid::float8 order by relay_devices.uid) from relay_devices where relay_devices.name = relays.name),
  '{}')`.as('uids');

type FindDevice = (uid: Uid) => ReturnType<typeof findDeviceCredential>;

/** By the clock of the database, which all nodes share. */
const verifiedAt = sql<Date>`clock_timestamp()`.as('verified_at');

function timesOf(found: { readonly issued_at: Date; readonly verified_at: Date }) {
  return { issuedAt: found.issued_at.getTime(), verifiedAt: found.verified_at.getTime() };
}

async function verifyDevice(
  findDevice: FindDevice,
  uid: Uid,
  { username, password }: Presented,
): Promise<VerifiedClient | null> {
  const found = await findDevice(uid);
  const isRight = isPassword(password, found?.password_hash) && username === String(uid);
  return isRight && found ? { kind: 'device', uid, ...timesOf(found) } : null;
}

async function verifyRelay(
  reader: Reader,
  name: string,
  { clientId, username, password }: Presented,
): Promise<VerifiedClient | null> {
  const found = await reader.db
    .selectFrom('relays')
    .select(['password_hash', 'issued_at', verifiedAt, uidsOfRelay])
    .where('name', '=', name)
    .where(inCompany(reader.scope, 'relays.group_id'))
    .executeTakeFirst();
  const isRight = isPassword(password, found?.password_hash) && username === clientId;
  return isRight && found ? { kind: 'relay', name, uids: new Set(found.uids), ...timesOf(found) } : null;
}

/** Leaves out unknown and revoked clients and wrong passwords. Checks in batches, because many devices reconnect after an outage. */
export function createCredentialCheck(reader: Reader): (presented: Presented) => Promise<VerifiedClient | null> {
  const lookups = new GatheredLookups((uids: readonly Uid[]) => findDeviceCredentials(reader, uids));
  return async (presented) => {
    const identity = parseClientId(presented.clientId);
    if (identity === null) return null;
    return identity.kind === 'device'
      ? verifyDevice((uid) => lookups.find(uid), identity.uid, presented)
      : verifyRelay(reader, identity.name, presented);
  };
}

/** The time at which each device of a company got its credential; devices without one are left out. */
export async function listIssueTimes(reader: Reader, groupId: CompanyId): Promise<ReadonlyMap<number, Date>> {
  const rows = await reader.db
    .selectFrom('device_credentials')
    .innerJoin('devices', 'devices.uid', 'device_credentials.uid')
    .select(['devices.uid', 'issued_at'])
    .where('devices.group_id', '=', groupId)
    .where(inCompany(reader.scope, 'devices.group_id'))
    .execute();
  return new Map(rows.map(({ uid, issued_at: issuedAt }) => [uid, issuedAt]));
}

/** The rights by client id; clients whose credential has ended are left out. */
export async function listClientAccess(
  reader: Reader,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, ClientAccess>> {
  const identities = clientIds.map(parseClientId);
  const uids = identities.flatMap((identity) => (identity?.kind === 'device' ? [identity.uid] : []));
  const names = identities.flatMap((identity) => (identity?.kind === 'relay' ? [identity.name] : []));
  const { rows } = await sql<{ uid: Uid; name: string | null; issued_at: Date; uids: Uid[] }>`
    select uid, null as name, issued_at, array[uid::float8] as uids
    from device_credentials where uid = any(${writeArray(uids)}::bigint[])
    union all
    select 0, name, issued_at, ${uidsOfRelay}
    from relays where name = any(${names}::text[]) and ${inCompany(reader.scope, 'relays.group_id')}`.execute(
    reader.db,
  );
  return new Map(
    rows.map((row) => [
      row.name === null ? formatDeviceClientId(row.uid) : formatRelayClientId(row.name),
      { issuedAt: row.issued_at.getTime(), uids: new Set(row.uids) },
    ]),
  );
}

export async function findDeviceCredential(reader: Reader, uid: Uid) {
  return (await findDeviceCredentials(reader, [uid])).get(uid);
}

async function findDeviceCredentials(reader: Reader, uids: readonly Uid[]) {
  const rows = await reader.db
    .selectFrom('device_credentials')
    .select(['uid', 'password_hash', 'message_key', 'issued_at', verifiedAt])
    .where('uid', '=', sql<number>`any(${writeArray(uids)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.uid, row]));
}

/** The key that authenticates commands over satellite; undefined when the device has no credential. */
export async function openMessageKey(reader: Reader, box: SecretBox, uid: Uid): Promise<Buffer | null> {
  const found = await findDeviceCredential(reader, uid);
  return found ? Buffer.from(box.open(found.message_key), 'hex') : null;
}

/** The device behind a satellite modem. */
export async function findUidByImei(reader: Reader, imei: string): Promise<number | null> {
  const found = await reader.db
    .selectFrom('devices')
    .select('uid')
    .where('imei', '=', imei)
    .where(inCompany(reader.scope, 'devices.group_id'))
    .executeTakeFirst();
  return found?.uid ?? null;
}

export async function listRelays(reader: Reader) {
  return reader.db
    .selectFrom('relays')
    .select(['name', 'group_id', uidsOfRelay])
    .where(inCompany(reader.scope, 'relays.group_id'))
    .orderBy('name')
    .execute();
}

/** The relays that may publish for a device. */
export async function listRelaysOfDevice(reader: Reader, uid: Uid): Promise<string[]> {
  const rows = await reader.db
    .selectFrom('relay_devices')
    .select('name')
    .where('uid', '=', uid)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
