import { formatHex } from '@waymark/device-protocol/bytes/hex';
import { decodeMtConfirmation, encodeMoConfirmation } from '@waymark/device-protocol/directip/confirmation';
import { decodeMobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import { encodeMobileTerminated } from '@waymark/device-protocol/directip/mobile-terminated';
import { encodeIridiumDownlink, type IridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import { decodeIridiumUplink, encodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { decodeUplink, encodeUplink, type Uplink } from '@waymark/device-protocol/mqtt/uplink';
import { anyIridiumDownlink, anyIridiumUplink } from '@waymark/device-protocol/testing/iridium-arbitraries';
import { anyDownlink, anyUplink } from '@waymark/device-protocol/testing/mqtt-arbitraries';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBytes, type Values } from './testing/document-bytes.ts';
import { computeChecksum, makeDocumentDevice } from './testing/document-device.ts';
import { fillMissing, listWrong, readAnyMessage } from './testing/document-json.ts';

// Compares a device built only from the tables of docs/integration-devices.md with the codecs of the server.

const device = await makeDocumentDevice();
const { tables, encode, decode, wrap, joinElements, listElements, openCommand } = device;
const KEY = Uint8Array.from({ length: 24 }, (_, at) => at);
const IMEI = '300234063904190';

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const readJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
const bytesOf = (value: unknown) => value as Uint8Array;

/** Normalizes numbers: the two sides use typed arrays and lists, and differ in the last digits. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return Array.from(value as ArrayLike<unknown>, plain);
  if (typeof value === 'number') return Number(value.toPrecision(9)) + 0;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

describe('JSON messages of the document', () => {
  const statuses = ['status-online', 'status-sleep', 'status-shutdown', 'status-lwt'];
  const messages = tables.names.fields.filter((name) => !['cmd', 'dl-again', 'time'].includes(name));
  const topicOf = (name: string) => `agm/v1/7/up/${statuses.includes(name) ? 'status' : name}`;

  test('the document has a table for every JSON message of a device', () => {
    expect(messages).toEqual([...statuses, 'hb', 'psg', 'settings', 'info', 'err', 'gps', 'ack', 'carrier', 'disk']);
  });

  test.each(messages)('[W-162] the server accepts every %s that the table allows, with the same values', (name) => {
    const rows = tables.fields(name);
    fc.assert(
      fc.property(readAnyMessage(rows), (message) => {
        const decoded = decodeUplink(topicOf(name), json(message));
        const body = fillMissing(rows, JSON.parse(JSON.stringify(message)) as Record<string, unknown>);
        expect(decoded).toMatchObject({ ok: true, value: { uid: 7, uplink: { body } } });
      }),
      { numRuns: 60 },
    );
  });

  test.each(messages)('[W-162] the server rejects a %s that the table does not allow', (name) => {
    const rows = tables.fields(name).filter(({ field }) => !field.includes('.'));
    const [message = {}] = fc.sample(readAnyMessage(tables.fields(name)), { seed: 1, numRuns: 1 });
    const isAccepted = (changed: Values) => decodeUplink(topicOf(name), json(changed)).ok;
    const required = rows.filter(({ missing }) => missing === 'rejected');
    expect(required.filter(({ field }) => isAccepted({ ...message, [field]: undefined }))).toEqual([]);
    const wrong = rows.flatMap((row) => listWrong(row).map((value) => [row.field, value] as const));
    expect(wrong.filter(([field, value]) => isAccepted({ ...message, [field]: value }))).toEqual([]);
  });
});

describe('binary messages of the document', () => {
  const NAMES: Readonly<Record<string, readonly string[]>> = {
    waveform: ['waveform'],
    dl: ['dl'],
    stream: ['stream-linear'],
  };
  const named = anyUplink.filter(({ name }) => name in NAMES);

  /** The values under the names of the tables. */
  function tell(uplink: Uplink): unknown {
    if (uplink.name !== 'stream') return 'body' in uplink ? uplink.body : undefined;
    const { geo, triggers, em, rssi, seq, t, via } = uplink.body;
    return { isMuLaw: false, via, seq, t, ...triggers, geophone: geo, em, rssi };
  }

  test('[W-162] waveforms, packets and frames translate between the tables and the server in both directions', () => {
    fc.assert(
      fc.property(named, (uplink) => {
        const { topic, payload } = encodeUplink(7, uplink);
        const [table = ''] = NAMES[uplink.name] ?? [];
        const values = decode(table, payload);
        expect(formatHex(encode(table, values))).toBe(formatHex(payload));
        const decoded = decodeUplink(topic, encode(table, values));
        expect(decoded).toMatchObject({ ok: true, value: { uplink: { name: uplink.name } } });
        expect(plain(values)).toMatchObject(plain(tell(uplink)) as object);
      }),
      { numRuns: 60 },
    );
  });

  test('[W-162] the server reads a mu-law frame of the tables, and the document describes its codes correctly', () => {
    const toCode = (sample: number) => {
      const s = Math.min(32_635, Math.abs(sample)) + 132;
      const e = Math.floor(Math.log2(s)) - 7;
      const m = Math.floor(s / 2 ** (e + 3)) % 16;
      return 255 - ((sample < 0 ? 128 : 0) + 16 * e + m);
    };
    const geo = Array.from({ length: 960 }, (_, at) => Math.round(32_767 * Math.sin(at / 7)));
    const frame = {
      isMuLaw: true,
      via: 'bt',
      reserved: 0,
      seq: 9,
      t: 1_795_181_245_191,
      mag: 1,
      elf: 2,
      geo: 3,
      geophone: geo.map(toCode),
      em: Array.from({ length: 192 }, (_, at) => at - 100),
      rssi: Array.from({ length: 41 }, (_, at) => -at),
    };
    const decoded = decodeUplink('agm/v1/7/up/stream', encode('stream-mu-law', frame));
    expect(decoded).toMatchObject({ ok: true, value: { uplink: { body: { geoLaw: 'mu-law', via: 'bt', seq: 9 } } } });
    const heard = decoded.ok && decoded.value.uplink.name === 'stream' ? decoded.value.uplink.body.geo : [];
    // mu-law keeps a sixteenth of the value, plus one step.
    const wrong = Array.from(heard).filter((value, at) => Math.abs(value - (geo[at] ?? 0)) > Math.abs(value) / 16 + 4);
    expect([heard.length, wrong]).toEqual([geo.length, []]);
  });
});

