import { afterEach, expect, it, vi } from 'vitest';
import { expectAccessible } from '#/testing/axe.ts';
import { holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { makeRun, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, press } from '#/features/runs/testing/run-screen.ts';
import { findTracked } from '#/features/runs/runs-store.ts';
import { noteServed, reloadSavedAreas } from '#/map/saved/saved-areas.ts';
import { listAreas, readSavedTile, writeArea, writeTile } from '#/map/saved/saved-map-database.ts';
import { forgetSavedMap, SAVED_MAP_DATABASE } from '#/map/saved/forget-saved-map.ts';
import { OfflineMapDialog } from './OfflineMapDialog.tsx';

const FILE = 'GET /map/ground/:id';
const REGION = {
  id: '3f0c9a417be2d851',
  name: 'world',
  bounds: [-180, -80, 180, 80] as [number, number, number, number],
  minZoom: 0,
  maxZoom: 9,
  bytes: 1000,
  attribution: '© OpenStreetMap',
  terrain: null,
};
const shown = dialog('Map for Offline Use');

const area = (runId: number, title: string, tiles: readonly string[]) => ({
  runId,
  title,
  tiles,
  savedAt: Date.UTC(2026, 10, 25, 9, 30),
  zoom: 9,
  bytes: 12_340_000,
  regions: [REGION],
});

function renderDialog(regions = [REGION]): void {
  putRuns(makeRun());
  noteServed(regions);
  const tracked = findTracked(41);
  if (!tracked) throw new Error('there is no run 41');
  render(<OfflineMapDialog isOpen tracked={tracked} blockedBecause={undefined} onClose={() => undefined} />);
}

afterEach(async () => {
  forgetSavedMap();
  await vi.waitUntil(async () => (await listAreas()).length === 0);
  await reloadSavedAreas();
});

it('[W-294] OfflineMapDialog shows why a map was not saved, and keeps nothing of it', async () => {
  refuse(FILE, 'not-found');
  renderDialog();
  await expect.element(shown).toMatchTextContent(/of the line, to zoom 9: \d+ tiles\./);
  await press('Save map', shown);
  await expect.element(shown.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(button('Save map', shown)).toBeVisible();
  expect(await listAreas()).toEqual([]);
  await expectAccessible();
});

it('[W-294] OfflineMapDialog cancels a map that is being saved, and keeps the one that was saved before', async () => {
  const [kept] = [`${REGION.id}/0/0/0`];
  await writeTile(kept, new ArrayBuffer(3));
  await writeArea(area(41, 'CLN-16-02, Due north', [kept]));
  await reloadSavedAreas();
  const held = holdAnswer(FILE);
  renderDialog();
  await expect.element(shown).toMatchTextContent('Saved 2026-11-25 09:30:00 UTC, 1 tile to zoom 9, 12.3 MB');
  await press('Save again', shown);
  await expect.element(shown.getByRole('progressbar')).toBeVisible();
  await press('Cancel', shown);
  held.refuse('not-found');
  await expect.element(button('Save again', shown)).toBeVisible();
  await expect.element(shown.getByRole('alert')).not.toBeInTheDocument();
  expect((await listAreas()).map(({ runId }) => runId)).toEqual([41]);
  expect((await readSavedTile(kept))?.byteLength).toBe(3);
});

it('[W-294] OfflineMapDialog removes the map of another run, and keeps the tiles that both have', async () => {
  const [shared, alone] = [`${REGION.id}/0/0/0`, `${REGION.id}/1/0/0`];
  for (const key of [shared, alone]) await writeTile(key, new ArrayBuffer(3));
  await writeArea(area(41, 'CLN-16-02, Due north', [shared]));
  await writeArea(area(42, 'GAU-01, Due south', [shared, alone]));
  await reloadSavedAreas();
  renderDialog();
  const others = shown.getByRole('region', { name: 'Maps of other runs' });
  await expect.element(others).toMatchTextContent('GAU-01, Due south12.3 MB');
  await press('Remove map of GAU-01, Due south', others);
  await expect.element(others).not.toBeInTheDocument();
  expect([await readSavedTile(alone), (await readSavedTile(shared))?.byteLength]).toEqual([undefined, 3]);
});

it('[W-294] OfflineMapDialog says when no map file reaches the line', async () => {
  renderDialog([{ ...REGION, bounds: [0, 50, 1, 51], minZoom: 5 }]);
  await expect.element(shown).toMatchTextContent('The map files of this installation do not reach the line');
  await expect.element(button('Save map', shown)).toBeDisabled();
});

it('[W-295] a sign-out ends a map that is being saved, and leaves no database of it', async () => {
  const kept = `${REGION.id}/0/0/0`;
  await writeTile(kept, new ArrayBuffer(3));
  await writeArea(area(41, 'CLN-16-02, Due north', [kept]));
  const held = holdAnswer(FILE);
  renderDialog();
  await press('Save map', shown);
  await expect.element(shown.getByRole('progressbar')).toBeVisible();
  forgetSavedMap();
  held.refuse('not-found');
  await expect.element(shown.getByRole('progressbar')).not.toBeInTheDocument();
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  await expect.poll(names).not.toContain(SAVED_MAP_DATABASE);
});
