import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MAX_MESSAGE_LENGTH } from '@waymark/device-protocol/directip/elements';
import { MAX_MO_PAYLOAD } from '@waymark/device-protocol/directip/mobile-originated';
import { MAX_MT_PAYLOAD } from '@waymark/device-protocol/directip/mobile-terminated';
import { writeDeviceTables } from '@waymark/device-protocol/document/device-tables';
import { writeTable } from '@waymark/device-protocol/document/describe-json';
import { MAX_DOWNLOAD_CONTENT } from '@waymark/device-protocol/mqtt/download-packet';
import { MAX_JSON_LENGTH } from '@waymark/device-protocol/mqtt/json-payload';
import { readConfig } from '../../config.ts';
import { RATE_SHARES } from '../message-rate.ts';
import { ENDPOINT_LIMITS } from '../mqtt/limits.ts';
import { CONNACK_CODES } from '../mqtt/sign-in.ts';

// Reads docs/integration-devices.md and writes its generated parts.

export const DEVICE_DOCUMENT = path.resolve(import.meta.dirname, '../../../../../docs/integration-devices.md');

export const readDeviceDocument = () => readFile(DEVICE_DOCUMENT, 'utf8');

const count = new Intl.NumberFormat('en');
const bytes = (limit: number) => `${count.format(limit)} bytes`;
const DISCONNECTED = 'disconnected';

function writeLimits(): string {
  const limits = ENDPOINT_LIMITS;
  const perSecond = readConfig({}, false).links.deviceMessagesPerSecond;
  const { burstS, relay, stream, streamBurstS } = RATE_SHARES;
  const rate = (share: number, seconds: number) =>
    `${count.format(perSecond * share)} a second; ${count.format(perSecond * share * seconds)} at once after a pause`;
  return writeTable(
    ['What', 'Limit', 'Beyond it'],
    [
      ['CONNECT', bytes(limits.maxConnectBytes), DISCONNECTED],
      ['time to CONNECT', `${limits.connectTimeoutMs / 1000} s`, DISCONNECTED],
      [
        'sign-ins of a client',
        `${count.format(limits.signInsPerMinute)} a minute`,
        `CONNACK code 3 until the minute is over, each time after ${count.format(limits.refusalDelayMs / 1000)} s`,
      ],
      ['any other packet', bytes(limits.maxPacketBytes), DISCONNECTED],
      ['JSON of a message', bytes(MAX_JSON_LENGTH), 'rejected'],
      ['content of a download packet', bytes(MAX_DOWNLOAD_CONTENT), 'rejected'],
      ['keep-alive', `${count.format(limits.maxKeepAliveS)} s, also for a client that asks for none`, 'shortened'],
      ['messages of a device', rate(1, burstS), 'acknowledged later'],
      ['messages of a relay', rate(relay, burstS), 'acknowledged later'],
      ['frames of a stream', rate(stream, streamBurstS), 'dropped'],
      [
        'frames above that rate, of a client over all its connections',
        `${count.format(limits.droppedFramesPerMinute)} a minute`,
        DISCONNECTED,
      ],
      ['wait of a message', `${limits.maxHeldMs / 1000} s`, DISCONNECTED],
      [
        'SUBSCRIBE and UNSUBSCRIBE of a client, over all its connections',
        `${count.format(limits.subscriptionsPerMinute)} and ${bytes(limits.subscriptionBytesPerMinute)} a minute`,
        DISCONNECTED,
      ],
      ['PINGREQ', `${limits.pingsPerMinute} a minute`, DISCONNECTED],
      ['acknowledgements', `${count.format(limits.othersPerMinute)} a minute`, DISCONNECTED],
      ['what the server sent and the client does not read', `${limits.drainTimeoutMs / 1000} s`, DISCONNECTED],
      [
        'connections from one address (IPv6: one /64 network)',
        `${count.format(limits.maxPerAddress)}; ${count.format(limits.maxPendingPerAddress)} not signed in`,
        'refused',
      ],
      ['DirectIP message', bytes(MAX_MESSAGE_LENGTH), 'rejected'],
      ['payload of a satellite device', bytes(MAX_MO_PAYLOAD), 'no device sends more'],
      ['payload to a satellite device', `${bytes(MAX_MT_PAYLOAD)} (\`WAYMARK_IRIDIUM_MT_MAX\`)`, 'not sent'],
    ],
  );
}

function writeConnackCodes(): string {
  const words: Readonly<Record<keyof typeof CONNACK_CODES, string>> = {
    'client-id': 'the client id is not that of the username',
    unavailable: 'the server cannot check the credential now, or the client has signed in too often: try again later',
    'wrong-password': 'unknown username, wrong password, or the credential has ended',
    'last-will': "the will's topic is not `up/status` of a device of the client",
    'too-many-attempts': 'too many wrong passwords before: wait',
  };
  const names = Object.keys(words) as (keyof typeof CONNACK_CODES)[];
  return writeTable(
    ['Code', 'Because'],
    [['1', 'MQTT 5'], ...names.map((name) => [String(CONNACK_CODES[name]), words[name]])],
  );
}

/** Writes every generated part of the document, by name. */
export function writeDocumentParts(): ReadonlyMap<string, string> {
  return new Map([...writeDeviceTables(), ['limits', writeLimits()], ['connack', writeConnackCodes()]]);
}
