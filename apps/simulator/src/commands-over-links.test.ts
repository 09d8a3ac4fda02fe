import {
  COMMANDS,
  findCommandFault,
  COMMAND_TYPES,
  listTypesOfLink,
  type CommandType,
} from '@waymark/commands/commands';
import { DISPOSITION } from '@waymark/device-protocol/directip/mobile-terminated';
import { buildCommandDownlink } from '@waymark/device-protocol/iridium/command-downlink';
import { encodeIridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import { decodeCommand, encodeCommand, type Command } from '@waymark/device-protocol/mqtt/command';
import { computeFirmwareVersion, parseFirmware } from '@waymark/device-protocol/firmware';
import { REJECTION } from '@waymark/commands/answers';
import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualDevice, type DrivenDevice, type VirtualDeviceSetup } from './create-virtual-device.ts';
import { FACTORY_SETTINGS } from './device/settings.ts';
import type { DeviceState } from './device/state.ts';
import { DirectIpServer, sendMobileTerminated } from './testing/direct-ip-server.ts';
import { TestBroker } from './testing/test-broker.ts';
import { DirectIpSender } from './transport/direct-ip-sender.ts';
import { SatelliteGateway } from './transport/satellite-gateway.ts';
import { buildImei } from './scenario/plan-fleet.ts';

const UID = 100_501;
const KEY = Uint8Array.from({ length: 32 }, (_, at) => at);
const ends: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** The command as decoded from the wire. */
function read(body: object): Command {
  const decoded = decodeCommand(encodeCommand({ exp: null, ...body } as Command));
  if (!decoded.ok) throw new Error(decoded.failure.detail);
  return decoded.value;
}

const buildExample = (type: CommandType, id = 31) => read({ id, type, params: COMMANDS[type].example });

/** Differs from the values of the examples, so that their effect is visible. */
const BEFORE = {
  detectionCount: 12,
  settings: {
    powerMode: 0,
    schedule: 5,
    recordMode: 0,
    geoMode: 0,
    frequencies: [0, 15, 16, 17],
    sensitivities: [1, 1, 1, 1],
    enables: [0, 0, 1, 1],
    psgState: 0,
    psgSize: 1,
  },
} as const;

interface Wire {
  readonly driven: DrivenDevice;
  readonly send: (command: Command) => Promise<unknown>;
  /** The reports of the device, without stream frames. */
  readonly list: () => readonly { readonly name: string; readonly body: unknown }[];
  /** Resolves when the server has received what the condition needs. */
  readonly waitUntil: (holds: () => boolean) => Promise<void>;
}

async function startCellular(setup: Partial<VirtualDeviceSetup> = {}): Promise<Wire> {
  const broker = await TestBroker.start();
  const way = { kind: 'cellular', server: { url: broker.url }, password: 'right' } as const;
  const driven = createVirtualDevice({ uid: UID, way, ...BEFORE, ...setup });
  ends.push(
    () => broker.stop(),
    () => driven.device.abandon(),
  );
  await driven.connect();
  const list = () => broker.heard.map(({ uplink }) => uplink).filter(({ name }) => name !== 'stream');
  return {
    driven,
    send: (command) => broker.command(UID, command),
    list,
    waitUntil: (holds) => broker.waitUntil(holds),
  };
}

async function startSatellite(setup: Partial<VirtualDeviceSetup> = {}): Promise<Wire> {
  const [server, gateway] = [new DirectIpServer(), new SatelliteGateway()];
  const [port, mtPort] = [await server.listen(), await gateway.listen(0)];
  const sender = new DirectIpSender({ host: '127.0.0.1', port, onError: () => undefined });
  const driven = createVirtualDevice({
    uid: UID,
    way: { kind: 'iridium', sender, gateway, messageKey: KEY },
    ...BEFORE,
    ...setup,
  });
  ends.push(
    () => server.close(),
    () => gateway.close(),
    () => driven.device.abandon(),
  );
  await driven.connect();
  const send = (command: Command) => {
    const message = buildCommandDownlink(command, 1, Date.now());
    if (!message.ok) throw new Error(message.failure);
    const payload = encodeIridiumDownlink(message.value, KEY);
    const head = { clientMessageId: 70, imei: buildImei(UID), priority: null };
    return sendMobileTerminated(mtPort, { ...head, disposition: DISPOSITION.sendRingAlert, payload });
  };
  const list = () => server.listUplinks().map((body) => ({ name: body.kind, body }));
  return { driven, send, list, waitUntil: (holds) => server.waitUntil(holds) };
}

const LINKS = { cellular: startCellular, iridium: startSatellite } as const;

/** The reports of the device in answer to one command. */
async function ask({ driven, send, list }: Wire, command: Command) {
  const before = list().length;
  const commanded = driven.waitForCommand(command.type);
  await send(command);
  await commanded;
  return list().slice(before);
}

