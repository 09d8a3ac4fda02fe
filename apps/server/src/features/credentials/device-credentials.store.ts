import { formatDeviceClientId, formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change, DomainEvents } from '../../platform/database/change.ts';
import { hashForBroker, hashPassword, makeMessageKey, makePassword } from './credential-secrets.ts';
import { listRelaysOfDevice } from './credentials.queries.ts';
import { notifyDeviceAccess } from './device-access-notice.ts';

interface HeldDevice {
  readonly uid: Uid;
  readonly groupId: CompanyId;
}

/** The credential in plain text, shown once for configuring the device. */
export interface IssuedCredential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  readonly messageKey: string;
}

/** Generates a credential: the plain text to show and the row to store. */
function makeCredential(box: SecretBox, uid: Uid) {
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

/** Issues a new credential to a device; the previous credential and its connection end. */
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

/** Issues the first credentials of devices. */
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

/** Ends the access of a device that leaves its company, and removes it from the company's relays. */
export async function endDeviceAccess(change: Change, device: DomainEvents['device-removed']): Promise<void> {
  await revokeDeviceCredential(change, device);
  const relays = await listRelaysOfDevice({ scope: change.scope, db: change.db }, device.uid);
  if (relays.length === 0) return;
  await change.db.deleteFrom('relay_devices').where('uid', '=', device.uid).execute();
  // The relays reconnect at once, without this device.
  await notifyDeviceAccess(change, relays.map(formatRelayClientId), null);
}
