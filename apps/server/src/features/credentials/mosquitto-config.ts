import { pbkdf2Sync } from 'node:crypto';
import { ALL_UPLINKS, formatDownlinkFilter, formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { Uid } from '@waymark/domain/ids';

// Configuration of a Mosquitto in front of several servers that isolates devices like the built-in broker.
// Access rules need no line per device, because the username of a device is its uid.

const USERNAME = /^[\w.-]{1,45}$/;
const ITERATIONS = 101;
const HASH_BYTES = 64;

export interface MosquittoAccess {
  /** The username of the Waymark servers. */
  readonly server: string;
  readonly relays: readonly { readonly name: string; readonly uids: readonly Uid[] }[];
}

export interface MosquittoPassword {
  readonly username: string;
  /** As `hashMosquittoPassword` makes it. */
  readonly hash: string;
}

export interface MosquittoListener {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly keyFile: string; readonly certFile: string };
}

export interface MosquittoSettings {
  readonly devices: MosquittoListener;
  /** A listener of its own: on the device listener the broker sets the client id, so that no client can take over another. */
  readonly servers: MosquittoListener;
  readonly accessFile: string;
  readonly passwordFile: string;
  readonly dataFolder: string;
}

/** Hashes a password in Mosquitto's format: PBKDF2 with SHA-512 and a salt of 12 random bytes. */
export function hashMosquittoPassword(password: string, salt: Uint8Array): string {
  const hash = pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha512');
  return `$7$${ITERATIONS}$${Buffer.from(salt).toString('base64')}$${hash.toString('base64')}`;
}

/** Whether a password line of `hashMosquittoPassword` matches this password. */
export function fitsMosquittoHash(hash: string, password: string): boolean {
  const salt = Buffer.from(hash.split('$')[3] ?? '', 'base64');
  return hashMosquittoPassword(password, salt) === hash;
}

export function formatMosquittoPasswords(passwords: readonly MosquittoPassword[]): string {
  return passwords.map(({ username, hash }) => `${checkName(username)}:${hash}\n`).join('');
}

export function formatMosquittoAccess({ server, relays }: MosquittoAccess): string {
  return [
    '# Devices: the username is the uid.',
    'pattern write agm/v1/%u/up/#',
    'pattern read agm/v1/%u/dn/#',
    '',
    '# The servers.',
    `user ${checkName(server)}`,
    `topic read ${ALL_UPLINKS}`,
    'topic write agm/v1/+/dn/#',
    ...relays.flatMap(formatRelayAccess),
    '',
  ].join('\n');
}

function formatRelayAccess({ name, uids }: MosquittoAccess['relays'][number]): readonly string[] {
  const rules = uids.flatMap((uid) => [`topic write agm/v1/${uid}/up/#`, `topic read ${formatDownlinkFilter(uid)}`]);
  return ['', `user ${formatRelayClientId(checkName(name))}`, ...rules];
}

export function formatMosquittoConfig(settings: MosquittoSettings): string {
  const { devices, servers, accessFile, passwordFile, dataFolder } = settings;
  return [
    'allow_anonymous false',
    `password_file ${passwordFile}`,
    `acl_file ${accessFile}`,
    '',
    '# Messages for servers that are away are kept, on disk too.',
    'persistence true',
    `persistence_location ${dataFolder}/`,
    'autosave_interval 30',
    'persistent_client_expiration 14d',
    'max_queued_messages 1000000',
    '',
    '# Servers acknowledge when they have stored, many messages together.',
    'max_inflight_messages 2000',
    'message_size_limit 16384',
    'max_keepalive 1200',
    '',
    ...formatListener(devices),
    'use_username_as_clientid true',
    '',
    ...formatListener(servers),
    '',
  ].join('\n');
}

function formatListener({ host, port, tls }: MosquittoListener): readonly string[] {
  const files = tls ? [`certfile ${tls.certFile}`, `keyfile ${tls.keyFile}`] : [];
  return [`listener ${port} ${host}`, ...files];
}

/** These files have no quoting, so a name with special characters could inject rules. */
function checkName(name: string): string {
  if (!USERNAME.test(name)) throw new Error(`not a Mosquitto username: ${JSON.stringify(name)}`);
  return name;
}
