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

// The password and access files of an external Mosquitto for devices, relays and servers, rewritten after each change.

/** The servers' own account at the broker: its name, and its password line where they know the password. */
export interface BrokerAccount {
  readonly username: string;
  readonly hash: string | null;
}

/**
 * Reads the account from the broker's address. An existing line is reused while its password is right: a new one would
 * have another random salt, and the broker would reload an unchanged file.
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