describe('satellite messages of the document', () => {
  const BODY: Readonly<Record<string, readonly [type: number, table: string]>> = {
    heartbeat: [1, 'body-01'],
    settings: [4, 'body-04'],
    info: [5, 'body-05'],
    ack: [6, 'body-06'],
    error: [8, 'body-08'],
  };

  test('[W-162] satellite messages translate between the tables and the server in both directions', () => {
    fc.assert(
      fc.property(anyIridiumUplink, (uplink) => {
        const payload = encodeIridiumUplink(uplink);
        const { type, seq, timeS, body, crc } = decode('payload', payload);
        expect(crc).toBe(computeChecksum(payload.subarray(0, -2)));
        const [, table] = uplink.kind === 'passage' ? [0, 'body-02'] : (BODY[uplink.kind] ?? [0, '']);
        const values = decode(table, bytesOf(body));
        const written = wrap(Number(type), Number(seq), Number(timeS), encode(table, values));
        expect(formatHex(written)).toBe(formatHex(payload));
        expect(decodeIridiumUplink(written)).toEqual(decodeIridiumUplink(payload));
        const { kind, ...told } = uplink.kind === 'settings' ? { ...uplink, ...uplink.settings } : uplink;
        const { ms = 0, blocks: packed, ...rest } = values;
        const blocks = packed === undefined ? undefined : readBlocks(bytesOf(packed));
        const t = Number(timeS) * 1000 + Number(ms);
        expect(plain({ kind, seq, t, ...rest, ...(blocks && { blocks }) })).toEqual(
          plain(dropNested({ kind, ...told })),
        );
      }),
      { numRuns: 300 },
    );
  });

  const dropNested = ({ settings: _settings, ...told }: Record<string, unknown>) => told;

  function readBlocks(bytes: Uint8Array): readonly Values[] {
    const blocks: Values[] = [];
    for (let at = 0; at < bytes.length;) {
      const { values, length } = decodeBytes(tables.bytes('block'), bytes.subarray(at));
      const { count: _count, ...block } = values;
      expect(formatHex(encode('block', values))).toBe(formatHex(bytes.subarray(at, at + length)));
      blocks.push(block);
      at += length;
    }
    return blocks;
  }

  test('[W-162] the server reads a session of the tables, and the tables read its confirmation', () => {
    const payload = wrap(6, 1, 1_795_181_247, encode('body-06', { id: 4711, status: 0, detail: 0 }));
    const header = { cdr: 7, imei: IMEI, sessionStatus: 0, momsn: 12, mtmsn: 0, sessionTimeS: 1_795_181_247 };
    const place = {
      isWest: true,
      isSouth: false,
      latDegrees: 36,
      latThousandths: 7806,
      lonDegrees: 96,
      lonThousandths: 1812,
    };
    const message = joinElements(
      [0x01, encode('element-01', header)],
      [0x03, encode('element-03', { ...place, cepKm: 4 })],
      [0x02, payload],
    );
    expect(decodeMobileOriginated(message)).toEqual({
      ok: true,
      value: { ...header, payload, location: { lat: 36.1301, lon: -96.0302, cepKm: 4 } },
    });
    const confirmation = listElements(encodeMoConfirmation(true)).get(0x05);
    expect(decode('element-05', bytesOf(confirmation))).toEqual({ status: 1 });
  });
});

