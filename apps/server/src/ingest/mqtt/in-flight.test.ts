import { describe, expect, it } from 'vitest';
import type { DeviceMessage, Rejection } from '../device-message.ts';
import { BEAT, T } from '../testing/mqtt-device.ts';
import { TrialDoor } from '../testing/trial-door.ts';
import { InFlight } from './in-flight.ts';

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
