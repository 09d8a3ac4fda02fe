import { computeCrc16 } from '@waymark/device-protocol/iridium/envelope';
import { formatHex, parseHex } from '@waymark/device-protocol/bytes/hex';
import { decodeMoConfirmation, decodeMtConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { decodeMobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import { decodeMobileTerminated } from '@waymark/device-protocol/directip/mobile-terminated';
import { decodeIridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import { decodeBlocks } from '@waymark/device-protocol/iridium/snippet-block';
import { decodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { decodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { decodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { decodeMuLaw, encodeMuLaw } from '@waymark/device-protocol/stream/mu-law';
import { describe, expect, test } from 'vitest';
import { readDeviceDocument } from './testing/device-document.ts';

// Reads the worked examples of docs/integration-devices.md with the codecs of the server.

type Values = Readonly<Record<string, unknown>>;

const document = await readDeviceDocument();
const EXAMPLE =
  /^<!-- example: (?<kind>\S+)(?: (?<name>[\w-]+))? -->\n```json\n(?<json>[\s\S]*?)```\n(?:```hex\n(?<hex>[\s\S]*?)```)?/gm;

const examples = [...document.matchAll(EXAMPLE)].map(({ groups = {} }) => ({
  kind: groups['kind'] ?? '',
  name: groups['name'] ?? '',
  /** A block may have several messages, each starting on a new line. */
  messages: (groups['json'] ?? '').split(/\n(?=\{)/).map((text) => JSON.parse(text) as Values),
  hex: (groups['hex'] ?? '').replaceAll(/\s/g, ''),
}));
const inHex = examples.filter(({ kind }) => kind === 'hex');
const inJson = examples.filter(({ kind }) => kind !== 'hex');

function bytesOf(hex: string): Uint8Array {
  const bytes = parseHex(hex);
  return bytes.ok ? bytes.value : new Uint8Array(0);
}

const MESSAGE_KEY = bytesOf('000102030405060708090a0b0c0d0e0f1011121314151617');

function findFailure(topic: string, message: Values): unknown {
  const payload = new TextEncoder().encode(JSON.stringify(message));
  const decoded = topic.includes('/up/') ? decodeUplink(topic, payload) : decodeDownlink(topic, payload);
  return decoded.ok ? null : decoded.failure;
}

/** Removes fields that appear elsewhere in the message or follow from its type. */
function dropHead({ type: _type, timeS: _time, ms: _ms, ...values }: Values): Values {
  return values;
}

function toPlain(value: unknown): unknown {
  if (value instanceof Uint8Array) return formatHex(value);
  return ArrayBuffer.isView(value) ? Array.from(value as Int8Array) : value;
}

const plain = (values: object): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toPlain(value)]));

/** Decodes the bytes of an example into the names of the document. */
function read(name: string, hex: string): readonly Values[] {
  const bytes = bytesOf(hex);
  if (name === 'blocks') {
    const blocks = decodeBlocks(bytes);
    return blocks.ok ? blocks.value.map((block) => ({ ...plain(block), count: block.points.length })) : [];
  }
  if (name === 'mo-confirmation') {
    const confirmation = decodeMoConfirmation(bytes);
    return [{ status: confirmation.ok && confirmation.value ? 1 : 0 }];
  }
  const decoded = decodeOne(name, bytes);
  if (!decoded.ok) throw new Error(JSON.stringify(decoded));
  const { settings, body, triggers, ...rest } = decoded.value as Values;
  return [plain({ ...rest, ...(settings as object), ...(body as object), ...(triggers as object) })];
}

function decodeOne(name: string, bytes: Uint8Array) {
  if (name === 'mo') return decodeMobileOriginated(bytes);
  if (name === 'mt') return decodeMobileTerminated(bytes);
  if (name === 'mt-confirmation') return decodeMtConfirmation(bytes);
  if (name.startsWith('8')) return decodeIridiumDownlink(bytes, MESSAGE_KEY);
  return name === 'dl' ? decodePacket(bytes) : decodeIridiumUplink(bytes);
}

function decodePacket(bytes: Uint8Array) {
  const decoded = decodeUplink('agm/v1/7/up/dl', bytes);
  return decoded.ok ? { ok: true as const, value: decoded.value.uplink } : decoded;
}

test('the document has worked examples', () => {
  expect(inJson.length).toBeGreaterThanOrEqual(12);
  expect(inHex.length).toBeGreaterThanOrEqual(14);
});

test.each(inJson)('[W-163] the server accepts the example of $kind', ({ kind, messages }) => {
  expect(messages.map((message) => findFailure(`agm/v1/200234/${kind}`, message))).toEqual(messages.map(() => null));
});

const isPrefix = (name: string) => name === 'waveform' || name.startsWith('stream');

test.each(inHex.filter(({ name }) => !isPrefix(name)))(
  '[W-163] the bytes of the example $name decode to the values beside them',
  ({ name, messages, hex }) => {
    const told = messages.map((message) =>
      name.startsWith('8')
        ? Object.fromEntries(Object.entries(dropHead(message)).filter(([, value]) => value !== null))
        : dropHead(message),
    );
    expect(read(name, hex)).toMatchObject(told);
  },
);

test.each(inHex.filter(({ messages }) => messages[0]?.['type'] !== undefined))(
  '[W-163] the head of the example $name has the type and time beside it',
  ({ messages, hex }) => {
    const view = new DataView(bytesOf(hex).buffer);
    expect({ type: view.getUint8(1), timeS: view.getUint32(4) }).toEqual({
      type: messages[0]?.['type'],
      timeS: messages[0]?.['timeS'],
    });
  },
);

describe('truncated examples of the document', () => {
  const fill = (name: string, length: number) => {
    const example = inHex.find((each) => each.name === name);
    const bytes = new Uint8Array(length);
    bytes.set(bytesOf(example?.hex ?? ''));
    return { bytes, told: example?.messages[0] ?? {} };
  };

  test('[W-163] the beginning of a waveform decodes to the values beside it', () => {
    const { bytes, told } = fill('waveform', 1008);
    const decoded = decodeUplink('agm/v1/7/up/psg/148/mag', bytes);
    const body = decoded.ok && decoded.value.uplink.name === 'waveform' ? decoded.value.uplink.body : undefined;
    expect({ ...body, samples: Array.from(body?.samples.subarray(0, 4) ?? []) }).toEqual(told);
  });

  test('[W-163] the beginning of a stream frame decodes to the values beside it', () => {
    const { bytes, told } = fill('stream-linear', 2369);
    const decoded = decodeUplink('agm/v1/7/up/stream', bytes);
    const body = decoded.ok && decoded.value.uplink.name === 'stream' ? decoded.value.uplink.body : undefined;
    const { via, seq, t, triggers } = body ?? {};
    expect({ isMuLaw: body?.geoLaw === 'mu-law', via, seq, t, ...triggers }).toEqual(told);
  });
});

test('[W-163] the mu-law samples of the document have the codes beside them', () => {
  const rows = [...document.matchAll(/^\| (?<sample>−?\d+) \| (?<code>[0-9a-f]{2}) \| (?<back>−?\d+) \|$/gm)];
  const told = rows.map(({ groups = {} }) => ({
    sample: Number(groups['sample']?.replace('−', '-')),
    code: Number.parseInt(groups['code'] ?? '', 16),
    back: Number(groups['back']?.replace('−', '-')),
  }));
  expect(told.length).toBeGreaterThanOrEqual(7);
  expect(told).toEqual(
    told.map(({ sample }) => {
      const code = encodeMuLaw(sample);
      return { sample, code, back: decodeMuLaw(code) };
    }),
  );
});

test('[W-163] the checksum of the document equals that of the codecs', () => {
  expect(document).toContain('`123456789` it is 0x29B1');
  expect(computeCrc16(new TextEncoder().encode('123456789'))).toBe(0x29b1);
});
