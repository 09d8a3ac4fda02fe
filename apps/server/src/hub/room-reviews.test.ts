import type { PendingEvent } from '../platform/database/change.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { roomOf, runOfRoom } from './rooms.ts';
import type { Actor } from '../platform/access/actor.ts';
import { closed, collect, makeActor, startHub, type TestHub } from './testing/test-hub.ts';

let running: TestHub;
afterEach(async () => running.stop());

const viewer = makeActor({ userId: 2, role: 'viewer' });
const news = (runId: number): PendingEvent => ({
  name: 'ReceivePigRunUpdate',
  audience: { groupId: 1, runId },
  data: { runId, messagegName: 'RunCompleted' },
});
const roomsOfRuns = (...runIds: readonly number[]) => runIds.map((runId) => roomOf('run', { groupId: 1, runId }));
const newsOf = (room: string) =>
  ({ name: 'ReceivePigRunUpdate', data: { runId: runOfRoom(room) ?? 0, messagegName: 'RunUpdated' } }) as const;

/** Starts a hub whose reads of rooms are answered by the test. */
async function start() {
  const asked: Array<{ readonly actor: Actor; answer(...runIds: readonly number[]): void; fail(): void }> = [];
  const roomsOf = (actor: Actor): Promise<readonly string[]> =>
    new Promise((resolve, reject) => {
      asked.push({
        actor,
        answer: (...runIds) => resolve(roomsOfRuns(...runIds)),
        fail: () => reject(new Error('no')),
      });
    });
  running = await startHub({ roomsOf, newsOf });
  const next = async (at: number) => {
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(at));
    const question = asked[at];
    if (!question) throw new Error('nothing was asked');
    return question;
  };
  return { ...running, asked, next };
}

test('a review joins and leaves the rooms of a viewer and notifies them', async () => {
  const { hub, connectAgm, next } = await start();
  const connecting = connectAgm(viewer);
  (await next(0)).answer(1, 2);
  const inbox = collect(await connecting);
  const reviewing = hub.reviewRooms(1);
  (await next(1)).answer(2, 3);
  await reviewing;
  hub.send([news(1), news(2), news(3)]);
  const heard = (await inbox.all()).map(([, data]) => data);
  expect(heard).toEqual([
    { runId: 1, messagegName: 'RunUpdated' },
    { runId: 3, messagegName: 'RunUpdated' },
    { runId: 2, messagegName: 'RunCompleted' },
    { runId: 3, messagegName: 'RunCompleted' },
  ]);
});

test('the later of two reviews wins', async () => {
  const { hub, connectAgm, next, asked } = await start();
  const connecting = connectAgm(viewer);
  (await next(0)).answer();
  const inbox = collect(await connecting);
  const reviews = [hub.reviewRooms(1)];
  const first = await next(1);
  reviews.push(hub.reviewRooms(1));
  expect(asked).toHaveLength(2);
  first.answer(1);
  (await next(2)).answer(2);
  await Promise.all(reviews);
  hub.send([news(1), news(2)]);
  expect((await inbox.all()).map(([, data]) => data).slice(3)).toEqual([{ runId: 2, messagegName: 'RunCompleted' }]);
});

test('a viewer who was admitted during a review is reviewed again', async () => {
  const { hub, connectAgm, next } = await start();
  const connecting = connectAgm(viewer);
  const handshake = await next(0);
  await hub.reviewRooms(1);
  handshake.answer(1);
  const inbox = collect(await connecting);
  (await next(1)).answer();
  await vi.waitFor(async () => expect(await inbox.all()).toHaveLength(1));
  hub.send([news(1)]);
  expect(await inbox.all()).toHaveLength(1);
});

test('a review reads the rooms of the viewers of a company, or of all viewers for null', async () => {
  const { hub, connectAgm, next, asked } = await start();
  const people = [viewer, makeActor({ userId: 3 }), makeActor({ userId: 4, role: 'viewer', groupId: 2 })];
  for (const [at, actor] of people.entries()) {
    const connecting = connectAgm(actor);
    (await next(at)).answer();
    await connecting;
  }
  const ofCompany = hub.reviewRooms(2);
  (await next(3)).answer();
  await ofCompany;
  const ofAll = hub.reviewRooms(null);
  (await next(4)).answer();
  (await next(5)).answer();
  await ofAll;
  expect(asked.slice(3).map(({ actor }) => actor.userId)).toEqual([4, 2, 4]);
});

test('a viewer whose rooms cannot be read is disconnected', async () => {
  const { hub, connectAgm, next, complaints } = await start();
  const connecting = connectAgm(viewer);
  (await next(0)).answer(1);
  const gone = closed(await connecting);
  const reviewing = hub.reviewRooms(1);
  (await next(1)).fail();
  await reviewing;
  expect(await gone).toBe('io server disconnect');
  expect(complaints.join()).toContain('reading the rooms of a viewer failed');
});
