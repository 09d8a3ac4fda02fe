import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHex, parseHex } from '../bytes/hex.ts';
import type { Decoded } from '../decode-failure.ts';
import { anyImei, anyU16, anyU32, anyU8 } from '../testing/arbitraries.ts';
import { flipBits, lengthen, tallyDamage, truncate } from '../testing/damage.ts';
import {
  decodeMoConfirmation,
  decodeMtConfirmation,
  describeRefusal,
  encodeMoConfirmation,
  encodeMtConfirmation,
} from './confirmation.ts';
import { decodeElements, encodeElements, measureMessage } from './elements.ts';
import {
  decodeMobileOriginated,
  encodeMobileOriginated,
  isSessionComplete,
  type MobileOriginated,
} from './mobile-originated.ts';
import {
  decodeMobileTerminated,
  DISPOSITION,
  encodeMobileTerminated,
  type MobileTerminated,
} from './mobile-terminated.ts';

const IMEI = '300234063904190';

const MO: MobileOriginated = {
  cdr: 123_456,
  imei: IMEI,
  sessionStatus: 0,
  momsn: 12,
  mtmsn: 3,
  sessionTimeS: 1_782_522_200,
  payload: Uint8Array.of(0xa1, 0x06),
  location: { lat: -31.5, lon: 102.25, cepKm: 4 },
};
const MO_HEX =
  '01003201001c0001e24033303032333430363339303431393000000c00036a3f215803000b021f7530663a9800000004020002a106';

const MT: MobileTerminated = {
  clientMessageId: 9999,
  imei: IMEI,
  disposition: 0,
  payload: new TextEncoder().encode('hello'),
  priority: 1,
};
const MT_HEX = '0100254100150000270f333030323334303633393034313930000042000568656c6c6f4600020001';

const MT_CONFIRMATION = { clientMessageId: 9999, imei: IMEI, autoId: 58_473, status: -5 };
const MT_CONFIRMATION_HEX = '01001c4400190000270f3330303233343036333930343139300000e469fffb';

function bytesOf(hex: string): Uint8Array {
  const bytes = parseHex(hex);
  return bytes.ok ? bytes.value : new Uint8Array(0);
}

const anyMo = fc.record({
  cdr: anyU32,
  imei: anyImei,
  sessionStatus: anyU8,
  momsn: anyU16,
  mtmsn: anyU16,
  sessionTimeS: anyU32,
  payload: fc.option(fc.uint8Array({ minLength: 1, maxLength: 1960 })),
  location: fc.option(
    fc.record({
      lat: fc.integer({ min: -90 * 60_000, max: 90 * 60_000 }).map((thousandths) => thousandths / 60_000),
      lon: fc.integer({ min: -180 * 60_000, max: 180 * 60_000 }).map((thousandths) => thousandths / 60_000),
      cepKm: anyU32,
    }),
  ),
});

const anyMt = fc.record({
  clientMessageId: anyU32,
  imei: anyImei,
  disposition: anyU16,
  payload: fc.option(fc.uint8Array({ minLength: 1, maxLength: 270 })),
  priority: fc.option(fc.integer({ min: 1, max: 5 })),
});

const CODECS: readonly (readonly [string, string, (bytes: Uint8Array) => Decoded<unknown>])[] = [
  ['mobile originated', MO_HEX, decodeMobileOriginated],
  ['mobile terminated', MT_HEX, decodeMobileTerminated],
  ['MO confirmation', '01000405000101', decodeMoConfirmation],
  ['MT confirmation', MT_CONFIRMATION_HEX, decodeMtConfirmation],
];

describe('DirectIP messages', () => {
  it('messages have exactly these bytes', () => {
    const [mo, mt] = [encodeMobileOriginated(MO), encodeMobileTerminated(MT)];
    expect(mo.ok && formatHex(mo.value)).toBe(MO_HEX);
    expect(mt.ok && formatHex(mt.value)).toBe(MT_HEX);
    expect(formatHex(encodeMoConfirmation(true))).toBe('01000405000101');
    expect(formatHex(encodeMoConfirmation(false))).toBe('01000405000100');
    expect(formatHex(encodeMtConfirmation(MT_CONFIRMATION))).toBe(MT_CONFIRMATION_HEX);
  });

  it('messages are read from these bytes', () => {
    expect(decodeMobileOriginated(bytesOf(MO_HEX))).toEqual({ ok: true, value: MO });
    expect(decodeMobileTerminated(bytesOf(MT_HEX))).toEqual({ ok: true, value: MT });
    expect(decodeMoConfirmation(bytesOf('01000405000101'))).toEqual({ ok: true, value: true });
    expect(decodeMtConfirmation(bytesOf(MT_CONFIRMATION_HEX))).toEqual({ ok: true, value: MT_CONFIRMATION });
  });

  it('messages survive encoding and decoding', () => {
    fc.assert(
      fc.property(anyMo, (message) => {
        const bytes = encodeMobileOriginated(message);
        expect(bytes.ok && decodeMobileOriginated(bytes.value)).toEqual({ ok: true, value: message });
      }),
    );
    fc.assert(
      fc.property(anyMt, (message) => {
        const bytes = encodeMobileTerminated(message);
        expect(bytes.ok && decodeMobileTerminated(bytes.value)).toEqual({ ok: true, value: message });
      }),
    );
    fc.assert(
      fc.property(
        anyU32,
        anyImei,
        anyU32,
        fc.integer({ min: -12, max: 50 }),
        (clientMessageId, imei, autoId, status) => {
          const message = { clientMessageId, imei, autoId, status };
          expect(decodeMtConfirmation(encodeMtConfirmation(message))).toEqual({ ok: true, value: message });
        },
      ),
    );
  });

  it.each(CODECS)(
    '%s: truncated or longer messages are refused; a flipped bit gives a value or a failure',
    (_, hex, decode) => {
      const bytes = bytesOf(hex);
      expect(tallyDamage(truncate(bytes), decode)).toEqual({ values: 0, failures: bytes.length });
      expect(decode(lengthen(bytes)).ok).toBe(false);
      const { values, failures } = tallyDamage(flipBits(bytes), decode);
      expect(values + failures).toBe(bytes.length * 8);
      expect(failures).toBeGreaterThanOrEqual(24);
    },
  );

  it.each(CODECS)('%s: foreign elements give a value or a failure', (_name, _hex, decode) => {
    const id = fc.constantFrom(1, 2, 3, 5, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46);
    const elements = fc.array(fc.tuple(id, fc.uint8Array({ maxLength: 30 })), { maxLength: 6 });
    fc.assert(
      fc.property(elements, fc.uint8Array(), (list, tail) => {
        expect([true, false]).toContain(decode(encodeElements(list)).ok);
        expect([true, false]).toContain(decode(Uint8Array.of(1, 0, tail.length, ...tail)).ok);
      }),
    );
  });
});