interface Effect {
  /** Reports after the acknowledgement. */
  readonly says: readonly string[];
  readonly state?: Partial<Omit<DeviceState, 'settings'>> & { readonly settings?: Partial<DeviceState['settings']> };
}

const SET_DETECTORS = { frequencies: [0, 22, 22, 22], sensitivities: [4, 4, 4, 4], enables: [1, 1, 0, 0] } as const;

/** Effects of the commands' examples. A command without a row is only acknowledged. */
const EFFECTS: Readonly<Partial<Record<CommandType, Effect>>> = {
  PowerMode: { says: ['settings'], state: { settings: { powerMode: 2, schedule: 0 } } },
  RecordMode: { says: ['settings'], state: { settings: { recordMode: 1 } } },
  FrequencySelect: { says: ['settings'], state: { settings: SET_DETECTORS } },
  StreamEnable: { says: ['settings'], state: { isStreaming: true } },
  SdMode: { says: ['disk'] },
  GeoMode: { says: ['settings'], state: { settings: { geoMode: 2 } } },
  AGMShutDwn: { says: ['status'], state: { life: 'shut-down' } },
  FoldState: { says: ['settings'], state: { settings: { hasUnfoldedAntennaDetector: true } } },
  CellOfflineDownloadState: { says: ['settings'], state: { settings: { isOfflineDownload: true } } },
  DownloadRange: { says: ['dl'] },
  DeviceInfo: { says: ['info'] },
  DetectionCountReset: { says: [], state: { detectionCount: 0 } },
  DeviceRestart: { says: ['status'], state: { life: 'asleep' } },
  ControlSettings: { says: ['settings'] },
  IridiumSettings: {
    says: ['settings'],
    state: {
      settings: { ...SET_DETECTORS, powerMode: 2, schedule: 0, recordMode: 1, psgSize: 0, psgState: 1, geoMode: 2 },
    },
  },
  IridiumOfflineDownload: { says: [], state: { settings: { isOfflineDownload: true } } },
  IridiumExitOfflineDownload: { says: ['settings'], state: { settings: { isOfflineDownload: false } } },
  GpsFix: { says: ['gps'] },
  FactoryReset: { says: ['status'], state: { settings: FACTORY_SETTINGS, detectionCount: 0 } },
  AddressChange: { says: [] },
};

/** The last firmware that accepts every cellular command, and one that accepts everything over satellite. */
const FIRMWARE = { cellular: '9.9', iridium: '10.80' } as const;
const carried = (['cellular', 'iridium'] as const).flatMap((link) =>
  listTypesOfLink(link).map((type) => ({ link, type })),
);

describe('every command', () => {
  it('each command has a link', () => {
    expect(new Set(carried.map(({ type }) => type))).toEqual(new Set(COMMAND_TYPES));
  });

  it.each(carried)('$type over $link is accepted, executed and answered', async ({ link, type }) => {
    const firmware = parseFirmware(FIRMWARE[link]);
    const target = { firmwareVersion: firmware && computeFirmwareVersion(firmware), isIridium: link === 'iridium' };
    const command = buildExample(type);
    expect(findCommandFault(type, command.params, target)).toBeNull();
    const isDownloading = type === 'IridiumExitOfflineDownload';
    const settings = { ...BEFORE.settings, isOfflineDownload: isDownloading };
    const wire = await LINKS[link]({ firmware: FIRMWARE[link], settings });
    const said = await ask(wire, command);
    expect(said.map(({ name }) => name)).toEqual(['ack', ...(EFFECTS[type]?.says ?? [])]);
    expect(said[0]?.body).toMatchObject({ id: 31, status: 0, detail: 0 });
    expect(wire.driven.device.state).toMatchObject(EFFECTS[type]?.state ?? {});
  });
});

describe('rejected command', () => {
  it.each<[string, keyof typeof LINKS, string, object, number]>([
    [
      'is too new for its firmware',
      'cellular',
      '10.43',
      { type: 'PowerMode', params: { powerMode: 3 } },
      REJECTION.tooOldFirmware,
    ],
    [
      'is too old for its firmware',
      'cellular',
      '10.80',
      { type: 'GeoMode', params: { GeoMode: 1 } },
      REJECTION.retired,
    ],
    [
      'is for the other link',
      'cellular',
      '10.80',
      { type: 'IridiumExitOfflineDownload', params: {} },
      REJECTION.otherLink,
    ],
    ['has expired', 'cellular', '10.80', { type: 'GpsFix', params: {}, exp: 1 }, REJECTION.expired],
    [
      'is too new for a satellite firmware',
      'iridium',
      '10.28',
      { type: 'IridiumSettings', params: { powerMode: 2 } },
      REJECTION.tooOldFirmware,
    ],
    [
      'switches the satellite modem off',
      'iridium',
      '10.80',
      { type: 'IridiumSettings', params: { powerMode: 3 } },
      REJECTION.otherLink,
    ],
  ])('a command that %s is rejected with the reason and changes nothing', async (_, link, firmware, body, detail) => {
    const wire = await LINKS[link]({ firmware });
    const { settings } = wire.driven.device.state;
    const said = await ask(wire, read({ id: 32, ...body }));
    expect(said).toMatchObject([{ name: 'ack', body: { id: 32, status: 1, detail } }]);
    expect(wire.driven.device.state.settings).toEqual(settings);
  });
});

