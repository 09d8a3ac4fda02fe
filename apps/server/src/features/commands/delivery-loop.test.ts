import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { DeliveryLoop, type Delivery } from './delivery-loop.ts';

let loop: DeliveryLoop | undefined;
afterEach(() => loop?.close());

/** Creates a loop whose steps succeed unless the test replaces them. */
function start(options: Partial<Delivery> & Pick<Delivery, 'claim'>): DeliveryLoop {
  loop = new DeliveryLoop(
    {
      outage: { began: 'began', ended: 'ended' },
      checkEveryMs: 60_000,
      batch: 1,
      mostAtOnce: null,
      listPending: ({ uids, connected }) => Promise.resolve([...uids, ...connected]),
      send: () => Promise.resolve(),
      ...options,
    },
    createLog('silent'),
  );
  return loop;
}

test('a device whose claim fails waits for the next check and does not delay other devices', async () => {
  const claims: (readonly [uid: number, isConnected: boolean])[] = [];
  let isBroken = true;
  const delivery = start({
    claim([uid = 0], connected) {
      claims.push([uid, connected.has(uid)]);
      return uid === 1 && isBroken ? Promise.reject(new Error('broken key')) : Promise.resolve([{ uid }]);
    },
  });
  delivery.onSubscribed(1);
  delivery.request([2]);
  await delivery.settle();
  delivery.request([3]);
  await delivery.settle();
  expect(claims.toSorted(([one], [other]) => one - other)).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
  isBroken = false;
  delivery.check();
  await delivery.settle();
  expect(claims.slice(3)).toEqual([[1, true]]);
});

test('a claim that collides with another node is repeated without a check', async () => {
  let claims = 0;
  const collision = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const delivery = start({
    claim([uid = 0]) {
      claims += 1;
      return claims === 1 ? Promise.reject(collision) : Promise.resolve([{ uid }]);
    },
  });
  delivery.request([1]);
  await delivery.settle();
  expect(claims).toBe(2);
});

test('a limited delivery sends one message per device at a time, and closing awaits them', async () => {
  const open: number[] = [];
  const most = { sends: 0, perDevice: 0 };
  let sent = 0;
  const delivery = start({
    mostAtOnce: 2,
    claim: (uids) => Promise.resolve(uids.map((uid) => ({ uid }))),
    async send({ uid }) {
      open.push(uid);
      most.sends = Math.max(most.sends, open.length);
      most.perDevice = Math.max(most.perDevice, open.filter((each) => each === uid).length);
      await sleep(20);
      open.splice(open.indexOf(uid), 1);
      sent += 1;
    },
  });
  delivery.request([1]);
  while (open.length === 0) await new Promise(setImmediate);
  delivery.request([1, 2, 3, 4]);
  await delivery.settle();
  expect([most.sends, most.perDevice, sent]).toEqual([2, 1, 5]);
  delivery.request([5]);
  while (open.length === 0) await new Promise(setImmediate);
  await delivery.close();
  expect([open, sent]).toEqual([[], 6]);
});
