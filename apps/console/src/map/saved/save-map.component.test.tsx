import { PMTiles } from 'pmtiles';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { forgetSavedMap } from './forget-saved-map.ts';
import { cancelSaving, removeMap, startSaving, useMapSaving } from './save-map.ts';
import { findSavedTile, listSavedRegions, reloadSavedAreas, startSavedAreas, useSavedAreas } from './saved-areas.ts';
import { readSavedTile } from './saved-map-database.ts';

const REGION = {
  id: '3f0c9a417be2d851',
  name: 'Oklahoma',
  attribution: 'OpenStreetMap',
  terrain: null,
  bounds: [-103, 33, -94, 37] as [number, number, number, number],
  minZoom: 0,
  maxZoom: 12,
  bytes: 1000,
};

const keyOf = (x: number) => `${REGION.id}/8/${x}/100`;
const orderOf = (runId: number, ...columns: readonly number[]) => ({
  runId,
  title: `Run ${runId}`,
  regions: [REGION],
  plan: { tiles: columns.map(keyOf), zoom: 8 },
});

/** The server's tiles: each is as many bytes as the number of its column. */
const readTile = vi.spyOn(PMTiles.prototype, 'getZxy');

const isSaved = async (column: number) => (await readSavedTile(keyOf(column)).catch(() => undefined)) !== undefined;
const listSaved = async (...columns: readonly number[]) => {
  const saved = await Promise.all(columns.map(isSaved));
  return columns.filter((_, index) => saved[index]);
};
const titles = () => useSavedAreas.getState().areas.map(({ title }) => title);

beforeEach(() => {
  readTile.mockImplementation(async (_z, x) => ({ data: new ArrayBuffer(x) }));
  render(null);
});

afterEach(async () => {
  cancelSaving();
  await vi.waitUntil(() => useMapSaving.getState().job === null);
  forgetSavedMap();
  await reloadSavedAreas();
  readTile.mockReset();
});

afterAll(() => readTile.mockRestore());

it('startSaving saves all tiles of a run with their size, and says so', async () => {
  await startSaving(orderOf(1, 10, 20));
  expect(useSavedAreas.getState().areas).toMatchObject([
    { runId: 1, bytes: 30, zoom: 8, tiles: [keyOf(10), keyOf(20)] },
  ]);
  expect(await listSaved(10, 20)).toEqual([10, 20]);
  expect(useMapSaving.getState()).toEqual({ job: null, error: null });
  await expect.element(page.getByRole('status')).toHaveTextContent('Map saved for offline useRun 1');
});

it('startSaving saves a place without a tile, as on the open sea, as an empty one', async () => {
  readTile.mockResolvedValue(undefined);
  await startSaving(orderOf(1, 10));
  expect((await findSavedTile(keyOf(10)))?.byteLength).toBe(0);
});

it('startSaving counts the saved tiles while it runs', async () => {
  const gate = Promise.withResolvers<void>();
  readTile.mockImplementation(async (_z, x) => {
    if (x === 30) await gate.promise;
    return { data: new ArrayBuffer(x) };
  });
  const saving = startSaving(orderOf(1, 10, 20, 30));
  await expect.poll(() => useMapSaving.getState().job?.saved).toBe(2);
  gate.resolve();
  await saving;
  expect(useMapSaving.getState().job).toBeNull();
});

it('startSaving reads at most four tiles at once', async () => {
  let [now, most] = [0, 0];
  readTile.mockImplementation(async (_z, x) => {
    most = Math.max(most, (now += 1));
    await Promise.resolve();
    now -= 1;
    return { data: new ArrayBuffer(x) };
  });
  await startSaving(orderOf(1, ...Array.from({ length: 12 }, (_, index) => index)));
  expect(most).toBe(4);
  expect(readTile).toHaveBeenCalledTimes(12);
});

it('startSaving leaves nothing of a map whose tile is not read, and gives the reason', async () => {
  readTile.mockImplementation(async (_z, x) => {
    if (x === 30) throw new Error('No answer');
    return { data: new ArrayBuffer(x) };
  });
  await startSaving(orderOf(1, 10, 20, 30));
  expect(await listSaved(10, 20, 30)).toEqual([]);
  expect(titles()).toEqual([]);
  expect(useMapSaving.getState()).toMatchObject({ job: null, error: { message: 'No answer' } });
});

