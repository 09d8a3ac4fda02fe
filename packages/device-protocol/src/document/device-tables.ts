import type { z } from 'zod';
import { REFUSALS, MO_CONFIRMATION, MT_CONFIRMATION } from '../directip/confirmation.ts';
import { ELEMENT, ELEMENT_HEAD, PREAMBLE } from '../directip/elements.ts';
import { MO_HEADER } from '../directip/mobile-originated.ts';
import { DISPOSITION, MAX_MT_PAYLOAD, MT_HEADER, MT_PRIORITY } from '../directip/mobile-terminated.ts';
import { LOCATION } from '../directip/session-location.ts';
import { ACKNOWLEDGEMENT, ERROR, INFO } from '../iridium/device-report.ts';
import { COMMAND_BODY, EXIT, REQUEST, WINDOW } from '../iridium/downlink.ts';
import { ENVELOPE } from '../iridium/envelope.ts';
import { HEARTBEAT } from '../iridium/heartbeat.ts';
import { PASSAGE } from '../iridium/passage.ts';
import { SETTINGS_COMMAND } from '../iridium/settings-command.ts';
import { SETTINGS_RESPONSE } from '../iridium/settings-response.ts';
import { BLOCK } from '../iridium/snippet-block.ts';
import type { LayoutDescription, LayoutRow } from '../layout/layout.ts';
import { commandSchema } from '../mqtt/command.ts';
import { DOWNLINK_DELIVERY, UPLINK_DELIVERY, type Delivery } from '../mqtt/delivery.ts';
import { deviceInfoSchema } from '../mqtt/device-info.ts';
import { ackSchema, carrierSchema, deviceErrorSchema, diskSchema, gpsFixSchema } from '../mqtt/device-report.ts';
import { downloadAgainSchema } from '../mqtt/download-again.ts';
import { DOWNLOAD_PACKET } from '../mqtt/download-packet.ts';
import { clockSchema } from '../mqtt/downlink.ts';
import { heartbeatSchema } from '../mqtt/heartbeat.ts';
import { passageSchema } from '../mqtt/passage.ts';
import { RAW_BLOCK } from '../mqtt/raw-recording.ts';
import { RECORDED_PASSAGE } from '../mqtt/recorded-passage.ts';
import { settingsResponseSchema } from '../mqtt/settings-response.ts';
import { lostStatus, onlineStatus, shutdownStatus, sleepStatus } from '../mqtt/status.ts';
import type { DownlinkName, UplinkName } from '../mqtt/topic.ts';
import { WAVEFORM } from '../mqtt/waveform.ts';
import { EM_CHANNEL_LIST, RSSI_HZ } from '../stream/em-channels.ts';
import { LINEAR_FRAME, MU_LAW_FRAME } from '../stream/stream-frame.ts';
import { describeJson, code, writeTable } from './describe-json.ts';

const HEAD = ['Offset', 'Type', 'Field', 'Value of n', 'Allowed', 'Says'];

// The generated parts of docs/integration-devices.md: every message according to its codec.

const LAYOUTS: Readonly<Record<string, LayoutDescription>> = {
  waveform: WAVEFORM,
  'stream-linear': LINEAR_FRAME,
  'stream-mu-law': MU_LAW_FRAME,
  dl: DOWNLOAD_PACKET,
  'recorded-passage': RECORDED_PASSAGE,
  'raw-block': RAW_BLOCK,
  'directip-message': PREAMBLE,
  'directip-element': ELEMENT_HEAD,
  'element-01': MO_HEADER,
  'element-03': LOCATION,
  'element-05': MO_CONFIRMATION,
  'element-41': MT_HEADER,
  'element-44': MT_CONFIRMATION,
  'element-46': MT_PRIORITY,
  payload: ENVELOPE,
  'body-01': HEARTBEAT,
  'body-02': PASSAGE,
  block: BLOCK,
  'body-04': SETTINGS_RESPONSE,
  'body-05': INFO,
  'body-06': ACKNOWLEDGEMENT,
  'body-08': ERROR,
  'body-of-a-command': COMMAND_BODY,
  'content-81': SETTINGS_COMMAND,
  'content-82': WINDOW,
  'content-83': EXIT,
  'content-84': REQUEST,
};

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'status-online': onlineStatus,
  'status-sleep': sleepStatus,
  'status-shutdown': shutdownStatus,
  'status-lwt': lostStatus,
  hb: heartbeatSchema,
  psg: passageSchema,
  settings: settingsResponseSchema,
  info: deviceInfoSchema,
  err: deviceErrorSchema,
  gps: gpsFixSchema,
  ack: ackSchema,
  carrier: carrierSchema,
  disk: diskSchema,
  cmd: commandSchema,
  'dl-again': downloadAgainSchema,
  time: clockSchema,
};

