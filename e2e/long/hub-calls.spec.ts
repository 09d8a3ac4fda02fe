import type { Page } from '@playwright/test';
import * as parser from 'socket.io-msgpack-parser';
import { minutesAgo } from '../run-site.ts';
import { expect, expectLive, openAs, test } from '../test.ts';
import { chooseFromRunMenu, runDialog } from '../tracking-screen.ts';

// The methods that the console calls over its WebSocket, read from the frames it sends.

test.use({ drawsMap: false });
test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

/** Records name and arguments of each method that the page calls. Must start before the page connects. */
function recordHubCalls(page: Page): unknown[] {
  const calls: unknown[] = [];
  page.on('websocket', (socket) => {
    const decoder = new parser.Decoder();
    decoder.on('decoded', ({ data }: { readonly data: unknown }) => {
      if (Array.isArray(data)) calls.push(data);
    });
    // Text frames are the transport's own pings.
    socket.on('framesent', ({ payload }) => typeof payload !== 'string' && decoder.add(payload));
  });
  return calls;
}

/** The calls of this page that read one run. Lists are read at the start and after each recovery. */
function recordReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('requestfinished', (request) => {
    if (/\/api\/pigrun(\?.*runId=|\/\d+$)/.test(request.url())) reads.push(request.url());
  });
  return reads;
}

test('[W-225] neither the console that changes a run nor another one reads it again', async ({
  page,
  context,
  site,
}) => {
  await site.registerDevice({ uid: 396_002 });
  const { runId, pig } = await site.launchRun({ agms: [396_002], launchAt: minutesAgo(30) });
  const other = await context.newPage();
  const consoles = [page, other];
  const reads = consoles.map(recordReads);
  await openAs(page, 'admin');
  await other.goto('/');
  await expectLive(other);
  await page.bringToFront();
  await chooseFromRunMenu(page, pig, 'End/Save Run');
  await runDialog(page, 'Add Receive Time').getByRole('button', { name: 'End/Save', exact: true }).click();
  await expect(page.getByRole('region', { name: `Run ${runId}, ${pig}` })).toHaveCount(0);
  await other.bringToFront();
  await expect(other.getByRole('region', { name: `Run ${runId}, ${pig}` })).toHaveCount(0);
  expect(reads).toEqual([[], []]);
});

test('[T-199] the console calls SendPigRunUpdate with the id of the run that it has changed', async ({
  page,
  site,
}) => {
  const calls = recordHubCalls(page);
  await site.registerDevice({ uid: 396_001 });
  const { runId, pig } = await site.launchRun({ agms: [396_001], launchAt: minutesAgo(30) });
  await openAs(page, 'admin');
  await chooseFromRunMenu(page, pig, 'End/Save Run');
  expect(calls).not.toContainEqual(['SendPigRunUpdate', runId]);
  await runDialog(page, 'Add Receive Time').getByRole('button', { name: 'End/Save', exact: true }).click();
  await expect.poll(() => calls).toContainEqual(['SendPigRunUpdate', runId]);
  expect((await site.readRun(runId)).completedAt).not.toBeNull();
});
