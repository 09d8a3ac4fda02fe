import { expect, test } from 'vitest';
import { Lane, type Packet } from './lane.ts';
import { heartbeatAt, NOW } from './testing/test-door.ts';

const packet = (uid: number): Packet => [{ uid, link: 'cellular', receivedAt: NOW, uplink: heartbeatAt(NOW) }];

/** A lane that notes who was stored with whom. */
function openLane(gapMs: number) {
  const stored: number[][] = [];
  const lane = new Lane({
    store: (packets) => Promise.resolve(void stored.push(packets.flat().map(({ uid }) => uid))),
    refuse: () => Promise.resolve(),
    onOutage: () => undefined,
    onStored: () => undefined,
    gapMs,
  });
  return { lane, stored };
}

test('a packet by itself is stored at once; those that come soon after it share the next transaction', async () => {
  const { lane, stored } = openLane(1000);
  await lane.add(packet(1));
  const second = lane.add(packet(2));
  await new Promise((resolve) => void setTimeout(resolve, 5));
  await Promise.all([second, lane.add(packet(3))]);
  expect(stored).toEqual([[1], [2, 3]]);
});

test('without a gap each that finds the lane idle has its own', async () => {
  const { lane, stored } = openLane(0);
  for (const uid of [1, 2, 3]) await lane.add(packet(uid));
  expect(stored).toEqual([[1], [2], [3]]);
});
