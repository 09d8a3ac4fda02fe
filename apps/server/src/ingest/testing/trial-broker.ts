import { createLog } from '../../platform/log.ts';
import { createMessageRates } from '../message-rate.ts';
import type { ClientAccount, Credentials, Login } from '../mqtt/sign-in.ts';
import { DeviceEndpoint, type EndpointOptions } from '../mqtt/endpoint.ts';
import type { Refusal } from '../mqtt/refusals.ts';
import { passwordOf, T } from './mqtt-device.ts';
import { TrialDoor } from './trial-door.ts';

// The device endpoint with a test receiver and test credentials.

let verified = T;

/** Every client's password is valid; relays forward for devices 7 and 8. */
const trialCredentials: Credentials = {
  async verify({ username, password }: Login): Promise<ClientAccount | null> {
    if (password !== passwordOf(username)) return null;
    const verifiedAt = verified++;
    const [, name] = /^btgw-(.+)$/.exec(username) ?? [];
    if (name !== undefined) return { kind: 'relay', name, uids: new Set([7, 8]), issuedAt: T, verifiedAt };
    return { kind: 'device', uid: Number(username), issuedAt: T, verifiedAt };
  },
};

export const TRIAL_NODE_ID = '00000000-0000-4000-8000-000000000001';

export interface TrialBroker {
  readonly gateway: DeviceEndpoint;
  readonly door: TrialDoor;
  readonly refusals: Refusal[];
  readonly port: number;
}

export async function startTrialBroker(options: Partial<EndpointOptions> = {}): Promise<TrialBroker> {
  const door = new TrialDoor();
  const refusals: Refusal[] = [];
  const gateway = await DeviceEndpoint.start({
    host: '127.0.0.1',
    port: 0,
    door,
    log: createLog('silent'),
    now: () => T,
    rates: createMessageRates(200),
    credentials: trialCredentials,
    nodeId: TRIAL_NODE_ID,
    onRefused: (refusal) => refusals.push(refusal),
    ...options,
    limits: { refusalDelayMs: 20, ...options.limits },
  });
  return { gateway, door, refusals, port: gateway.ports().mqtt ?? gateway.ports().mqtts ?? 0 };
}
