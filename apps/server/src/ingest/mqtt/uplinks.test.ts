import { mayPublish } from '@waymark/device-protocol/mqtt/access';
import { encodeUplink, type Uplink } from '@waymark/device-protocol/mqtt/uplink';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceMessage, Rejection } from '../device-message.ts';
import { BEAT, HEARTBEAT, T } from '../testing/mqtt-device.ts';
import { TrialDoor } from '../testing/trial-door.ts';
import { decodePublication, InFlight, parseUplinkTopic, rejectExcess } from './uplinks.ts';

function decode(topic: string, payload: Uint8Array, link: 'cellular' | 'bluetooth' = 'cellular') {
  return decodePublication(parseUplinkTopic(topic), payload, { sender: 'agm-7', link, receivedAt: T });
}

function decodeUplink(uplink: Uplink, link: 'cellular' | 'bluetooth' = 'cellular') {
  const { topic, payload } = encodeUplink(7, uplink);
  return decode(topic, payload, link);
}

describe('decodePublication', () => {
  it.each([
    ['cellular', 'cell', 'cellular'],
    ['cellular', 'bt', 'bluetooth'],
    ['bluetooth', 'cell', 'bluetooth'],
  ] as const)('reads a %s connection via %s as the link %s', (connection, via, link) => {
    const uplink: Uplink = { name: 'hb', body: { ...HEARTBEAT, via } };
    expect(decodeUplink(uplink, connection)).toEqual({ uid: 7, link, receivedAt: T, ...uplink });
  });

  it.each(['status', 'carrier', 'disk'])('returns nothing for an empty payload that clears the retained %s', (name) => {
    expect(decode(`agm/v1/7/up/${name}`, new Uint8Array(0))).toBeNull();
  });

  it('does not decode a stream frame', () => {
    expect(decode('agm/v1/7/up/stream', Uint8Array.of(1))).toBeNull();
  });

  it('rejects an unknown topic without a uid', () => {
    expect(decode('x/y', Uint8Array.of(1))).toMatchObject({
      reason: 'topic',
      uid: null,
      sender: 'agm-7',
      topic: 'x/y',
    });
  });

  it('returns a message, a rejection or nothing for any bytes on any topic', () => {
    const anyTopic = fc.oneof(
      fc.string(),
      fc.constantFrom('status', 'hb', 'stream', 'psg/1/elf', 'dl').map((name) => `agm/v1/7/up/${name}`),
    );
    fc.assert(
      fc.property(anyTopic, fc.uint8Array(), (topic, payload) => {
        const message = decode(topic, payload);
        expect(message === null || 'reason' in message || 'name' in message).toBe(true);
      }),
    );
  });
});

it('parseUplinkTopic finds the device of every topic to which its client may publish', () => {
  const anyTopic = fc.tuple(
    fc.constantFrom('agm/v1', 'agm/v2', ''),
    fc.constantFrom('7', '07', '8', '+', '0'),
    fc.constantFrom('up', 'dn'),
    fc.constantFrom('hb', 'psg/1/elf', 'new', 'status', '#'),
  );
  fc.assert(
    fc.property(
      anyTopic.map((parts) => parts.join('/')),
      (topic) => {
        expect(mayPublish(new Set([7]), topic) && parseUplinkTopic(topic).uid !== 7).toBe(false);
        expect(parseUplinkTopic(topic).uid === 7).toBe(topic.startsWith('agm/v1/7/up/'));
      },
    ),
  );
});

it('[W-051] rejectExcess rejects a message beyond the rate of its device, and drops a stream frame', () => {
  const arrival = { sender: 'broker', link: 'cellular', receivedAt: T } as const;
  const reject = (topic: string) => rejectExcess(parseUplinkTopic(topic), new Uint8Array(1), arrival);
  expect(reject('agm/v1/7/up/hb')).toMatchObject({ reason: 'too-many', uid: 7 });
  expect(reject('agm/v1/7/up/stream')).toBeNull();
});

const facts = { uid: 7, link: 'cellular', receivedAt: T } as const;
const message = { ...facts, ...BEAT } as DeviceMessage;
const rejection: Rejection = {
  ...facts,
  reason: 'not-json',
  detail: '',
  sender: 'agm-7',
  topic: '',
  payload: Uint8Array.of(1),
};

describe('InFlight', () => {
  it('stores messages and rejections', async () => {
    const door = new TrialDoor();
    const inFlight = new InFlight(door);
    const errors: unknown[] = [];
    for (const each of [message, rejection]) inFlight.store(each, (error) => errors.push(error));
    await inFlight.drain(60_000);
    expect([door.list(7), door.rejections.map(({ reason }) => reason)]).toEqual([['hb'], ['not-json']]);
    expect(errors).toEqual([undefined, undefined]);
  });

  it('passes the error of a failed message on', async () => {
    const door = new TrialDoor();
    door.failFromNowOn(true);
    const inFlight = new InFlight(door);
    const errors: unknown[] = [];
    for (const each of [message, rejection]) inFlight.store(each, (error) => errors.push(error?.message));
    await inFlight.drain(60_000);
    expect(errors).toEqual(['the database is away', 'the database is away']);
  });

  it('stops waiting after the timeout', async () => {
    const door = new TrialDoor();
    door.hold();
    const inFlight = new InFlight(door);
    let isStored = false;
    inFlight.store(message, () => (isStored = true));
    await inFlight.drain(1);
    expect(isStored).toBe(false);
    door.release();
  });
});