it('startSaving keeps the earlier map of a run if the new one fails', async () => {
  await startSaving(orderOf(1, 10, 20));
  readTile.mockRejectedValue(new Error('No answer'));
  await startSaving(orderOf(1, 20, 30));
  expect(await listSaved(10, 20, 30)).toEqual([10, 20]);
  expect(useSavedAreas.getState().areas).toMatchObject([{ tiles: [keyOf(10), keyOf(20)] }]);
});

it('startSaving replaces the earlier map of a run and deletes the tiles that it no longer needs', async () => {
  await startSaving(orderOf(1, 10, 20));
  await startSaving(orderOf(1, 20, 30));
  expect(await listSaved(10, 20, 30)).toEqual([20, 30]);
  expect(useSavedAreas.getState().areas).toHaveLength(1);
});

it('cancelSaving leaves nothing of the map and is no failure', async () => {
  const gate = Promise.withResolvers<void>();
  readTile.mockImplementation(async (_z, x, _y, signal) => {
    if (x === 30) await gate.promise;
    signal?.throwIfAborted();
    return { data: new ArrayBuffer(x) };
  });
  const saving = startSaving(orderOf(1, 10, 20, 30));
  await expect.poll(() => useMapSaving.getState().job?.saved).toBe(2);
  cancelSaving();
  gate.resolve();
  await saving;
  expect(await listSaved(10, 20, 30)).toEqual([]);
  expect(useMapSaving.getState()).toEqual({ job: null, error: null });
});

it('startSaving ignores a second map while the first one is saved', async () => {
  const gate = Promise.withResolvers<void>();
  readTile.mockImplementation(async (_z, x) => {
    await gate.promise;
    return { data: new ArrayBuffer(x) };
  });
  const saving = startSaving(orderOf(1, 10));
  await startSaving(orderOf(2, 20));
  gate.resolve();
  await saving;
  expect(titles()).toEqual(['Run 1']);
});

it('removeMap keeps the tiles that the map of another run contains', async () => {
  await startSaving(orderOf(1, 10, 20));
  await startSaving(orderOf(2, 20, 30));
  const [first] = useSavedAreas.getState().areas;
  if (first) await removeMap(first);
  expect(titles()).toEqual(['Run 2']);
  expect(await listSaved(10, 20, 30)).toEqual([20, 30]);
});

it('forgetSavedMap ends what is being saved and deletes all maps of the user who signs out', async () => {
  await startSaving(orderOf(1, 10));
  const gate = Promise.withResolvers<void>();
  readTile.mockImplementation(async (_z, x) => {
    if (x === 30) await gate.promise;
    return { data: new ArrayBuffer(x) };
  });
  const saving = startSaving(orderOf(2, 20, 30));
  await expect.poll(() => useMapSaving.getState().job?.saved).toBe(1);
  forgetSavedMap();
  gate.resolve();
  await saving;
  expect(titles()).toEqual([]);
  expect(await listSaved(10, 20, 30)).toEqual([]);
});

it('findSavedTile finds a saved tile and asks the server for the others', async () => {
  expect(await findSavedTile(keyOf(10))).toBeUndefined();
  await startSaving(orderOf(1, 10));
  expect((await findSavedTile(keyOf(10)))?.byteLength).toBe(10);
  expect(await findSavedTile(keyOf(11))).toBeUndefined();
});

it('startSavedAreas reads what is saved, and forgets it when the map goes', async () => {
  await startSaving(orderOf(1, 10));
  useSavedAreas.setState(useSavedAreas.getInitialState());
  const stop = startSavedAreas();
  await expect.poll(titles).toEqual(['Run 1']);
  stop();
  expect(titles()).toEqual([]);
});

it('listSavedRegions names each map file once', async () => {
  await startSaving(orderOf(1, 10));
  await startSaving(orderOf(2, 20));
  expect(listSavedRegions(useSavedAreas.getState().areas)).toEqual([REGION]);
});
