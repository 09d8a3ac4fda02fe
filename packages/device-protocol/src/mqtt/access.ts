import { DOWNLINKS, MAX_UID, parseNumber, parseTopic } from './topic.ts';

// Identifies clients and limits their access on the broker: a device has its own uid, a Bluetooth relay the uids
// assigned to it.

/** All uplinks of all devices, subscribed to by the servers. */
export const ALL_UPLINKS = 'agm/v1/+/up/#';

/** For several servers on one external broker: each message reaches one of them. */
export function formatSharedUplinks(group: string): string {
  return `$share/${group}/${ALL_UPLINKS}`;
}

export function formatDownlinkFilter(uid: number): string {
  return `agm/v1/${uid}/dn/#`;
}

export type ClientIdentity =
  | { readonly kind: 'device'; readonly uid: number }
  | { readonly kind: 'relay'; readonly name: string };

export function formatDeviceClientId(uid: number): string {
  return `agm-${uid}`;
}

export function formatRelayClientId(name: string): string {
  return `btgw-${name}`;
}

/** A relay's name is part of client ids and access rules: letters, digits, dot, dash and underline, at most 40. */
export function parseClientId(clientId: string): ClientIdentity | null {
  if (clientId.startsWith('agm-')) {
    const uid = parseNumber(clientId.slice('agm-'.length), 1, MAX_UID);
    return uid === null ? null : { kind: 'device', uid };
  }
  const relay = /^btgw-([\w.-]{1,40})$/.exec(clientId);
  return relay?.[1] === undefined ? null : { kind: 'relay', name: relay[1] };
}

/** Clients may publish only the uplinks of `uids`. */
export function mayPublish(uids: ReadonlySet<number>, topic: string): boolean {
  const parsed = parseTopic(topic);
  return parsed.ok && parsed.value.direction === 'up' && uids.has(parsed.value.uid);
}

/** Clients may subscribe only to the downlinks of `uids`; wildcards must not match other devices. */
export function maySubscribe(uids: ReadonlySet<number>, filter: string): boolean {
  const [root, version, uidText = '', direction, name, ...rest] = filter.split('/');
  const uid = parseNumber(uidText, 1, MAX_UID);
  const isOwn = root === 'agm' && version === 'v1' && uid !== null && uids.has(uid) && direction === 'dn';
  const isName = name === '#' || name === '+' || DOWNLINKS.some((downlink) => downlink === name);
  return isOwn && isName && rest.length === 0;
}