describe('framing on a TCP stream', () => {
  it('the length is known after three bytes', () => {
    const bytes = bytesOf(MO_HEX);
    expect([0, 1, 2].map((length) => measureMessage(bytes.subarray(0, length)))).toEqual(
      [null, null, null].map((value) => ({ ok: true, value })),
    );
    expect(measureMessage(bytes.subarray(0, 3))).toEqual({ ok: true, value: bytes.length });
    expect(measureMessage(lengthen(bytes, 9))).toEqual({ ok: true, value: bytes.length });
  });

  it('refuses another protocol at its first byte, and more than 4 kB at its length', () => {
    expect(measureMessage(new TextEncoder().encode('G'))).toEqual({ ok: false, failure: 'not-directip' });
    expect(measureMessage(Uint8Array.of(1, 0xff, 0xff))).toEqual({ ok: false, failure: 'too-long' });
    expect(measureMessage(Uint8Array.of(1, 0x0f, 0xfd))).toEqual({ ok: true, value: 4096 });
    expect(measureMessage(Uint8Array.of(1, 0x0f, 0xfe))).toEqual({ ok: false, failure: 'too-long' });
  });

  it.each([
    ['an element longer than the message', '0100030500ff'],
    ['an element cut before its length', '01000105'],
    ['the same element twice', '0100080500010105000101'],
    ['a header of another length', '01000401000100'],
    ['nothing', '010000'],
  ])('refuses %s', (_, hex) => {
    for (const [, , decode] of CODECS) expect(decode(bytesOf(hex)).ok).toBe(false);
  });

  it('skips unknown elements', () => {
    const elements = decodeElements(bytesOf(MO_HEX));
    const withMore = encodeElements([...(elements.ok ? elements.value : []), [0x45, Uint8Array.of(1, 2, 3)]]);
    expect(decodeMobileOriginated(withMore)).toEqual({ ok: true, value: MO });
  });
});

describe('contents of a message', () => {
  it('a mailbox check has no payload', () => {
    const check = encodeMobileOriginated({ ...MO, payload: null, location: null });
    expect(check.ok && decodeMobileOriginated(check.value)).toMatchObject({
      ok: true,
      value: { payload: null, location: null },
    });
  });

  it('an impossible location invalidates only the location', () => {
    const bytes = bytesOf(MO_HEX.replace('03000b021f', '03000b02ff'));
    expect(decodeMobileOriginated(bytes)).toMatchObject({ ok: true, value: { location: null, momsn: 12 } });
  });

  it.each([
    ['letters', '30023406390419x'],
    ['too few digits', '30023406390419'],
    ['nothing', ''],
    ['too many', `${IMEI}1`],
  ])('an IMEI of %s is not sent', (_, imei) => {
    expect(encodeMobileTerminated({ ...MT, imei })).toEqual({ ok: false, failure: 'imei' });
    expect(encodeMobileOriginated({ ...MO, imei })).toEqual({ ok: false, failure: 'imei' });
  });

  it('an oversized payload or an invalid priority is not sent', () => {
    expect(encodeMobileTerminated({ ...MT, payload: new Uint8Array(271) })).toEqual({
      ok: false,
      failure: 'payload-too-long',
    });
    expect(encodeMobileTerminated({ ...MT, payload: new Uint8Array(270) }).ok).toBe(true);
    expect(encodeMobileOriginated({ ...MO, payload: new Uint8Array(1961) })).toEqual({
      ok: false,
      failure: 'payload-too-long',
    });
    expect(encodeMobileTerminated({ ...MT, priority: 6 })).toEqual({ ok: false, failure: 'priority' });
  });

  it('disposition bits ring and flush', () => {
    const disposition = DISPOSITION.sendRingAlert | DISPOSITION.flushQueue;
    const bytes = encodeMobileTerminated({ ...MT, disposition });
    expect(bytes.ok && decodeMobileTerminated(bytes.value)).toMatchObject({ ok: true, value: { disposition: 3 } });
  });

  it('a confirmation for a refused IMEI is still readable', () => {
    const confirmation = { ...MT_CONFIRMATION, imei: '123', status: -1 };
    expect(decodeMtConfirmation(encodeMtConfirmation(confirmation))).toEqual({ ok: true, value: confirmation });
  });

  it('statuses 0 to 2 are complete sessions; refusals have names', () => {
    expect([0, 1, 2, 10, 12, 13, 14, 15].map(isSessionComplete)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([0, 50, -5, -12, -99].map(describeRefusal)).toEqual([
      null,
      null,
      'queue-full',
      'certificate-refused',
      'status -99',
    ]);
  });
});