describe('messages of the server to devices', () => {
  test('[W-162] commands, requests for packets and the time have the fields of the tables', () => {
    fc.assert(
      fc.property(anyDownlink, (downlink) => {
        const { payload } = encodeDownlink(7, downlink);
        const rows = tables.fields(downlink.name === 'dl' ? 'dl-again' : downlink.name);
        const message = readJson(payload) as Values;
        expect(Object.keys(message).toSorted()).toEqual(rows.map(({ field }) => field).toSorted());
        expect(plain(message)).toEqual(plain(JSON.parse(JSON.stringify(downlink.body))));
      }),
      { numRuns: 100 },
    );
  });

  const CONTENT: Readonly<Record<string, string>> = {
    settings: 'content-81',
    'offline-download': 'content-82',
    'exit-offline-download': 'content-83',
    request: 'content-84',
  };
  const sent = anyIridiumDownlink.filter(({ kind }) => kind in CONTENT);

  test('[W-162] satellite commands can be decrypted with the tables and the message key, to the same values', () => {
    fc.assert(
      fc.property(sent, (downlink) => {
        const payload = encodeIridiumDownlink(downlink, KEY);
        const { id, seq, timeS, content } = openCommand(payload, KEY);
        expect([id, seq, timeS * 1000]).toEqual([downlink.id, downlink.seq, downlink.t]);
        const values = decode(CONTENT[downlink.kind] ?? '', content);
        expect(values).toMatchObject(tellContent(downlink));
      }),
      { numRuns: 300 },
    );
  });

  function tellContent(downlink: IridiumDownlink): object {
    if (downlink.kind === 'settings') return downlink.settings;
    if (downlink.kind === 'offline-download') return { startS: downlink.startAt / 1000, endS: downlink.endAt / 1000 };
    return downlink.kind === 'request' ? { what: downlink.what } : {};
  }

  test('[W-162] a gateway of the tables reads the message to a device, and the server its confirmation', () => {
    const payload = Uint8Array.of(1, 2, 3);
    const message = encodeMobileTerminated({
      clientMessageId: 4712,
      imei: IMEI,
      disposition: 2,
      payload,
      priority: null,
    });
    const elements = listElements(message.ok ? message.value : new Uint8Array(0));
    expect(decode('element-41', bytesOf(elements.get(0x41)))).toEqual({
      clientMessageId: 4712,
      imei: IMEI,
      disposition: 2,
    });
    expect(elements.get(0x42)).toEqual(payload);
    const confirmation = { clientMessageId: 4712, imei: IMEI, autoId: 58_473, status: -5 };
    const answer = joinElements([0x44, encode('element-44', confirmation)]);
    expect(decodeMtConfirmation(answer)).toEqual({ ok: true, value: confirmation });
  });
});