describe('sleeping device', () => {
  it('a cellular device receives nothing while asleep, and executes commands within the grace after its wake-up', async () => {
    const wire = await startCellular({ settings: { powerMode: 1, schedule: 0 } });
    await wire.driven.sleep();
    const asleep = wire.driven.device.state;
    const early = buildExample('PowerMode', 41);
    await wire.send(early);
    await wire.driven.connect();
    expect(wire.driven.device.state.answered).toEqual(asleep.answered);
    const said = await ask(wire, early);
    expect(said).toMatchObject([
      { name: 'ack', body: { id: 41, status: 0 } },
      { name: 'settings', body: { id: 41, powerMode: 2 } },
    ]);
    expect(wire.driven.device.state.life).toBe('online');
  });

  it('a satellite device gets the commands kept by the gateway at its wake-up', async () => {
    const wire = await startSatellite({ settings: { powerMode: 1, schedule: 0 } });
    await wire.driven.sleep();
    await wire.send(buildExample('ControlSettings', 42));
    const before = wire.list().length;
    const commanded = wire.driven.waitForCommand('ControlSettings');
    await wire.driven.connect();
    await commanded;
    expect(
      wire
        .list()
        .slice(before)
        .map(({ name }) => name),
    ).toEqual(expect.arrayContaining(['ack', 'settings']));
    expect(wire.driven.device.state.answered.map(({ id }) => id)).toEqual([42]);
  });
});

describe('link that loses acknowledgements', () => {
  const firmware = FIRMWARE.cellular;

  it.each(['cellular', 'iridium'] as const)(
    'a command is executed although its acknowledgement is lost: %s',
    async (link) => {
      const wire = await LINKS[link]({ firmware: FIRMWARE[link], faults: { ackLossShare: 1 } });
      const said = await ask(wire, buildExample('DeviceInfo', 51));
      expect(said.map(({ name }) => name)).toEqual(['info']);
      expect(wire.driven.device.state.answered).toEqual([{ id: 51, status: 0, detail: 0 }]);
    },
  );

  it('a command that is repeated until its answer is executed once', async () => {
    const wire = await startCellular({ firmware, faults: { ackLossShare: 0.5 }, seed: 3 });
    const reset = buildExample('DetectionCountReset', 52);
    const lost = await ask(wire, reset);
    await wire.driven.passage();
    let answers = await ask(wire, reset);
    while (answers.length === 0) answers = await ask(wire, reset);
    expect(lost).toEqual([]);
    expect(answers).toMatchObject([{ name: 'ack', body: { id: 52, status: 0 } }]);
    expect(wire.driven.device.state.detectionCount).toBe(1);
  });
});

describe('device that reboots right after its acknowledgement', () => {
  it.each(['cellular', 'iridium'] as const)('the device still knows the command after the reboot: %s', async (link) => {
    const wire = await LINKS[link]({ firmware: FIRMWARE[link], faults: { rebootShare: 1 } });
    const type = link === 'cellular' ? 'DetectionCountReset' : 'IridiumSettings';
    const command = read({ id: 61, type, params: link === 'cellular' ? {} : { detectCountReset: 1 } });
    await wire.send(command);
    await wire.driven.device.waitUntil(({ state }) => state.life === 'asleep');
    expect(wire.driven.device.state).toMatchObject({ detectionCount: 0, isIntroduced: false });
    await wire.driven.connect();
    await wire.driven.passage();
    const before = wire.list().length;
    await wire.send(command);
    await wire.waitUntil(() =>
      wire
        .list()
        .slice(before)
        .some(({ name }) => name === 'ack'),
    );
    expect(
      wire
        .list()
        .slice(before)
        .map(({ name }) => name),
    ).toEqual(['ack']);
    expect(wire.driven.device.state.detectionCount).toBe(1);
  });

  it('a cellular device disconnects without notice and introduces itself again', async () => {
    const wire = await startCellular({ firmware: FIRMWARE.cellular });
    const before = wire.list().length;
    await wire.driven.reboot();
    await wire.waitUntil(() => wire.list().length > before);
    await wire.driven.connect();
    expect(
      wire
        .list()
        .slice(before)
        .map(({ name }) => name),
    ).toEqual(['status', 'status', 'info', 'settings', 'carrier', 'disk', 'hb']);
    expect(wire.list()[before]?.body).toMatchObject({ online: 0, why: 'lwt' });
  });
});
