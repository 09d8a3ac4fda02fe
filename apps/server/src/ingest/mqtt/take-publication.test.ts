import { mayPublish } from '@waymark/device-protocol/mqtt/access';
import { encodeUplink, type Uplink } from '@waymark/device-protocol/mqtt/uplink';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEARTBEAT, ONLINE_BY_RELAY, T } from '../testing/mqtt-device.ts';
import { TrialDoor } from '../testing/trial-door.ts';
import { passOn, refuseTooMany, takePublication, type Taken } from './take-publication.ts';
import { findUplink } from './uplink-topic.ts';

function take(topic: string, payload: Uint8Array, link: 'cellular' | 'bluetooth' = 'cellular'): Taken {
  return takePublication({ topic, payload, sender: 'agm-7', link, receivedAt: T });
}

function takeUplink(uplink: Uplink, link: 'cellular' | 'bluetooth' = 'cellular'): Taken {
  const { topic, payload } = encodeUplink(7, uplink);
  return take(topic, payload, link);
}

describe('a publication', () => {
  it.each([
    ['cellular', 'cell', 'cellular'],
    ['cellular', 'bt', 'bluetooth'],
    ['bluetooth', 'cell', 'bluetooth'],
  ] as const)('over a %s connection via %s came by %s', (connection, via, link) => {
    const uplink: Uplink = { name: 'hb', body: { ...HEARTBEAT, via } };
    expect(takeUplink(uplink, connection)).toEqual({
      kind: 'message',
      message: { uid: 7, link, receivedAt: T, uplink },
    });
  });

  it.each(['status', 'carrier', 'disk'])('that is empty and clears the retained %s is nothing', (name) => {
    expect(take(`agm/v1/7/up/${name}`, new Uint8Array(0))).toEqual({ kind: 'nothing' });
  });

  it('of a stream is not looked into', () => {
    expect(take('agm/v1/7/up/stream', Uint8Array.of(1))).toEqual({ kind: 'stream', uid: 7 });
  });

  it('under no known topic is a rejection without a uid', () => {
    const expected = { reason: 'topic', uid: null, sender: 'agm-7', topic: 'x/y' };
    expect(take('x/y', Uint8Array.of(1))).toMatchObject({ kind: 'rejection', rejection: expected });
  });

  it('of any bytes on any topic is one of the four', () => {
    const anyTopic = fc.oneof(
      fc.string(),
      fc.constantFrom('status', 'hb', 'stream', 'psg/1/elf', 'dl').map((name) => `agm/v1/7/up/${name}`),
    );
    fc.assert(
      fc.property(anyTopic, fc.uint8Array(), (topic, payload) => {
        expect(['message', 'rejection', 'stream', 'nothing']).toContain(take(topic, payload).kind);
      }),
    );
  });
});

it('whoever may publish a topic is found to be its owner', () => {
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
        expect(mayPublish(new Set([7]), topic) && findUplink(topic)?.uid !== 7).toBe(false);
        expect(findUplink(topic)?.uid === 7).toBe(topic.startsWith('agm/v1/7/up/'));
      },
    ),
  );
});

it('[W-051] keeps a message beyond the rate of its device as rejected, and drops a frame', () => {
  const beyond = { payload: new Uint8Array(1), sender: 'broker', link: 'cellular', receivedAt: T } as const;
  expect(refuseTooMany({ ...beyond, topic: 'agm/v1/7/up/hb' })).toMatchObject({
    kind: 'rejection',
    rejection: { reason: 'too-many', uid: 7 },
  });
  expect(refuseTooMany({ ...beyond, topic: 'agm/v1/7/up/stream' })).toEqual({ kind: 'nothing' });
});

describe('passing on', () => {
  it('waits for the door with messages and rejections, and for nobody with the rest', async () => {
    const door = new TrialDoor();
    await passOn(door, takeUplink(ONLINE_BY_RELAY));
    await passOn(door, take('agm/v1/7/up/hb', Uint8Array.of(1)));
    expect(passOn(door, { kind: 'nothing' })).toBeUndefined();
    expect(passOn(door, { kind: 'stream', uid: 7 })).toBeUndefined();
    expect([door.list(7), door.rejections.map(({ reason }) => reason)]).toEqual([['online'], ['not-json']]);
  });

  it('fails when the door does', async () => {
    const door = new TrialDoor();
    door.failFromNowOn(true);
    await expect(passOn(door, takeUplink(ONLINE_BY_RELAY))).rejects.toThrow('the database is away');
  });
});
