import { hashText } from '../chance/hash.ts';
import type { DevicePlan, FleetPlan } from '../scenario/plan-fleet.ts';
import { BluetoothLink, BluetoothRelay } from '../transport/bluetooth-relay.ts';
import { CellularLink } from '../transport/cellular-link.ts';
import { DirectIpSender } from '../transport/direct-ip-sender.ts';
import type { DeliverInput, Link } from '../transport/link.ts';
import type { MqttServer } from '../transport/mqtt-connection.ts';
import { SatelliteGateway } from '../transport/satellite-gateway.ts';
import { SatelliteLink } from '../transport/satellite-link.ts';

export interface DeviceCredential {
  readonly password: string;
  /** Authenticates commands over satellite. */
  readonly messageKey: Uint8Array;
}

export interface FleetCredentials {
  readonly devices: ReadonlyMap<number, DeviceCredential>;
  /** Passwords by the name of the relay. */
  readonly relays: ReadonlyMap<string, string>;
}

export interface Endpoints {
  readonly mqtt: MqttServer;
  readonly directIp: { readonly host: string; readonly port: number };
}

export interface FleetLinks {
  readonly gateway: SatelliteGateway;
  readonly build: (plan: DevicePlan, deliver: DeliverInput) => Link;
}

export interface LinkContext {
  readonly endpoints: Endpoints;
  readonly credentials: FleetCredentials;
  readonly now: () => number;
  /** Whether satellite devices may have several sessions at once. */
  readonly allowsConcurrency?: () => boolean;
  readonly onError: (error: Error) => void;
}

/** The uids of every relay, in the order of the plan. */
export function listRelays(plan: FleetPlan): ReadonlyMap<string, readonly [number, ...number[]]> {
  const relays = new Map<string, [number, ...number[]]>();
  for (const { relay, profile } of plan.devices) {
    if (relay === null) continue;
    const uids = relays.get(relay);
    if (uids) uids.push(profile.uid);
    else relays.set(relay, [profile.uid]);
  }
  return relays;
}

function getCredential({ devices }: FleetCredentials, uid: number): DeviceCredential {
  const credential = devices.get(uid);
  if (!credential) throw new Error(`the server sent no credential for device ${uid}`);
  return credential;
}

function buildRelays(
  plan: FleetPlan,
  { endpoints, credentials, onError }: LinkContext,
): ReadonlyMap<string, BluetoothRelay> {
  const relays = [...listRelays(plan)].map(([name, uids]) => {
    const password = credentials.relays.get(name);
    if (password === undefined) throw new Error(`the server sent no credential for relay ${name}`);
    return [name, new BluetoothRelay({ server: endpoints.mqtt, name, password, uids, onError })] as const;
  });
  return new Map(relays);
}

/** Builds a link per device; relays and the satellite network are shared. */
export function buildLinks(plan: FleetPlan, context: LinkContext): FleetLinks {
  const { endpoints, credentials, now, onError, allowsConcurrency = () => false } = context;
  const relays = buildRelays(plan, context);
  const sender = new DirectIpSender({ ...endpoints.directIp, onError });
  const gateway = new SatelliteGateway();
  const build = ({ profile, relay: relayName }: DevicePlan, deliver: DeliverInput): Link => {
    const { uid, imei } = profile;
    const relay = relayName === null ? undefined : relays.get(relayName);
    if (relay) return new BluetoothLink(uid, relay, deliver);
    const { password, messageKey } = getCredential(credentials, uid);
    if (imei === null) return new CellularLink({ server: endpoints.mqtt, uid, password, deliver, onError });
    const firstNumber = hashText(`${uid}/${now()}`);
    return new SatelliteLink({
      profile,
      imei,
      messageKey,
      sender,
      gateway,
      deliver,
      now,
      firstNumber,
      allowsConcurrency,
    });
  };
  return { gateway, build };
}
