import type { RunUpdate } from '@waymark/contract/events/runs';
import { writePath } from '@waymark/contract/runs/read-path';
import type { PigRunText } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { withReceiveTime } from '@waymark/contract/runs/run-names';
import { applyRunChange } from '@waymark/contract/runs/run-change';
import {
  addManualPassage,
  changeMarker,
  editPig,
  movePassage,
  removePassage,
  verifyPassage,
} from '@waymark/domain/run/changes/changes';
import { findMarker, passageKey, type Run } from '@waymark/domain/run/run';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { placeAt } from './engine/testing/straight-runs.ts';
import { expectOk, openRunDesk, type Caller, type RunDesk } from './testing/run-desk.ts';

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(831_001);
});
afterAll(() => desk.server.close());

/** A console that reads a run from its events alone. */
async function follow(by: Caller = 'admin') {
  const socket = await connectAgm(desk.server, desk.world.callers[by].token);
  const texts = new Map<number, PigRunText>();
  const heard: RunUpdate[] = [];
  const missed: RunUpdate[] = [];
  socket.on('ReceivePigRunUpdate', (update: RunUpdate) => {
    if (update.messagegName.startsWith('UpdateLocation')) return;
    heard.push(update);
    const { runId, rev, change } = update;
    if (update.messagegName === 'RunCompleted') return void texts.delete(runId);
    const known = texts.get(runId);
    if (rev === undefined || (known && known.rev >= rev)) return;
    const text = change && applyRunChange(known, rev, change);
    if (text) texts.set(runId, text);
    else missed.push(update);
  });
  return {
    missed,
    hearAll: async (): Promise<readonly RunUpdate[]> => {
      await socket.emitWithAck('Fence');
      return heard;
    },
    readAfterEvents: async (runId: number): Promise<Run> => {
      await socket.emitWithAck('Fence');
      const text = texts.get(runId);
      if (!text) throw new Error('no event had the whole run');
      return readRun(text);
    },
    close: () => socket.disconnect(),
  };
}

async function changePath(
  runId: number,
  what: 'updateAgms' | 'updateNotifications',
  part: Partial<PigPath>,
): Promise<void> {
  const { path } = await desk.read(runId);
  const sent = JSON.stringify(writePath({ ...path, ...part }));
  await expectOk(desk.world.call('admin', 'POST', `/pigrun/${what}`, { runId, path: sent }));
}

async function end(runId: number): Promise<void> {
  const ended = withReceiveTime(await desk.readText(runId), formatUtcSecond(desk.after(6000)));
  await expectOk(desk.world.call('admin', 'POST', '/finished/pigrun/add/', ended));
}

const firstKey = ({ passages: [passage] }: Run) => (passage ? passageKey(passage) : '');

describe('events of a changed run', () => {
  test('[W-224] a console knows a run from its launch to its end, and once it is active again, from events alone', async () => {
    const console = await follow();
    const { runId, device } = await desk.launch();
    const expectSame = async () => expect(await console.readAfterEvents(runId)).toEqual(await desk.read(runId));
    await expectSame();
    await desk.hear(device, 900, placeAt(900));
    await desk.hear(device, 2000, placeAt(2000));
    await expectSame();
    const changes: ReadonlyArray<(run: Run) => ReturnType<typeof verifyPassage>> = [
      (run) => movePassage(run, firstKey(run), 'M1', Date.now()),
      (run) => verifyPassage(run, firstKey(run), Date.now()),
      (run) => editPig(run, { place: placeAt(2500), speed: 1.2 }, Date.now()),
      (run) => changeMarker(run, 'M3', { state: 'SKIP' }),
      (run) => addManualPassage(run, 'M4', desk.after(4000), Date.now()),
      (run) =>
        removePassage(run, passageKey(run.passages.at(-1) ?? { uid: 0, endOfSnipAt: 0, markerName: '', passageAt: 0 })),
    ];
    for (const change of changes) {
      await expectOk(desk.post(runId, change));
      await expectSame();
    }
    await changePath(runId, 'updateAgms', { agms: [] });
    await expectSame();
    expect(findMarker(await desk.read(runId), 'M2')?.linkedUid).toBeNull();
    await end(runId);
    await expectOk(desk.world.call('admin', 'POST', '/pigrun/reopen', { runId }));
    await expectSame();
    expect(console.missed).toEqual([]);
    console.close();
  });

  test('[W-227] no event tells a viewer what they may not read: rules of other users, and a run after its end', async () => {
    const { viewerId } = desk.world;
    const { id: adminId } = await desk.server.app.database
      .read(systemScope('test'))
      .db.selectFrom('users')
      .select('id')
      .where('email', '=', 'admin@demo.waymark')
      .executeTakeFirstOrThrow();
    const viewer = await follow('viewer');
    const { runId, device } = await desk.launch([{}, {}, {}, {}], [viewerId, adminId]);
    // Once the viewer follows the run.
    await vi.waitFor(async () => expect(await viewer.hearAll()).not.toEqual([]));
    await desk.hear(device, 2000, placeAt(2000));
    const { notifications } = (await desk.read(runId)).path;
    expect(new Set(notifications.map(({ userId }) => userId))).toEqual(new Set([viewerId, adminId]));
    await changePath(runId, 'updateNotifications', {
      notifications: notifications.map((rule) => ({ ...rule, name: 'Ann Secret' })),
    });
    await changePath(runId, 'updateAgms', { agms: [] });
    await expectOk(desk.post(runId, (run) => verifyPassage(run, firstKey(run), Date.now())));
    await end(runId);
    await expectOk(desk.world.call('admin', 'POST', '/pigrun/reopen', { runId }));
    const heard = await viewer.hearAll();
    viewer.close();
    const names = (events: readonly RunUpdate[]) => new Set(events.map(({ messagegName }) => messagegName));
    expect(names(heard)).toEqual(new Set([...names(heard), 'NotificationsUpdated', 'AgmsUpdated']));
    // The passage, and its verification.
    expect(names(heard.filter(({ change }) => change))).toEqual(new Set(['RunUpdated']));
    expect(JSON.stringify(heard)).not.toContain('Ann Secret');
  });
});
