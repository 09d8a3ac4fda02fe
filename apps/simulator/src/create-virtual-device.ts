import { parseFirmware } from '@waymark/device-protocol/firmware';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import type { Place } from '@waymark/domain/geo/great-circle';
import { Random } from '@waymark/signals/random';
import { drawTool, type ToolKind } from '@waymark/signals/tool';
import type { LinkKind, Product } from './device/profile.ts';
import { buildHeartbeat } from './device/reports.ts';
import type { Report } from './device/report.ts';
import type { DeviceSettings } from './device/settings.ts';
import { createDevice } from './device/state.ts';
import { Counters } from './fleet/counters.ts';
import { DownloadPump } from './fleet/download-pump.ts';
import { FaultyLink } from './fleet/faulty-link.ts';
import { drawSiteOf } from './fleet/pig-traffic.ts';
import { StreamPump } from './fleet/stream-pump.ts';
import { Timeline } from './fleet/timeline.ts';
import { VirtualDevice } from './fleet/virtual-device.ts';
import { buildPigPassage } from './passage/build-passage.ts';
import { HALF_RECORD_MS } from './passage/passage-event.ts';
import { buildImei } from './scenario/plan-fleet.ts';
import { NO_FAULTS, type Faults } from './scenario/scenario.ts';
import { BluetoothLink, type BluetoothRelay } from './transport/bluetooth-relay.ts';
import { CellularLink } from './transport/cellular-link.ts';
import type { DirectIpSender } from './transport/direct-ip-sender.ts';
import type { DeliverInput, Link } from './transport/link.ts';
import type { MqttServer } from './transport/mqtt-connection.ts';
import type { SatelliteGateway } from './transport/satellite-gateway.ts';
import { SatelliteLink } from './transport/satellite-link.ts';

// A single device controlled by a test. It answers commands by itself.

export type DeviceWay =
  | { readonly kind: 'cellular'; readonly server: MqttServer; readonly password: string }
  | { readonly kind: 'bluetooth'; readonly relay: BluetoothRelay }
  | {
      readonly kind: 'iridium';
      readonly sender: DirectIpSender;
      readonly gateway: SatelliteGateway;
      readonly messageKey: Uint8Array;
      /** Derived from the uid by default. */
      readonly imei?: string;
    };

export interface VirtualDeviceSetup {
  readonly uid: number;
  readonly way: DeviceWay;
  readonly firmware?: string;
  readonly product?: Product;
  readonly lat?: number;
  readonly lon?: number;
  readonly settings?: Partial<DeviceSettings>;
  readonly batteryMv?: number;
  readonly detectionCount?: number;
  /** Interval of periodic heartbeats; none by default. */
  readonly heartbeatIntervalS?: number;
  /** Faults of the link; none by default. */
  readonly faults?: Partial<Faults>;
  /** Rate of a download; by default as fast as packets are acknowledged. */
  readonly packetsPerS?: number;
  readonly seed?: number;
  readonly now?: () => number;
}

export interface PassageChoice {
  /** Time of the passage; its record ends 15 s later. Now by default. */
  readonly at?: number;
  readonly speedMps?: number;
  readonly tool?: ToolKind;
  /** Place of the device at that time, if different. */
  readonly place?: Place;
}

export interface DrivenDevice {
  readonly device: VirtualDevice;
  readonly counters: Counters;
  /** Connects; resolves when the introduction (status, info, settings, carrier, disk, heartbeat) is acknowledged. */
  connect(): Promise<void>;
  /** Sends a heartbeat of now with these changes. */
  heartbeat(changes?: Partial<Heartbeat>): Promise<void>;
  /** Simulates a passing pig; null if no enabled detector hears it. */
  passage(choice?: PassageChoice): Promise<Passage | null>;
  error(code: number, detail?: number): Promise<void>;
  /** Sends a report that the device would not send by itself. */
  say(report: Report): Promise<void>;
  /** Replaces the faults of the link; none by default. */
  suffer(faults?: Partial<Faults>): void;
  /** Sleeps until its schedule wakes it, or `connect` is called. */
  sleep(): Promise<void>;
  /** Breaks the connection without notice. */
  cut(): void;
  /** Reboots without notice: back after 20 s, or when `connect` is called. */
  reboot(): Promise<void>;
  /** Resolves with the next command of this type, once it is answered. */
  waitForCommand<Type extends Command['type']>(type: Type): Promise<Extract<Command, { type: Type }>>;
  /** Disconnects properly and ends. */
  close(): Promise<void>;
}

const NEVER_S = 10 * 365 * 86_400;
const NEWEST = { major: 10, minor: 80 };
const PLACE = { lat: 36.05, lon: -96.4 };

interface WayContext {
  readonly deliver: DeliverInput;
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}

function buildWay(setup: VirtualDeviceSetup, { deliver, now, onError }: WayContext): Link {
  const { uid, way } = setup;
  if (way.kind === 'cellular')
    return new CellularLink({ server: way.server, uid, password: way.password, deliver, onError });
  if (way.kind === 'bluetooth') return new BluetoothLink(uid, way.relay, deliver);
  const profile = buildProfile(setup);
  const imei = way.imei ?? buildImei(uid);
  const { sender, gateway, messageKey } = way;
  const firstNumber = Math.floor(now() / 100) % 0x1_0000_0000;
  return new SatelliteLink({
    profile,
    imei,
    messageKey,
    sender,
    gateway,
    deliver,
    now,
    firstNumber,
    allowsConcurrency: () => false,
  });
}

