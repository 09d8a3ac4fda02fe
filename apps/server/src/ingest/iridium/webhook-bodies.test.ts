import { encodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { webhooksRoutes } from '@waymark/contract/routes/webhooks';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACK, IMEI, T } from './testing/satellite-samples.ts';
import { readCloudloopBody, readRockblockBody } from './webhook-bodies.ts';

const PAYLOAD = encodeIridiumUplink(ACK);
const ROCKBLOCK = webhooksRoutes.takeRockblockMessage.example.body;
const CLOUDLOOP = webhooksRoutes.takeCloudloopMessage.example.body;
const SBD = CLOUDLOOP.sbd;

describe('bodies of RockBLOCK', () => {
  const session = {
    imei: IMEI,
    momsn: 512,
    cdr: null,
    status: null,
    payload: PAYLOAD,
    sessionAt: T + 2000,
    topic: 'rockblock',
  };

  test('a RockBLOCK body is a session, as JSON and as the texts of a form', () => {
    expect(readRockblockBody(ROCKBLOCK)).toEqual({ ok: true, value: session });
    const form = Object.fromEntries(Object.entries(ROCKBLOCK).map(([name, value]) => [name, String(value)]));
    expect(readRockblockBody(form)).toEqual({ ok: true, value: session });
  });

  test('a RockBLOCK body may have a session status, and numbers as texts', () => {
    const said = { ...ROCKBLOCK, imei: Number(IMEI), momsn: '65535', iridium_session_status: 2 };
    expect(readRockblockBody(said)).toMatchObject({ ok: true, value: { imei: IMEI, momsn: 65_535, status: 2 } });
  });

  test('a RockBLOCK body may have spaces in its hexadecimal digits, in either case', () => {
    const data = `${ROCKBLOCK.data.slice(0, 14)} ${ROCKBLOCK.data.slice(14).toUpperCase()}`;
    expect(readRockblockBody({ ...ROCKBLOCK, data })).toMatchObject({ ok: true, value: { payload: PAYLOAD } });
  });

  test('a RockBLOCK body without data is a mailbox check', () => {
    const { data: _data, ...check } = ROCKBLOCK;
    expect(readRockblockBody(check)).toMatchObject({ ok: true, value: { payload: null } });
    expect(readRockblockBody({ ...check, data: '' })).toMatchObject({ ok: true, value: { payload: null } });
  });

  test.each([
    ['26-06-27 01:02:05', T + 2000],
    ['2026-06-27T01:02:05Z', T + 2000],
    ['2026-06-27 01:02:05', T + 2000],
    ['27/06/2026', null],
    ['26-13-27 01:02:05', null],
    ['', null],
  ])('the RockBLOCK time %j is read as %j', (transmit_time, sessionAt) => {
    expect(readRockblockBody({ ...ROCKBLOCK, transmit_time })).toMatchObject({
      ok: true,
      value: { sessionAt, payload: PAYLOAD },
    });
  });

  test.each([
    ['an IMEI of letters', { imei: 'abc' }, 'field'],
    ['no IMEI', { imei: undefined }, 'field'],
    ['half an IMEI', { imei: 30_023 }, 'field'],
    ['a MOMSN too high', { momsn: 65_536 }, 'field'],
    ['a MOMSN below 0', { momsn: -1 }, 'field'],
    ['no MOMSN', { momsn: '' }, 'field'],
    ['half a byte', { data: 'a10' }, 'length'],
    ['no digits', { data: 'zz' }, 'field'],
    ['no text', { data: 12 }, 'field'],
    ['far too much', { data: 'aa'.repeat(4000) }, 'field'],
  ])('a RockBLOCK body with %s is refused', (_, changes, reason) => {
    expect(readRockblockBody({ ...ROCKBLOCK, ...changes })).toMatchObject({ ok: false, failure: { reason } });
  });
});