const UPLINK_WORDS: Readonly<Record<UplinkName | 'waveform', readonly [topic: string, says: string]>> = {
  status: ['status', 'that it is there, or why not'],
  hb: ['hb', 'heartbeat'],
  psg: ['psg', 'passage'],
  waveform: ['psg/<psgSeq>/<elf, geo or mag>/<endOfSnip>', "the passage's waveform of a channel, bytes"],
  settings: ['settings', 'its settings'],
  info: ['info', 'firmware, hardware, model'],
  err: ['err', 'an error'],
  gps: ['gps', 'a position'],
  ack: ['ack', "a command's acknowledgement"],
  carrier: ['carrier', 'its cellular carrier'],
  disk: ['disk', 'its disk'],
  stream: ['stream', 'live samples, bytes; dropped while no console listens'],
  dl: ['dl', 'a packet of a [download](#downloads), bytes'],
};
const DOWNLINK_WORDS: Readonly<Record<DownlinkName, readonly [topic: string, says: string]>> = {
  cmd: ['cmd', 'a [command](#commands)'],
  dl: ['dl', 'packets of a [download](#downloads) to send again'],
  time: ['time', 'the time, once the device has subscribed'],
};

function writeTopics<Name extends string>(
  direction: 'up' | 'dn',
  words: Readonly<Record<Name, readonly [topic: string, says: string]>>,
  delivery: Readonly<Record<Name, Delivery>>,
): string {
  const rows = (Object.keys(words) as Name[]).map((name) => {
    const [topic, says] = words[name];
    const { qos, retain } = delivery[name];
    return [code(`${direction}/${topic}`), String(qos), retain ? 'yes' : '', says];
  });
  return writeTable(['Topic', 'QoS', 'Retained', 'Says'], rows);
}

function writeChannels(): string {
  const rows = EM_CHANNEL_LIST.map(({ says, extent }, channel) => [String(channel), `n × ${extent} ÷ 32768`, says]);
  const strengths = RSSI_HZ.map((hz, at) => [String(EM_CHANNEL_LIST.length + at), 'n', `dBFS at ${hz.toFixed(1)} Hz`]);
  return writeTable(['Channel', 'Value of n', 'Says'], [...rows, ...strengths]);
}

const lengthOf = (layout: LayoutDescription) => String(layout.length);
const inAll = (layout: LayoutDescription) => ENVELOPE.length + layout.length;

function writeElements(): string {
  const rows: readonly (readonly [id: number, says: string, length: string])[] = [
    [ELEMENT.moHeader, 'header of a message from a device', lengthOf(MO_HEADER)],
    [ELEMENT.moPayload, 'payload of it; missing in a mailbox check', 'any'],
    [ELEMENT.moLocation, 'where the network sees the device; may be missing', lengthOf(LOCATION)],
    [ELEMENT.moConfirmation, 'the confirmation of the server', lengthOf(MO_CONFIRMATION)],
    [ELEMENT.mtHeader, 'header of a message to a device', lengthOf(MT_HEADER)],
    [ELEMENT.mtPayload, 'payload of it', `at most ${MAX_MT_PAYLOAD}`],
    [ELEMENT.mtConfirmation, 'the confirmation of the gateway', lengthOf(MT_CONFIRMATION)],
    [ELEMENT.mtPriority, 'priority; the server does not send it', lengthOf(MT_PRIORITY)],
  ];
  return writeTable(
    ['Id', 'Element', 'Bytes'],
    rows.map(([id, says, length]) => [id.toString(16).padStart(2, '0'), says, length]),
  );
}

