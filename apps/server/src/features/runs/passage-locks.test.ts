import { unverifyPassage } from '@waymark/domain/run/changes/changes';
import { passageKey, type Run } from '@waymark/domain/run/run';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Change } from '../../platform/database/change.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { PASSAGE } from '../../testing/device-samples.ts';
import type { HeldDevice } from '../devices/testing/device-world.ts';
import { storePassage } from '../records/passages.store.ts';
import { moveToMarker } from './change-passage.ts';
import { lockRunsOf } from './lock-run.ts';
import { expectOk, openRunDesk, type RunDesk } from './testing/run-desk.ts';

// The passages of a run live in the records of its devices, which other changes write at the same time.

const [ELF, GEO] = [1, 2];

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(890_001);
});
afterAll(() => desk.server.close());

const query = async (text: string, values: readonly unknown[] = []) =>
  (await desk.server.app.database.pool.query<Record<string, unknown>>(text, [...values])).rows;

/** Resolves once a transaction of this database waits for a lock on rows of another. */
async function waitForLock(): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')`);
      expect(waiting).toHaveLength(1);
    },
    { interval: 10 },
  );
}

/** Starts `other` while a change is open that has done `work`, and ends the change when `other` waits for it. */
async function during<Outcome>(
  work: (change: Change) => Promise<void>,
  other: () => Promise<Outcome>,
): Promise<Outcome> {
  let started: Promise<Outcome> | undefined;
  await desk.server.app.database.change(systemOrigin('test'), async (change) => {
    await work(change);
    started = other();
    await waitForLock();
  });
  if (!started) throw new Error('the change has not started the other');
  return started;
}

const verifications = async ({ uid }: HeldDevice) =>
  (await query('select kind, is_verified from passages where uid = $1 order by kind', [uid])).map(
    ({ is_verified: isVerified }) => isVerified,
  );
const seen = ({ passages }: Run) => passages.map(({ geoId, isVerified }) => [geoId !== null, isVerified]);

test('a record that is stored while a user takes back the verification is not verified either', async () => {
  const { runId, device } = await desk.launch();
  const row = await desk.hear(device, 2000, { mask: ELF });
  await expectOk(desk.world.call('admin', 'GET', `/apexagm/verifyPassage/${device.uid}/${row.passageId}/true`));
  const t = desk.after(2000);
  const body = { ...PASSAGE, t, endOfSnip: t + 15_000, lat: 0, lon: 0, mask: ELF | GEO };
  const further = { ...device, link: 'cellular' as const, receivedAt: t, body };
  await expectOk(
    await during(
      async (change) => void (await storePassage(change, further)),
      () => desk.post(runId, (run) => unverifyPassage(run, run.passages.map(passageKey)[0] ?? '')),
    ),
  );
  await desk.runs.settle();
  expect(await verifications(device)).toEqual([false, false]);
  expect(seen(await desk.read(runId))).toEqual([[true, false]]);
});

test('clearing the passages of a device keeps one that joins a run meanwhile', async () => {
  const { runId, device } = await desk.launch();
  const row = await desk.hear(device, 2000, { mask: ELF });
  await expectOk(desk.world.call('admin', 'POST', `/apexagm/passage/${device.uid}/0/0/${row.elfId}/clearruninfo`));
  const cleared = await during(
    async (change) => {
      await lockRunsOf(change, device.groupId);
      const passage = { ...device, endOfSnipAt: desk.after(2015), isVerified: false };
      await moveToMarker(change, { ...passage, runId, markerName: 'M2', now: Date.now() });
    },
    () => desk.world.call('admin', 'DELETE', `/apexagm/${device.uid}/passage`),
  );
  expect(cleared.status).toBe(200);
  expect(await verifications(device)).toEqual([false]);
  expect(seen(await desk.read(runId))).toEqual([[false, false]]);
});
