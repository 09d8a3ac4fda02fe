import { formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { Reader } from '../../platform/database/database.ts';
import { hashForBroker } from './credential-secrets.ts';
import { listRelays } from './credentials.queries.ts';
import {
  fitsMosquittoHash,
  formatMosquittoAccess,
  formatMosquittoPasswords,
  type MosquittoPassword,
} from './mosquitto-config.ts';

// What an external Mosquitto must know of devices, relays and the servers: two files, written anew whenever one changes.

/** The servers' own account at the broker: its name, and its password line where they know the password. */
export interface BrokerAccount {
  readonly username: string;
  readonly hash: string | null;
}

/**
 * From the address that names the broker. A line that stood in the file before stays while its password is right: its
 * salt is random, and a file that has not changed need not be read again.
 */
export function readBrokerAccount(mqttUrl: string | undefined, before = ''): BrokerAccount {
  const { username: name = '', password: coded = '' } = mqttUrl === undefined ? {} : new URL(mqttUrl);
  const [username, password] = [decodeURIComponent(name) || 'waymark', decodeURIComponent(coded)];
  if (password === '') return { username, hash: null };
  const line = before.split('\n').find((each) => each.startsWith(`${username}:`));
  const kept = line?.slice(username.length + 1);
  return { username, hash: kept !== undefined && fitsMosquittoHash(kept, password) ? kept : hashForBroker(password) };
}

export async function writeBrokerPasswords(reader: Reader, { username, hash }: BrokerAccount): Promise<string> {
  const devices = await reader.db
    .selectFrom('device_credentials')
    .select(['uid', 'broker_hash'])
    .orderBy('uid')
    .execute();
  const relays = await reader.db.selectFrom('relays').select(['name', 'broker_hash']).orderBy('name').execute();
  const lines: MosquittoPassword[] = [
    ...(hash === null ? [] : [{ username, hash }]),
    ...devices.map(({ uid, broker_hash }) => ({ username: String(uid), hash: broker_hash })),
    ...relays.map(({ name, broker_hash }) => ({ username: formatRelayClientId(name), hash: broker_hash })),
  ];
  return formatMosquittoPasswords(lines);
}

export async function writeBrokerAccess(reader: Reader, { username }: BrokerAccount): Promise<string> {
  return formatMosquittoAccess({ server: username, relays: await listRelays(reader) });
}
