import type { Locator, Page, Request } from '@playwright/test';
import { canvasOf } from '../map-camera.ts';
import { minutesAgo, placeAt, type LaunchedRun } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, REFUSED_CALL, test } from '../test.ts';
import { chooseFromRunMenu, runCard, runDialog } from '../tracking-screen.ts';

// The cards of active runs and the dialogs that open from them.

test.describe.configure({ mode: 'default' });

const AGMS = [347_101, 347_102];
const MARKERS = [
  { name: 'AGM-01', atM: 5000 },
  { name: 'AGM-02', atM: 12_000 },
];

async function launch(site: Site, pig = 'CLN-16-02', launchAt = minutesAgo(30)): Promise<LaunchedRun> {
  return site.launchRun({
    pathName: `Line of ${pig}`,
    pig,
    markers: MARKERS,
    agms: AGMS,
    rules: [await site.ruleFor('viewer')],
    launchAt,
    speed: 1.5,
  });
}

/** Values of a card: speed, next marker, completion. */
const figures = (page: Page, { runId, pig }: LaunchedRun) => runCard(page, runId, pig).getByRole('definition');

test.beforeEach(async ({ site }) => {
  for (const uid of AGMS) await site.registerDevice({ uid, lat: 36, lon: -96.7 });
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test.describe('without the map', () => {
  test.use({ drawsMap: false });
  const openConsole = shareConsoles();

  test('[E-002] a run is cancelled even when its tools could not be deleted', async ({ site, expectedErrors }) => {
    expectedErrors.push(REFUSED_CALL, /ERR_FAILED/);
    const run = await launch(site);
    const page = await openConsole('admin');
    const cancel = runDialog(page, 'Cancel Pig Run');
    const sent: string[] = [];
    const note = (request: Request) =>
      request.method() !== 'GET' && sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    page.on('request', note);
    await page.route('**/api/pigrun/DeleteAllPigRunTools', (route) => route.abort(), { times: 1 });
    await chooseFromRunMenu(page, run.pig, 'Cancel Run');
    await cancel.getByRole('button', { name: 'Yes-Cancel' }).click();
    await expect(page.getByText("The run's tools were not deleted")).toBeVisible();
    await expect(runCard(page, run.runId, run.pig)).toHaveCount(0);
    page.off('request', note);
    expect(sent).toEqual(['POST /api/pigrun/DeleteAllPigRunTools', `DELETE /api/pigrun/${run.runId}`]);
    expect(await site.call<unknown[]>('GET', '/pigrun')).toEqual([]);
  });
});

test.describe('on the map', () => {
  const openConsole = shareConsoles();

  test('[T-011] an admin puts the pig at a clicked place', async ({ site }) => {
    const run = await launch(site);
    const page = await openConsole('admin');
    await chooseFromRunMenu(page, run.pig, 'Zoom to Pig');
    await chooseFromRunMenu(page, run.pig, 'Edit Pig Info');
    const info = runDialog(page, 'Edit Pig Info');
    const [lat, lon] = [info.getByLabel('New lat'), info.getByLabel('New lon')];
    for (const field of [lat, lon]) await expect(field).toHaveAttribute('readonly');
    const read = async (field: Locator) => Number(await field.inputValue());
    await info.getByRole('button', { name: 'Middle of the map' }).click();
    await expect(lat).not.toHaveValue('');
    const pig = placeAt(1.5 * 60 * 30);
    expect(Math.abs((await read(lat)) - pig.lat)).toBeLessThan(0.002);
    expect(Math.abs((await read(lon)) - pig.lon)).toBeLessThan(0.002);
    const box = await canvasOf(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 500, (box?.y ?? 0) + 300];
    const clickAndRead = async (right: number) => {
      const last = await lon.inputValue();
      await page.mouse.click(x + right, y);
      await expect(lon).not.toHaveValue(last);
      return read(lon);
    };
    // Degrees that equal 100 px at zoom 16.
    expect((await clickAndRead(100)) - (await clickAndRead(0))).toBeCloseTo((100 * 360) / (512 * 2 ** 16), 5);
    const before = (await site.readRun(run.runId)).edit;
    expect(before).toBeNull();
    await info.getByLabel('Expected speed (mph)').fill('2.5');
    await info.getByRole('button', { name: 'Save' }).click();
    await expect(info).toHaveCount(0);
    expect((await site.readRun(run.runId)).edit?.speed).toBeCloseTo(1.1176, 4);
    await expect(figures(page, run).first()).toHaveText('2.50mph');
  });
});

test.describe('the menu of a run', () => {
  test.use({ drawsMap: false });
});