function writeTypes(): string {
  const passage = `${inAll(PASSAGE)} and the blocks`;
  return writeTable(
    ['Type', 'Message', 'Body', 'Bytes in all'],
    [
      ['01', 'heartbeat, with power, record and geo mode, schedule and `psgSize`', '`body-01`', `${inAll(HEARTBEAT)}`],
      ['02', 'passage without signal', '`body-02`', `${inAll(PASSAGE)}`],
      ['03', 'passage with signal, sent at once: `isOffline` is 0', '`body-02`', passage],
      ['07', 'passage with signal, stored earlier and sent later: `isOffline` is 1', '`body-02`', passage],
      ['04', 'settings response', '`body-04`', `${inAll(SETTINGS_RESPONSE)}`],
      ['05', 'device information', '`body-05`', `${inAll(INFO)}`],
      ['06', 'acknowledgement', '`body-06`', `${inAll(ACKNOWLEDGEMENT)}`],
      ['08', 'error', '`body-08`', `${inAll(ERROR)}`],
    ],
  );
}

function writeCommandTypes(): string {
  const length = (content: LayoutDescription) => String(ENVELOPE.length + COMMAND_BODY.length + content.length);
  return writeTable(
    ['Type', 'Carries', 'Content', 'Bytes in all'],
    [
      ['81', '`IridiumSettings`', '`content-81`', length(SETTINGS_COMMAND)],
      ['82', '`IridiumOfflineDownload`', '`content-82`', length(WINDOW)],
      ['83', '`IridiumExitOfflineDownload`', '`content-83`', length(EXIT)],
      ['84', '`DeviceInfo`, `ControlSettings`, or a request for a heartbeat', '`content-84`', length(REQUEST)],
    ],
  );
}

function writeDispositions(): string {
  const words: Readonly<Record<keyof typeof DISPOSITION, string>> = {
    flushQueue: 'throw away first what waits for the device; not set by the server',
    sendRingAlert: 'call the device; the server always sets it',
    updateLocation: 'update the location of the device; not set by the server',
    highPriority: 'high priority; not set by the server',
    assignMtmsn: 'assign the MTMSN; not set by the server',
  };
  const names = Object.keys(words) as (keyof typeof DISPOSITION)[];
  return writeTable(
    ['Value', 'Means'],
    names.map((name) => [String(DISPOSITION[name]), words[name]]),
  );
}

const writeRefusals = () =>
  writeTable(
    ['Status', 'Means'],
    [...REFUSALS].map(([status, name]) => [String(status).replace('-', '−'), name]),
  );

/** Every part by name. */
export function writeDeviceTables(): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(LAYOUTS).map(([name, layout]) => [name, describeLayout(name, layout)] as const),
    ...Object.entries(SCHEMAS).map(([name, schema]) => [name, describeJson(name, schema)] as const),
    ['uplinks', writeTopics('up', UPLINK_WORDS, UPLINK_DELIVERY)],
    ['downlinks', writeTopics('dn', DOWNLINK_WORDS, DOWNLINK_DELIVERY)],
    ['stream-channels', writeChannels()],
    ['directip-elements', writeElements()],
    ['satellite-types', writeTypes()],
    ['command-types', writeCommandTypes()],
    ['dispositions', writeDispositions()],
    ['gateway-refusals', writeRefusals()],
  ]);
}

function writeOffset(offset: number | null): string {
  if (offset === null) return 'next';
  return offset < 0 ? `end − ${-offset}` : String(offset);
}

function writeRow({ offset, type, name, formula, allowed, says }: LayoutRow): readonly string[] {
  return [writeOffset(offset), type, name === '' ? '' : code(name), formula, allowed, says];
}

/** The table of a layout, below its name, byte order and length. */
function describeLayout(name: string, layout: LayoutDescription): string {
  const isOpen = layout.rows.some(({ type }) => /× (?!\d)/.test(type));
  const length = `${layout.length} ${layout.length === 1 ? 'byte' : 'bytes'}${isOpen ? ' and more' : ''}`;
  return `Bytes of ${code(name)}: ${length}, ${layout.order}.\n\n${writeTable(HEAD, layout.rows.map(writeRow))}`;
}