function buildProfile(setup: VirtualDeviceSetup) {
  const link: LinkKind = setup.way.kind;
  return {
    uid: setup.uid,
    link,
    product: setup.product ?? 'AGM20',
    firmware: (setup.firmware === undefined ? null : parseFirmware(setup.firmware)) ?? NEWEST,
    imei: setup.way.kind === 'iridium' ? (setup.way.imei ?? buildImei(setup.uid)) : null,
    lat: setup.lat ?? PLACE.lat,
    lon: setup.lon ?? PLACE.lon,
    altitudeM: 230,
    site: 'remote',
    heartbeatIntervalS: setup.heartbeatIntervalS ?? NEVER_S,
    carrier: 'Prairie Wireless',
    diskSizeMBytes: 4096,
    hasSolarPanel: false,
    hasExternalPower: false,
    hasGeophone: true,
    hasExternalAntenna: false,
    missProbability: 0,
  } as const;
}

type CommandWaiter = { readonly type: Command['type']; readonly resolve: (command: Command) => void };

/** Passes each command to the waiters for its type. */
class CommandDesk {
  readonly #waiters = new Set<CommandWaiter>();

  wait(type: Command['type']): Promise<Command> {
    return new Promise((resolve) => this.#waiters.add({ type, resolve }));
  }

  watch(deliver: DeliverInput): DeliverInput {
    return (input) => {
      deliver(input);
      if (input.kind !== 'command') return;
      const waiter = [...this.#waiters].find(({ type }) => type === input.command.type);
      if (waiter) this.#waiters.delete(waiter);
      waiter?.resolve(input.command);
    };
  }
}

async function passUnder(
  device: VirtualDevice,
  seed: number,
  at: number,
  choice: PassageChoice,
): Promise<Passage | null> {
  const random = new Random(`${seed}/${device.uid}/${at}`);
  const tool = drawTool(choice.tool ?? 'mfl-combo', random.fork('tool'));
  const passing = { at, speedMps: choice.speedMps ?? 1.5, tool };
  const event = buildPigPassage(device.state, drawSiteOf(seed, device.uid), passing, random);
  const before = device.state.recorded.at(-1);
  if (event)
    await device.handle({ kind: 'passage', event: { ...event, ...(choice.place && { place: choice.place }) } });
  const after = device.state.recorded.at(-1);
  return after && after !== before ? after.passage : null;
}

export function createVirtualDevice(setup: VirtualDeviceSetup): DrivenDevice {
  const now = setup.now ?? Date.now;
  const seed = setup.seed ?? 1;
  const timeline = new Timeline(now);
  const counters = new Counters();
  const desk = new CommandDesk();
  const stream = new StreamPump({ timeline, seed, findNextPig: () => null });
  const downloads = new DownloadPump({ timeline, packetsPerS: setup.packetsPerS ?? Infinity });
  const links: FaultyLink[] = [];
  const withFaults = (faults: Partial<Faults> = {}): Faults => ({ ...NO_FAULTS, ...faults });
  const device = new VirtualDevice({
    state: createDevice({ ...setup, profile: buildProfile(setup), now: now() }),
    timeline,
    counters,
    buildLink: (deliver) => {
      const link = buildWay(setup, { deliver: desk.watch(deliver), now, onError: (error) => counters.fail(error) });
      const random = new Random(`${seed}/faults/${setup.uid}`);
      const faulty = new FaultyLink({ link, faults: withFaults(setup.faults), timeline, random, deliver });
      links.push(faulty);
      return faulty;
    },
    onStep: (stepped) => {
      stream.watch(stepped);
      downloads.watch(stepped);
    },
  });
  timeline.start();
  const settle = () => device.waitUntil(({ unacknowledged }) => unacknowledged === 0);
  return {
    device,
    counters,
    connect: async () => {
      if (device.state.life === 'asleep') device.post({ kind: 'wake' });
      else if (device.state.life === 'off') device.post({ kind: 'start' });
      else device.link.open();
      await device.waitUntil(({ state }) => state.life === 'online');
      await settle();
    },
    heartbeat: (changes = {}) =>
      device.say({ name: 'hb', body: { ...buildHeartbeat(device.state, now()), ...changes } }),
    passage: (choice = {}) => passUnder(device, seed, choice.at ?? now() - HALF_RECORD_MS, choice),
    error: (code, detail = 0) => device.handle({ kind: 'error', code, detail }),
    say: (report) => device.say(report),
    suffer: (faults) => {
      for (const link of links) link.suffer(withFaults(faults));
    },
    sleep: () => device.handle({ kind: 'sleep' }),
    cut: () => device.link.cut(),
    reboot: () => device.handle({ kind: 'reboot' }),
    waitForCommand: async <Type extends Command['type']>(type: Type) => {
      const command = await desk.wait(type);
      await settle();
      return command as Extract<Command, { type: Type }>;
    },
    close: async () => {
      await device.handle({ kind: 'stop' });
      timeline.stop();
    },
  };
}
