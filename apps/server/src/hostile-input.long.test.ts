import { encodeMobileOriginated, decodeMobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import { decodeEnvelope, encodeEnvelope } from '@waymark/device-protocol/iridium/envelope';
import { decodeIridiumUplink, encodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { decodeUplink, encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import { anyIridiumUplink } from '@waymark/device-protocol/testing/iridium-arbitraries';
import { anyUid, anyUplink } from '@waymark/device-protocol/testing/mqtt-arbitraries';
import { webhooksRoutes } from '@waymark/contract/routes/webhooks';
import { makeReport } from '@waymark/domain/report/testing/reported-run';
import { isStorable } from '@waymark/domain/storable-text';
import { readLineFile } from '@waymark/files/line/line-file';
import { readRecords } from '@waymark/files/pro/read-records';
import { toPro } from '@waymark/files/pro/report-to-pro';
import { listRecords, ProLines } from '@waymark/files/pro/write-pro';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { ArchiveError, decodeFrames, encodeJsonFrame } from '@waymark/backup-archive/frames';
import { readCloudloopBody, readRockblockBody } from './ingest/iridium/webhook-bodies.ts';
import { anyDamageOf, HOSTILE_TEXTS, writeJson } from './testing/hostile-json.ts';

// Thousands of nearly valid inputs for every parser of foreign data: each returns a value or a failure and never
// throws. Checksums are recomputed, so that the damage reaches the code behind them.

const RUNS = { numRuns: 2000, seed: 20_260_301 };

interface Splice {
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

const anySplices: fc.Arbitrary<readonly Splice[]> = fc.array(
  fc.record({
    at: fc.nat(),
    length: fc.oneof(fc.nat(3), fc.nat(200)),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.constantFrom(Uint8Array.of(0), Uint8Array.of(255, 255, 255, 255), new Uint8Array(64)),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

function splice(whole: Uint8Array, splices: readonly Splice[]): Uint8Array {
  return splices.reduce<Uint8Array>((bytes, { at, length, bytes: put }) => {
    const from = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + length)]);
  }, whole);
}

function spliceText(text: string, at: number, word: string): string {
  const from = at % (text.length + 1);
  return text.slice(0, from) + word + text.slice(from + (at % 7));
}

const isResult = ({ ok }: { readonly ok: boolean }) => typeof ok === 'boolean';
/** Accepts a failure, or a value that the database can store. */
const isStorableResult = (read: { readonly ok: true; readonly value: unknown } | { readonly ok: false }) =>
  !read.ok || isStorable(read.value);

describe('device messages', () => {
  test('the decoder returns a result for damaged MQTT payloads', () => {
    fc.assert(
      fc.property(anyUid, anyUplink, anySplices, (uid, uplink, splices) => {
        const { topic, payload } = encodeUplink(uid, uplink);
        return isResult(decodeUplink(topic, splice(payload, splices)));
      }),
      RUNS,
    );
  });

  test('[W-050] the decoder returns a result for damaged MQTT JSON', () => {
    const anyDamaged = fc.tuple(anyUid, anyUplink).chain(([uid, uplink]) => {
      const { topic, payload } = encodeUplink(uid, uplink);
      const text = Buffer.from(payload).toString();
      return fc.record({
        topic: fc.constant(topic),
        text: anyDamageOf(text.startsWith('{') ? (JSON.parse(text) as unknown) : {}).map(writeJson),
      });
    });
    fc.assert(
      fc.property(anyDamaged, ({ topic, text }) => isStorableResult(decodeUplink(topic, Buffer.from(text)))),
      RUNS,
    );
  });

  test('[W-050] the decoder returns a storable result for carrier texts with any characters, escaped or not', () => {
    const anyText = fc
      .array(fc.constantFrom('a', '\0', '\uD800', '\uDC00', '🚀', String.raw`\u0000`), { maxLength: 4 })
      .map((parts) => parts.join(''));
    const escape = (json: string) => json.replaceAll('a', String.raw`\u0061`);
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (activeCarrier, name, isEscaped) => {
        const json = JSON.stringify({ activeCarrier, primaryCarrier: 'x', registrationStatus: 'x', [name]: name });
        const decoded = decodeUplink('agm/v1/7/up/carrier', Buffer.from(isEscaped ? escape(json) : json));
        return decoded.ok === (isStorable(activeCarrier) && isStorable(name));
      }),
      RUNS,
    );
  });

  test('the decoder returns a result for damaged satellite messages with a valid checksum', () => {
    fc.assert(
      fc.property(anyIridiumUplink, anySplices, (message, splices) => {
        const envelope = decodeEnvelope(encodeIridiumUplink(message));
        if (!envelope.ok) throw new Error(envelope.failure.detail);
        return isResult(
          decodeIridiumUplink(encodeEnvelope({ ...envelope.value, body: splice(envelope.value.body, splices) })),
        );
      }),
      RUNS,
    );
  });

  test('the decoder returns a result for damaged DirectIP messages', () => {
    const location = { lat: 31.5, lon: -102.25, cepKm: 3 };
    const session = {
      cdr: 1001,
      imei: '300234063904190',
      sessionStatus: 0,
      momsn: 12,
      mtmsn: 0,
      sessionTimeS: 1_782_522_128,
      payload: new Uint8Array(40),
      location,
    };
    const whole = encodeMobileOriginated(session);
    if (!whole.ok) throw new Error(whole.failure);
    fc.assert(
      fc.property(anySplices, (splices) => isResult(decodeMobileOriginated(splice(whole.value, splices)))),
      RUNS,
    );
  });
});

describe('satellite providers', () => {
  test.each([
    ['RockBLOCK', readRockblockBody, webhooksRoutes.takeRockblockMessage.example.body],
    ['Cloudloop', readCloudloopBody, webhooksRoutes.takeCloudloopMessage.example.body],
  ] as const)('the %s body reader returns a result for damaged bodies', (_name, read, meant) => {
    fc.assert(
      fc.property(anyDamageOf(meant).map(writeJson), (text) => isResult(read(JSON.parse(text) as unknown))),
      RUNS,
    );
  });
});

describe('files', () => {
  test('the reader returns a result for damaged records of a .pro file', () => {
    const file = new ProLines();
    const lines = [...listRecords(toPro(makeReport(), 'default'))].map((record) => file.write(record).trimEnd());
    const anyWord = fc.constantFrom('|', '\\', '||||', ',', '\n', ...HOSTILE_TEXTS.filter((text) => text.length < 100));
    fc.assert(
      fc.property(fc.nat(), fc.nat(), anyWord, (line, at, word) =>
        isResult(
          readRecords(lines.map((each, place) => (place === line % lines.length ? spliceText(each, at, word) : each))),
        ),
      ),
      RUNS,
    );
  });

  test.each([
    [
      'line.kml',
      '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>North</name><LineString><coordinates>-96.7,35.9,0 -96.5,36.0 -96.03,36.13</coordinates></LineString></Placemark></Document></kml>',
    ],
    [
      'line.gpx',
      '<gpx version="1.1"><trk><trkseg><trkpt lat="35.9" lon="-96.7"><ele>1</ele></trkpt><trkpt lat="36.13" lon="-96.03"/></trkseg></trk></gpx>',
    ],
    [
      'line.geojson',
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"North"},"geometry":{"type":"LineString","coordinates":[[-96.7,35.9,1],[-96.03,36.13]]}}]}',
    ],
  ])('the importer returns a result for a damaged %s', (name, text) => {
    const anyWord = fc.constantFrom(
      '<',
      '>',
      '</',
      '"',
      '&',
      '&#0;',
      '&#xFFFFFFFF;',
      '<!DOCTYPE a [<!ENTITY b "c">]>',
      '<LineString>',
      '[',
      ']',
      '{',
      ',',
      '1e999',
      '-',
      'NaN',
      '\0',
      '\uD800',
      '',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), anyWord), { minLength: 1, maxLength: 4 }), (changes) =>
        isResult(
          readLineFile(
            name,
            new TextEncoder().encode(changes.reduce((made, [at, word]) => spliceText(made, at, word), text)),
          ),
        ),
      ),
      RUNS,
    );
  });

  test('the backup reader returns frames or an error for damaged bytes', async () => {
    const whole = Buffer.concat([
      ...encodeJsonFrame('H', { format: 1 }),
      ...encodeJsonFrame('T', { name: 'users' }),
      ...encodeJsonFrame('E', {}),
      ...encodeJsonFrame('Z', {}),
    ]);
    async function* once(bytes: Uint8Array): AsyncGenerator<Buffer> {
      yield Buffer.from(bytes);
    }
    async function measureFrames(bytes: Uint8Array): Promise<readonly number[]> {
      const lengths: number[] = [];
      for await (const { content } of decodeFrames(once(bytes))) lengths.push(content.length);
      return lengths;
    }
    await fc.assert(
      fc.asyncProperty(anySplices, async (splices) => {
        return measureFrames(splice(whole, splices)).then(
          (lengths) => lengths.every((length) => length < 1000),
          (error: unknown) => error instanceof ArchiveError,
        );
      }),
      RUNS,
    );
  });
});