describe('bodies of Cloudloop', () => {
  const session = {
    imei: IMEI,
    momsn: 512,
    cdr: 3_152_085_395,
    status: 0,
    payload: PAYLOAD,
    sessionAt: T + 2000,
    topic: 'cloudloop',
  };

  test("a Cloudloop body is a session with Cloudloop's name of the device", () => {
    const value = { session, thingId: 'kqZVnYpWdLrXbMoRzQjEgTuHcFaNsKiB' };
    expect(readCloudloopBody(CLOUDLOOP)).toEqual({ ok: true, value });
  });

  test('a Cloudloop body may omit optional fields', () => {
    const said = { sbd: { imei: IMEI, cdrReference: 7, momsn: 1 } };
    expect(readCloudloopBody(said)).toEqual({
      ok: true,
      value: { thingId: null, session: { ...session, momsn: 1, cdr: 7, status: null, payload: null, sessionAt: null } },
    });
  });

  test('a Cloudloop session with an unknown status is decided by its payload', () => {
    const said = { ...CLOUDLOOP, sbd: { ...SBD, status: 'SESSION_STATUS_OTHER' } };
    expect(readCloudloopBody(said)).toMatchObject({ ok: true, value: { session: { status: null, payload: PAYLOAD } } });
  });

  test.each([
    ['no session', { sbd: undefined }],
    ['a message that is not base64', { message: '%%%' }],
    ['an IMEI of letters', { sbd: { ...SBD, imei: 'abc' } }],
    ['no MOMSN', { sbd: { ...SBD, momsn: undefined } }],
    ['far too much', { message: 'AAAA'.repeat(2000) }],
  ])('a Cloudloop body with %s is refused', (_, changes) => {
    expect(readCloudloopBody({ ...CLOUDLOOP, ...changes })).toMatchObject({ ok: false, failure: { reason: 'field' } });
  });
});

describe('unreadable optional fields of webhook bodies', () => {
  const session = { imei: IMEI, momsn: 512, cdr: 3_152_085_395, status: 0, payload: PAYLOAD, sessionAt: T + 2000 };

  test.each([
    ['identity', { identity: 'kqZVnYpWdLrXbMoRzQjEgTuHcFaNsKiB' }, { thingId: null }],
    ['thingId', { identity: { thingId: 17 } }, { thingId: null }],
    ['thingId with a slash', { identity: { thingId: '../7' } }, { thingId: null }],
    ['cdrReference', { sbd: { ...SBD, cdrReference: '9999999999' } }, { session: { ...session, cdr: null } }],
    ['sessionAt, a text', { sbd: { ...SBD, sessionAt: '2026-06-27' } }, { session: { ...session, sessionAt: null } }],
    [
      'sessionAt, month 13',
      { sbd: { ...SBD, sessionAt: { ...SBD.sessionAt, month: 13 } } },
      { session: { ...session, sessionAt: null } },
    ],
    ['status, a number', { sbd: { ...SBD, status: 0 } }, { session: { ...session, status: null } }],
    ['message null', { message: null }, { session: { ...session, payload: null } }],
  ])('[W-164] a Cloudloop body ignores only an unreadable %s', (_, changes, value) => {
    expect(readCloudloopBody({ ...CLOUDLOOP, ...changes })).toMatchObject({ ok: true, value });
  });

  test.each([
    ['transmit_time', { transmit_time: 1_782_522_125 }, { sessionAt: null, payload: PAYLOAD }],
    ['iridium_session_status', { iridium_session_status: 'fine' }, { status: null, payload: PAYLOAD }],
  ])('[W-164] a RockBLOCK body ignores only an unreadable %s', (_, changes, value) => {
    expect(readRockblockBody({ ...ROCKBLOCK, ...changes })).toMatchObject({ ok: true, value });
  });
});

test('any value is read as a session or a failure', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...Object.keys(ROCKBLOCK), ...Object.keys(SBD)), fc.anything()),
      (any, body) => {
        for (const read of [readRockblockBody, readCloudloopBody]) {
          expect([true, false]).toContain(read(any).ok);
          expect([true, false]).toContain(read(body).ok);
          expect([true, false]).toContain(read({ ...CLOUDLOOP, sbd: body }).ok);
        }
      },
    ),
  );
});
