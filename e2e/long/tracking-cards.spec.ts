import type { Locator, Page, Request } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../accessible.ts';
import { canvasOf } from '../map-camera.ts';
import { minutesAgo, placeAt, type LaunchedRun } from '../run-site.ts';
import { shareConsoles } from '../shared-consoles.ts';
import type { Site } from '../site.ts';
import { expect, LOST_CONNECTION, REFUSED_CALL, test } from '../test.ts';
import { chooseFromRunMenu, runCard, runDialog, runMenu } from '../tracking-screen.ts';

// The cards of active runs and what opens from them.

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

async function fillTime(page: Page, title: string, label: string, typed: string): Promise<void> {
  await runDialog(page, title).getByLabel(label).fill(typed);
}

const save = (page: Page, title: string, label = 'Save') =>
  runDialog(page, title).getByRole('button', { name: label, exact: true }).click();
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** The figures of a card: speed, next marker, completion. */
const figures = (page: Page, { runId, pig }: LaunchedRun) => runCard(page, runId, pig).getByRole('definition');

test.beforeEach(async ({ site }) => {
  for (const uid of AGMS) await site.registerDevice({ uid, lat: 36, lon: -96.7 });
});

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test.describe('of an admin', () => {
  test.use({ drawsMap: false });
  const openConsole = shareConsoles();

  test('[T-077, T-097, T-137, T-166, T-201] the launch time of an active run is corrected', async ({
    site,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED_CALL);
    const run = await launch(site);
    const page = await openConsole('admin');
    await chooseFromRunMenu(page, run.pig, 'Edit Launch Time');
    const field = runDialog(page, 'Edit Time').getByLabel('Launch time (UTC)');
    await expect(field).toHaveAttribute('placeholder', '2021-06-27 01:02:03');
    await fillTime(page, 'Edit Time', 'Launch time (UTC)', '2199-01-01 00:00:00');
    await save(page, 'Edit Time');
    await expect(runDialog(page, 'Edit Time')).toContainText('Error ! Launch cannot be set to future time.');
    await site.call('POST', '/pigrun/add/', await withManual(site, run.runId, 'AGM-01', stamp(minutesAgo(10))));
    const late = stamp(minutesAgo(5));
    await fillTime(page, 'Edit Time', 'Launch time (UTC)', late);
    const reloaded = page.waitForRequest(/\/api\/pigrun\?active=true$/);
    await save(page, 'Edit Time');
    await expect(runDialog(page, 'Edit Time').getByRole('alert')).toContainText(
      /^Unable to update Pig Run\. There is a verified passage at /,
    );
    await reloaded;
    await expect(field).toHaveValue(late);
    const early = minutesAgo(40);
    await fillTime(page, 'Edit Time', 'Launch time (UTC)', stamp(early));
    await save(page, 'Edit Time');
    await expect(runDialog(page, 'Edit Time')).toHaveCount(0);
    expect((await site.readRun(run.runId)).launchAt).toBe(early);
    await expect(runMenu(page, run.pig)).toBeFocused();
  });

  test('the dialog of auto link and auto verify saves each marker', async ({ site }) => {
    const run = await launch(site);
    const page = await openConsole('admin');
    await chooseFromRunMenu(page, run.pig, 'Auto Link/Verify');
    await runDialog(page, 'Auto Link/Verify').getByRole('button', { name: 'Toggle All Auto Verify' }).click();
    await runDialog(page, 'Auto Link/Verify').getByRole('checkbox', { name: 'Auto Link, AGM-02' }).uncheck();
    await save(page, 'Auto Link/Verify');
    await expect(runDialog(page, 'Auto Link/Verify')).toHaveCount(0);
    const { markers } = (await site.readRun(run.runId)).path;
    expect(markers.map(({ autoLink, autoVerify }) => [autoLink, autoVerify])).toEqual([
      [false, false],
      [true, false],
      [false, false],
      [false, false],
    ]);
  });

  test('[T-073, T-074, T-075, T-198] the AGMs of an active run are chosen', async ({ site }) => {
    const run = await launch(site);
    const page = await openConsole('admin');
    await chooseFromRunMenu(page, run.pig, 'AGMs');
    const agms = runDialog(page, 'Edit Available AGMs');
    await expect(agms.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await agms.getByRole('button', { name: 'Toggle All Selected' }).click();
    await agms.getByRole('checkbox', { name: 'AGM UID 347102' }).check();
    await save(page, 'Edit Available AGMs', 'Save Selected');
    await expect(agms).toHaveCount(0);
    expect((await site.readRun(run.runId)).path.agms).toEqual([347_102]);
  });

  test('[T-071, T-198, T-202] the notifications of an active run are edited, also after a failed save', async ({
    site,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED_CALL, /Unable to/);
    const run = await launch(site);
    const page = await openConsole('admin');
    await chooseFromRunMenu(page, run.pig, 'Notifications');
    const rules = runDialog(page, 'SMS Notifications');
    await rules.getByRole('button', { name: 'Edit notification of Vic Olsen' }).click();
    const rule = page.getByRole('dialog', { name: 'Edit User Notification' });
    await rule.getByRole('checkbox', { name: 'All markers' }).uncheck();
    await rule.getByRole('checkbox', { name: 'AGM-02' }).check();
    await rule.getByRole('button', { name: 'Save' }).click();
    await expect(rules).toContainText('1 marker');
    await page.route('**/api/pigrun/updateNotifications', (route) => route.abort(), { times: 1 });
    expectedErrors.push(/ERR_FAILED/);
    await save(page, 'SMS Notifications');
    await expect(rules.getByRole('alert')).toContainText('Unable to update Pig Run notifications');
    await expect(rules).toContainText('1 marker');
    await save(page, 'SMS Notifications');
    await expect(rules).toHaveCount(0);
    expect((await site.readRun(run.runId)).path.notifications).toMatchObject([
      { name: 'Vic Olsen', allMarkers: false, markers: ['AGM-02'] },
    ]);
  });

  const speedOf = (page: Page) => runDialog(page, 'Edit Tool Speed').getByLabel('Expected speed');

  test('[T-072, T-174, T-175, T-176, T-177] the speed of a run is set by hand', async ({ site }) => {
    const run = await launch(site);
    const page = await openConsole('admin');
    await expect(figures(page, run)).toHaveText([/^3\.36mph$/, /^0:2\d:\d\d$/, /^3:1\d:\d\d$/]);
    const dialog = runDialog(page, 'Edit Tool Speed');
    const speed = speedOf(page);
    await chooseFromRunMenu(page, run.pig, 'Edit Tool Speed');
    await expect(speed).toHaveValue('3.36');
    expect(await speed.evaluate((field) => [field.getAttribute('step'), field.getAttribute('min')])).toEqual([
      '0.5',
      '0',
    ]);
    await speed.fill('');
    await save(page, 'Edit Tool Speed');
    await expect(dialog).toContainText('Expected speed required to update Pig Location');
    await speed.fill('4.4789');
    await expect(speed).toHaveValue('4.47');
    await dialog.getByText('m/s', { exact: true }).click();
    await expect(speed).toHaveValue('2.00');
    await save(page, 'Edit Tool Speed');
    await expect(dialog).toHaveCount(0);
    await expect(figures(page, run).first()).toHaveText('4.47mph');
    expect((await site.readRun(run.runId)).edit).toMatchObject({ speed: 2 });
  });

  test('[T-096] speed 0 pauses a run', async ({ site }) => {
    const run = await launch(site);
    const page = await openConsole('admin');
    const speed = speedOf(page);
    await chooseFromRunMenu(page, run.pig, 'Edit Tool Speed');
    await speed.fill('0');
    await save(page, 'Edit Tool Speed');
    await expect(figures(page, run)).toHaveText(['3.36mph', 'n/a(Paused)', '(Paused)']);
  });

  test('[T-065, T-093, T-094, E-002] a run is cancelled, its tools first, though they could not be deleted', async ({
    site,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED_CALL, /ERR_FAILED/);
    const run = await launch(site);
    const page = await openConsole('admin');
    await chooseFromRunMenu(page, run.pig, 'Cancel Run');
    const cancel = runDialog(page, 'Cancel Pig Run');
    await expect(cancel).toContainText('Are you sure you want to cancel?');
    await cancel.getByRole('button', { name: 'No' }).click();
    await expect(cancel).toHaveCount(0);
    expect((await site.readRun(run.runId)).pig).toBe(run.pig);
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

  test('[T-004] cards stand beside each other and are minimised; whoever has no room is in a list; what did not load says so', async ({
    site,
    expectedErrors,
  }) => {
    expectedErrors.push(REFUSED_CALL, /ERR_FAILED|Failed to fetch|ApiError/);
    const runs: LaunchedRun[] = [];
    for (const at of [1, 2, 3, 4, 5]) runs.push(await launch(site, `GAU-0${at}`, minutesAgo(at)));
    const page = await openConsole('admin');
    const cards = page.getByRole('region', { name: /^Run \d+, GAU/ });
    await expect(cards).toHaveCount(3);
    await expect(page.getByRole('banner')).toContainText('5 active runs');
    await expectAccessibleInBothThemes(page);
    await chooseFromRunMenu(page, 'GAU-01', 'Edit Tool Speed');
    await expect(runDialog(page, 'Edit Tool Speed')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ colorScheme: 'dark' });

    const card = page.getByRole('region', { name: /GAU-01/ });
    await card.getByRole('button', { name: 'Minimise GAU-01' }).click();
    await expect(card.getByRole('definition')).toHaveCount(0);
    await expect(card).toContainText(/GAU-01To AGM-01 0:5\d:\d\d/);
    await card.getByRole('button', { name: 'Show GAU-01 in full' }).click();
    await expect(card.getByRole('definition')).toHaveCount(3);

    await page.getByRole('button', { name: '2 more' }).click();
    await page.getByLabel('Find a run').fill('gau-05');
    await expect(page.getByRole('list', { name: 'Active runs' }).getByRole('listitem')).toHaveText([/GAU-05/]);
    await page.getByRole('button', { name: /^GAU-05/ }).click();
    await expect(page.getByRole('region', { name: /GAU-05/ })).toBeVisible();
    await expect(cards).toHaveCount(3);

    await page.route('**/api/pigrun?active=true', (route) => route.abort());
    await page.reload();
    const failure = page.getByRole('alert').filter({ hasText: 'Active runs did not load.' });
    await expect(failure).toBeVisible();
    await page.unroute('**/api/pigrun?active=true');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(cards).toHaveCount(3);
    await expect(failure).toHaveCount(0);
  });
});

test.describe('on the map', () => {
  const openConsole = shareConsoles();

  test('[T-011, T-078, T-079, T-172, T-173] an admin puts the pig at a clicked place', async ({ site }) => {
    const run = await launch(site);
    const page = await openConsole('admin');
    await chooseFromRunMenu(page, run.pig, 'Zoom to Pig');
    await chooseFromRunMenu(page, run.pig, 'Edit Pig Info');
    const info = runDialog(page, 'Edit Pig Info');
    await info.getByRole('button', { name: 'Save' }).click();
    const validation = runDialog(page, 'Validation Message');
    await expect(validation).toContainText('Valid Lat value is requiredValid Lon value is required');
    await validation.getByRole('button', { name: 'OK' }).click();
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
    // So many degrees are 100 px at zoom 16.
    expect((await clickAndRead(100)) - (await clickAndRead(0))).toBeCloseTo((100 * 360) / (512 * 2 ** 16), 5);
    const before = (await site.readRun(run.runId)).edit;
    expect(before).toBeNull();
    await info.getByLabel('Expected speed (mph)').fill('2.5');
    await info.getByRole('button', { name: 'Save' }).click();
    await expect(info).toHaveCount(0);
    expect((await site.readRun(run.runId)).edit?.speed).toBeCloseTo(1.1176, 4);
    await expect(figures(page, run).first()).toHaveText('2.50mph');
  });

  test('[T-016, T-080, T-082, T-170, T-171] a viewer adds a marker at a place of the map', async ({ site }) => {
    const run = await launch(site);
    const viewer = await openConsole('viewer');
    await chooseFromRunMenu(viewer, run.pig, 'Add Marker');
    const marker = runDialog(viewer, 'Marker New Coordinates');
    await marker.getByLabel('Name').fill('M'.repeat(21));
    await expect(marker).toContainText('Marker Name is limited to 20 characters');
    await marker.getByLabel('Name').fill('AGM-01');
    await marker.getByRole('button', { name: 'Middle of the map' }).click();
    await expect(marker.getByLabel('New lat')).toHaveValue(/^-?\d+\.\d+$/);
    await marker.getByRole('button', { name: 'Save' }).click();
    await expect(runDialog(viewer, 'Validation Message')).toContainText('Duplicate marker name: AGM-01');
    await runDialog(viewer, 'Validation Message').getByRole('button', { name: 'OK' }).click();
    await marker.getByLabel('Name').fill('Creek');
    await marker.getByRole('button', { name: 'Save' }).click();
    await expect(marker).toHaveCount(0);
    expect((await site.readRun(run.runId)).path.markers.find(({ name }) => name === 'Creek')).toMatchObject({
      state: 'SKIP',
      description: 'OTHER',
    });
  });
});

test.describe('the menu of a run', () => {
  test.use({ drawsMap: false });
  const openConsole = shareConsoles();

  test('[T-019, T-020, T-021, T-022, T-023] offers a viewer two entries', async ({ site }) => {
    const run = await launch(site);
    const viewer = await openConsole('viewer');
    await runMenu(viewer, run.pig).click();
    await expect(viewer.getByRole('menuitem')).toHaveText(['Zoom to Pig', 'Add Marker']);
  });

  test('[T-024, T-025] lets a viewer neither cancel nor end the run', async ({ site }) => {
    const run = await launch(site);
    const viewer = await openConsole('viewer');
    await runMenu(viewer, run.pig).click();
    await expect(viewer.getByRole('menuitem', { name: 'Add Marker' })).toBeVisible();
    await expect(viewer.getByRole('menuitem', { name: /Cancel|End/ })).toHaveCount(0);
  });

  test('[T-026] is disabled offline', async ({ site, expectedErrors }) => {
    expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
    const run = await launch(site);
    const page = await openConsole('admin');
    await page.context().setOffline(true);
    await expect(runMenu(page, run.pig)).toBeDisabled();
    await page.context().setOffline(false);
    await expect(runMenu(page, run.pig)).toBeEnabled();
  });
});

async function withManual(site: Site, runId: number, markerName: string, passageTimeStamp: string) {
  const text = await site.call<{ readonly passages: string }>('GET', `/pigrun/${runId}`);
  const passage = {
    markerName,
    passageTimeStamp,
    uid: null,
    isVerified: true,
    passageId: null,
    elfId: null,
    geoId: null,
    magId: null,
    passageDetectedFrequency: null,
    detectionCount: null,
    packetComplexInformation: null,
    passageTimeEndOfSnip: null,
    isOffline: false,
    isBluetooth: false,
    lat: null,
    lon: null,
    alt: null,
    samplingRate: null,
  };
  return { ...text, passages: JSON.stringify([...(JSON.parse(text.passages) as readonly object[]), passage]) };
}
