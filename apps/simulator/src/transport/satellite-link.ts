import { encodeMobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import { encodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { ACK } from '@waymark/device-protocol/mqtt/device-report';
import { readCommandId, decodeIridiumDownlink, type IridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { DeviceProfile } from '../device/profile.ts';
import type { Report } from '../device/report.ts';
import type { DeviceState } from '../device/state.ts';
import type { DirectIpSender } from './direct-ip-sender.ts';
import type { DeliverInput, Link } from './link.ts';
import type { SatelliteGateway } from './satellite-gateway.ts';
import { translateReport } from './satellite-report.ts';
import type { DeviceInput } from '../device/step.ts';

export interface SatelliteLinkOptions {
  readonly profile: DeviceProfile;
  readonly imei: string;
  /** Authenticates commands. */
  readonly messageKey: Uint8Array;
  readonly sender: DirectIpSender;
  readonly gateway: SatelliteGateway;
  readonly deliver: DeliverInput;
  readonly now: () => number;
  /** Allows concurrent sessions when there is much to send. */
  readonly allowsConcurrency: () => boolean;
  /** First number of its counters: a restarted fleet must not repeat earlier numbers. */
  readonly firstNumber: number;
}

const GATEWAY_ERROR_KM = 5;

/** A device on a satellite network: each message is a session of its own, which may return a message. */
export class SatelliteLink implements Link {
  readonly #options: SatelliteLinkOptions;
  #sessions: Promise<unknown> = Promise.resolve();
  #isOpen = false;
  #pending = 0;
  #count: number;

  constructor(options: SatelliteLinkOptions) {
    this.#options = options;
    this.#count = options.firstNumber;
    options.gateway.subscribe(options.imei, () => this.#answerRing());
  }

  get pending(): number {
    return this.#pending;
  }

  open(): void {
    this.#isOpen = true;
    this.#options.deliver({ kind: 'connected' });
    this.#answerRing();
  }

  #answerRing(): void {
    const isIdle = this.#isOpen && this.#pending === 0;
    if (isIdle && this.#options.gateway.hasWaiting(this.#options.imei)) void this.#call(null).catch(() => undefined);
  }

  send(report: Report, state: DeviceState): Promise<void> {
    const message = translateReport(this.#count & 0xffff, report, state);
    return message ? this.#call(encodeIridiumUplink(message)) : Promise.resolve();
  }

  sendGarbage(bytes: Uint8Array): Promise<void> {
    return this.#call(bytes);
  }

  /** Sequential sessions, like those of a single modem. */
  #call(payload: Uint8Array | null): Promise<void> {
    const number = this.#count;
    this.#count += 1;
    this.#pending += 1;
    const { allowsConcurrency } = this.#options;
    const session = allowsConcurrency()
      ? this.#transmit(number, payload)
      : this.#sessions.then(() => this.#transmit(number, payload));
    const finished = session.then(
      () => this.#finish(),
      () => this.#finish(),
    );
    this.#sessions = allowsConcurrency() ? Promise.all([this.#sessions, finished]) : finished;
    return session;
  }

  async #transmit(number: number, payload: Uint8Array | null): Promise<void> {
    const { imei, profile, sender, now } = this.#options;
    const encoded = encodeMobileOriginated({
      cdr: number >>> 0,
      imei,
      sessionStatus: 0,
      momsn: number & 0xffff,
      mtmsn: 0,
      sessionTimeS: Math.floor(now() / 1000),
      payload,
      location: { lat: profile.lat, lon: profile.lon, cepKm: GATEWAY_ERROR_KM },
    });
    if (!encoded.ok) throw new Error(`cannot encode the satellite message: ${encoded.failure}`);
    await sender.send(encoded.value);
  }

  #finish(): void {
    this.#pending -= 1;
    const order = this.#isOpen ? this.#options.gateway.take(this.#options.imei) : null;
    if (order) this.#follow(order);
    this.#answerRing();
  }

  #follow(payload: Uint8Array): void {
    const order = readOrder(payload, this.#options.messageKey);
    if (order.kind === 'input') this.#options.deliver(order.input);
    if (order.kind !== 'forged') return;
    const ack = { kind: 'ack', id: order.id, status: ACK.badMac, detail: 0 } as const;
    const message = encodeIridiumUplink({ ...ack, seq: this.#count & 0xffff, t: this.#options.now() });
    void this.#call(message).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#sessions;
  }

  /** There is no standing connection whose loss the server could detect. */
  cut(): void {
    this.#isOpen = false;
    this.#options.deliver({ kind: 'lost' });
  }

  giveUp(): void {
    this.#isOpen = false;
    this.#options.sender.giveUp();
  }
}

/** A decoded message to a satellite device: an input, a command to refuse by its id, or nothing. */
type SatelliteOrder =
  | { readonly kind: 'input'; readonly input: DeviceInput }
  | { readonly kind: 'forged'; readonly id: number }
  | { readonly kind: 'nothing' };

function readCommand(message: IridiumDownlink): Command | null {
  const { id } = message;
  switch (message.kind) {
    case 'settings':
      return { id, type: 'IridiumSettings', params: message.settings, exp: null };
    case 'offline-download': {
      const params = {
        FileNamesStartDate: formatUtcSecond(message.startAt),
        FileNamesEndDate: formatUtcSecond(message.endAt),
      };
      return { id, type: 'IridiumOfflineDownload', params, exp: null };
    }
    case 'exit-offline-download':
      return { id, type: 'IridiumExitOfflineDownload', params: {}, exp: null };
    case 'request':
      if (message.what === 'heartbeat') return null;
      return { id, type: message.what === 'info' ? 'DeviceInfo' : 'ControlSettings', params: {}, exp: null };
    case 'ack':
      return null;
  }
}

function readOrder(payload: Uint8Array, key: Uint8Array): SatelliteOrder {
  const decoded = decodeIridiumDownlink(payload, key);
  if (!decoded.ok) {
    const id = decoded.failure.reason === 'mac' ? readCommandId(payload) : null;
    return id === null ? { kind: 'nothing' } : { kind: 'forged', id };
  }
  const message = decoded.value;
  if (message.kind === 'request' && message.what === 'heartbeat')
    return { kind: 'input', input: { kind: 'heartbeat' } };
  const command = readCommand(message);
  return command ? { kind: 'input', input: { kind: 'command', command } } : { kind: 'nothing' };
}
