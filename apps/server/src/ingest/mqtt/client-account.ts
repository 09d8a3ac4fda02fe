import { formatDeviceClientId, formatRelayClientId, parseClientId } from '@waymark/device-protocol/mqtt/access';
import { formatUplinkTopic, MAX_UID, parseNumber } from '@waymark/device-protocol/mqtt/topic';

// Clients of the endpoint. A device's username is its uid; a relay's is its client id.

/** Account of a valid credential; `issuedAt` identifies the credential, `verifiedAt` orders connections of the client. */
export type ClientAccount = { readonly issuedAt: number; readonly verifiedAt: number } & (
  | { readonly kind: 'device'; readonly uid: number }
  | { readonly kind: 'relay'; readonly name: string; readonly uids: ReadonlySet<number> }
);

export interface Login {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

export interface Credentials {
  /** Returns null for an unknown credential. Rejects when the credential could not be looked up. */
  verify(login: Login): Promise<ClientAccount | null>;
}

export function formatClientId(account: ClientAccount): string {
  return account.kind === 'device' ? formatDeviceClientId(account.uid) : formatRelayClientId(account.name);
}

/** The only client id that a username may use; null when no client has such a username. */
export function findClientId(username: string): string | null {
  const uid = parseNumber(username, 1, MAX_UID);
  if (uid !== null) return formatDeviceClientId(uid);
  return parseClientId(username)?.kind === 'relay' ? username : null;
}

export function listUids(account: ClientAccount): ReadonlySet<number> {
  return account.kind === 'device' ? new Set([account.uid]) : account.uids;
}

/** The device whose loss a last will announces: a client may register one for its own `up/status` only. */
export function findWillUid(uids: ReadonlySet<number>, topic: string): number | null {
  const uid = parseNumber(topic.split('/')[2] ?? '', 1, MAX_UID);
  return uid !== null && uids.has(uid) && topic === formatUplinkTopic(uid, 'status') ? uid : null;
}
