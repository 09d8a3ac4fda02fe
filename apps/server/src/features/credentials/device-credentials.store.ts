import { formatDeviceClientId, formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change } from '../../platform/database/change.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { hashForBroker, hashPassword, makeMessageKey, makePassword } from './credential-secrets.ts';
import { listRelaysOfDevice } from './credentials.queries.ts';
import { notifyDeviceAccess } from './device-access-notice.ts';

interface HeldDevice {
  readonly uid: number;
  readonly groupId: number;
}

/** What is shown once to whoever sets the device up. */
export interface IssuedCredential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly messageKey: string;
}

/** What is given away and what is kept of it. */
function makeCredential(box: SecretBox, uid: number) {
  const password = makePassword();
  const messageKey = makeMessageKey();
  const hashes = { password_hash: hashPassword(password), broker_hash: hashForBroker(password) };
  const issued: IssuedCredential = { clientId: formatDeviceClientId(uid), username: String(uid), password, messageKey };
  return { issued, secrets: { ...hashes, message_key: box.seal(messageKey), issued_at: new Date() } };
}

const issuedEntry = ({ uid, groupId }: HeldDevice) => ({
  action: 'credential-issued',
  objectType: 'device',
  objectId: uid,
  groupId,
  after: { clientId: formatDeviceClientId(uid) },
});

/** Gives a device a new credential; whatever it had before ends with its connection. */
export async function issueDeviceCredential(
  change: Change,
  box: SecretBox,
  device: HeldDevice,
): Promise<IssuedCredential> {
  const { issued, secrets } = makeCredential(box, device.uid);
  await change.db
    .insertInto('device_credentials')
    .values({ uid: device.uid, ...secrets })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(secrets))
    .execute();
  await change.audit(issuedEntry(device));
  await notifyDeviceAccess(change, [issued.clientId], secrets.issued_at);
  return issued;
}

/** Gives devices their first credential. */
export async function issueFirstCredentials(
  change: Change,
  box: SecretBox,
  devices: readonly HeldDevice[],
): Promise<IssuedCredential[]> {
  const made = devices.map(({ uid }) => ({ uid, ...makeCredential(box, uid) }));
  await change.db
    .insertInto('device_credentials')
    .values(made.map(({ uid, secrets }) => ({ uid, ...secrets })))
    .execute();
  await change.auditAll(devices.map(issuedEntry));
  return made.map(({ issued }) => issued);
}

export async function revokeDeviceCredential(change: Change, { uid, groupId }: HeldDevice): Promise<void> {
  const [gone] = await change.db
    .deleteFrom('device_credentials')
    .where('uid', '=', uid)
    .returning('issued_at')
    .execute();
  if (!gone) return;
  const clientId = formatDeviceClientId(uid);
  await change.audit({
    action: 'credential-revoked',
    objectType: 'device',
    objectId: uid,
    groupId,
    before: { clientId },
  });
  await notifyDeviceAccess(change, [clientId], null);
}

/** A device that leaves its company: its own access ends, and no relay may speak for it any more. */
export async function endDeviceAccess(change: Change, device: DomainEvents['device-removed']): Promise<void> {
  await revokeDeviceCredential(change, device);
  const relays = await listRelaysOfDevice({ scope: change.scope, db: change.db }, device.uid);
  if (relays.length === 0) return;
  await change.db.deleteFrom('relay_devices').where('uid', '=', device.uid).execute();
  // They come back at once, and then for the others only.
  await notifyDeviceAccess(change, relays.map(formatRelayClientId), null);
}
