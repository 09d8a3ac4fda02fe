import { expect, test, vi } from 'vitest';
import { createLog } from '../platform/log.ts';
import { AccessReview } from './access-review.ts';
import type { ClientAccount } from './mqtt/sign-in.ts';
import { connectDevice, T, untilClosed } from './testing/mqtt-device.ts';
import { startTrialBroker } from './testing/trial-broker.ts';

type ReviewParts = ConstructorParameters<typeof AccessReview>[0];

const log = createLog('silent');
const accessOf = (uid: number) => new Map([[`agm-${uid}`, { issuedAt: T, uids: new Set([uid]) }]]);

test('a client whose credential check overlaps a review has to reconnect', async () => {
  const { promise: isChecked, resolve: check } = Promise.withResolvers<void>();
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const verify = async (): Promise<ClientAccount> => {
    ask();
    await isChecked;
    return { kind: 'device', uid: 7, issuedAt: T, verifiedAt: T };
  };
  const { gateway, port } = await startTrialBroker({ credentials: { verify } });
  const connecting = connectDevice(port, 7).then(
    () => 'in',
    () => 'refused',
  );
  await isAsked;
  await new AccessReview({ listClients: () => gateway.clients(), listAccess: async () => accessOf(7), log }).run();
  check();
  expect(await connecting).toBe('refused');
  const device = await connectDevice(port, 7);
  expect([device.connected, gateway.connections()]).toEqual([true, 1]);
  await gateway.close();
});

test('a review retries after the credentials could not be read', async () => {
  const { gateway, port } = await startTrialBroker();
  const [kept, ended] = [await connectDevice(port, 7), await connectDevice(port, 8)];
  const listAccess = vi.fn<ReviewParts['listAccess']>(async () => accessOf(7)).mockRejectedValueOnce(new Error('away'));
  await new AccessReview({ listClients: () => gateway.clients(), listAccess, log, retryMs: 1 }).run();
  await untilClosed(ended);
  await expect.poll(() => gateway.connections()).toBe(1);
  expect(listAccess.mock.calls).toEqual([[['agm-7', 'agm-8']], [['agm-7', 'agm-8']]]);
  expect(kept.connected).toBe(true);
  await gateway.close();
});
