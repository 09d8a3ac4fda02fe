import { runPath } from '@waymark/contract/runs/pig-run';
import { manualPassage } from '@waymark/domain/run/run';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Run } from '@waymark/domain/run/run';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, loseConnection, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import {
  answerUser,
  makeDevice,
  makeRule,
  makeRun,
  minutesAgo,
  putDevices,
  putRuns,
  readUtc,
  USERS,
  utcMinutesAgo,
} from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { RunCards } from '../cards/RunCards.tsx';
import { setPlace, useTracking } from '#/features/runs/run-selection.ts';
import { PlaceCard } from './PlaceCard.tsx';
import { RunDialogs } from './RunDialogs.tsx';
import { useUnitStore } from '#/features/units/units.ts';

const SAVE = 'POST /pigrun/add/';
const END = 'POST /finished/pigrun/add/';
const menu = button('Menu of CLN-16-02');
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });

/** Opens a dialog from the menu of the run. */
async function openDialog(entry: string, run: Run = makeRun()): Promise<void> {
  answerUser();
  putRuns(run);
  render(
    <div style={{ position: 'relative', width: 1400, height: 700 }}>
      <RunCards />
      <PlaceCard />
      <RunDialogs />
    </div>,
  );
  await menu.click();
  await page.getByRole('menuitem', { name: entry }).click();
}

const seenAt = (markerName: string, minutes: number) => manualPassage(markerName, minutesAgo(minutes));
const readPath = (text: string | undefined) => runPath.parse(JSON.parse(text ?? ''));

const launch = dialog('Edit Time');
const launchTime = launch.getByLabelText('Launch time (UTC)');

it('[T-077, T-137, T-166] LaunchEditDialog refuses a future time and text that is no time, and sends nothing', async () => {
  await openDialog('Edit Launch Time');
  await expect.element(launchTime).toHaveAttribute('placeholder', '2021-06-27 01:02:03');
  await launchTime.fill('2199-01-01 00:00:00');
  await expect.element(launch).toMatchTextContent('Error ! Launch cannot be set to future time.');
  await launchTime.fill('2026-02-31 00:00:00');
  await userEvent.keyboard('{Enter}');
  await expect.element(launch).toMatchTextContent('Please enter valid Launch Time {YYYY-MM-DD HH:MM:SS}');
  expect(callsOf(SAVE)).toEqual([]);
});

it('LaunchEditDialog saves the launch time and returns the focus to the menu of the run', async () => {
  await openDialog('Edit Launch Time');
  answer(SAVE, { runId: 41 });
  const earlier = utcMinutesAgo(40);
  await launchTime.fill(earlier);
  await userEvent.keyboard('{Enter}');
  await expectNone(launch);
  expect(callsOf(SAVE)[0]?.body).toMatchObject({ runId: 41, rev: 7, launchTime: readUtc(earlier) });
  await expect.element(menu).toHaveFocus();
});

it('[T-097, T-201] LaunchEditDialog says "Unable to update Pig Run", keeps the entry and reloads the runs', async () => {
  expectLogged(/^ApiError/);
  await openDialog('Edit Launch Time');
  refuse(SAVE, 'run-refused', { detail: 'There is a verified passage at 2026-03-18 00:10:00.' });
  const late = utcMinutesAgo(5);
  await launchTime.fill(late);
  await press('Save', launch);
  await expect
    .element(launch.getByRole('alert'))
    .toMatchTextContent(
      `Unable to update Pig Run. There is a verified passage at 2026-03-18 00:10:00. LogId = ${LOG_ID}`,
    );
  await expect.element(launchTime).toHaveValue(late);
  expect(callsOf('GET /pigrun').map(({ query }) => query.runId)).toEqual([undefined]);
});

const end = dialog('Add Receive Time');
const receiveTime = end.getByLabelText('Receive time (UTC)');

it('[T-163, T-164, T-165, W-150] EndDialog refuses a receive time before launch, before a verified passage and in the future', async () => {
  await openDialog('End/Save Run', makeRun({ passages: [seenAt('M1', 20)] }));
  for (const [typed, words] of [
    [utcMinutesAgo(31), 'Receive Time is before Launch Time'],
    [utcMinutesAgo(21), 'Time is before Psg at Marker M1'],
    ['2199-01-01 00:00:00', 'Error ! Receive Time entered is in the Future.'],
    ['soon', 'Please enter valid Receive Time {YYYY-MM-DD HH:MM:SS}'],
  ] as const) {
    await receiveTime.fill(typed);
    await expect.element(button('End/Save', end)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(end).toMatchTextContent(words);
  }
  expect(callsOf(END)).toEqual([]);
});

it('[T-076, T-092] EndDialog completes the run with its receive time, and its card disappears', async () => {
  await openDialog('End/Save Run');
  await expect.element(receiveTime).toHaveDisplayValue(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await expectAccessible();
  answer(END, { runId: 41 });
  answer('GET /pigrun', []);
  const typed = utcMinutesAgo(1);
  await receiveTime.fill(typed);
  await press('End/Save', end);
  await expect.element(toast('Pig run completed')).toBeVisible();
  await expectNone(page.getByRole('region', { name: 'Run 41, CLN-16-02' }));
  expect(callsOf(END)[0]?.body).toMatchObject({ runId: 41, recieveTime: typed });
});

it('[W-252] EndDialog warns of a pig far from the end, of listening AGMs and of unverified passages, and ends the run all the same', async () => {
  const run = makeRun({ passages: [{ ...seenAt('M1', 20), isVerified: false }] });
  const markers = run.path.markers.map((marker) => (marker.name === 'M2' ? { ...marker, linkedUid: 2 } : marker));
  await openDialog('End/Save Run', { ...run, path: { ...run.path, markers } });
  // Half an hour at 3 m/s on a line of 67 km.
  await expect.element(end).toMatchTextContent(/The pig is estimated at 8 % of the line\./);
  await expect.element(end).toMatchTextContent('1 AGM still listening for the pig: M2.');
  await expect.element(end).toMatchTextContent('1 passage at markers not verified yet.');
  await expectAccessible();
  answer(END, { runId: 41 });
  answer('GET /pigrun', []);
  await press('End/Save', end);
  await expect.element(toast('Pig run completed')).toBeVisible();
});

it('AutoDialog saves only the changed settings of the markers', async () => {
  await openDialog('Auto Link/Verify');
  const auto = dialog('Auto Link/Verify');
  await expect.element(auto).toMatchTextContent('CLN-16-02, Due north');
  answer(SAVE, { runId: 41 });
  await auto.getByRole('checkbox', { name: 'Auto Verify, M2' }).click();
  await press('Save', auto);
  await expectNone(auto);
  const { markers } = readPath(callsOf(SAVE)[0]?.body.pigPath);
  expect(markers.filter(({ autoLink, autoVerify }) => autoLink || autoVerify).map(({ name }) => name)).toEqual(['M2']);
});

it('[T-073, T-074, T-075, T-184] AgmsDialog ticks the AGMs of the company and saves the ticked ones', async () => {
  putDevices(...[1, 2, 3, 4, 5, 6].map((uid) => makeDevice(uid)), makeDevice(99, { groupId: 4 }));
  await openDialog('AGMs');
  const agms = dialog('Edit Available AGMs');
  await expect.element(agms.getByRole('status')).toMatchTextContent('5 of 6 selected');
  await expectTexts(
    agms.getByText(/^AGM UID/),
    [1, 2, 3, 4, 5, 6].map((uid) => `AGM UID ${uid}`),
  );
  await press('Toggle All Selected', agms);
  await expect.element(agms.getByRole('status')).toMatchTextContent('6 of 6 selected');
  await press('Toggle All Selected', agms);
  await agms.getByRole('checkbox', { name: 'AGM UID 6' }).click();
  answer('POST /pigrun/updateAgms', { runId: 41 });
  await press('Save Selected', agms);
  await expectNone(agms);
  const [call] = callsOf('POST /pigrun/updateAgms');
  expect(call?.body.runId).toBe(41);
  expect(readPath(call?.body.path).agms).toEqual([6]);
});

it('AgmsDialog finds an AGM by a part of its UID and cannot be saved while the devices load', async () => {
  await openDialog('AGMs', makeRun({ path: { agms: [347_101, 347_102] } }));
  const agms = dialog('Edit Available AGMs');
  await expect.element(agms).toMatchTextContent('The devices are still loading.');
  await expect.element(button('Save Selected', agms)).toBeDisabled();
  await agms.getByRole('searchbox', { name: 'Find a UID' }).fill('102');
  await expectTexts(agms.getByText(/^AGM UID/), ['AGM UID 347102']);
  await agms.getByRole('searchbox', { name: 'Find a UID' }).fill('9');
  await expect.element(agms).toMatchTextContent('No results');
  await expect.element(button('Toggle All Selected', agms)).toBeDisabled();
});

const notifications = dialog('SMS Notifications');

it('[T-071, T-185, T-202] NotificationsDialog keeps a change after a failed save, and saves it the next time', async () => {
  expectLogged(/cannot be reached/);
  answer('GET /user', USERS);
  await openDialog('Notifications', makeRun({ path: { notifications: [makeRule()] } }));
  await press('Edit notification of Vera Lindholm', notifications);
  const rule = dialog('Edit User Notification');
  await rule.getByRole('button', { name: /^Alerts/ }).click();
  await rule.getByRole('checkbox', { name: 'All markers' }).click();
  await rule.getByRole('checkbox', { name: 'M2' }).click();
  await press('Save', rule);
  await expectNone(rule);
  await expect.element(notifications).toMatchTextContent('1 marker');
  loseConnection('POST /pigrun/updateNotifications');
  await press('Save', notifications);
  await expect
    .element(notifications.getByRole('alert'))
    .toMatchTextContent('Unable to update Pig Run notifications. The server cannot be reached.');
  answer('POST /pigrun/updateNotifications', { runId: 41 });
  await press('Save', notifications);
  await expectNone(notifications);
  expect(readPath(callsOf('POST /pigrun/updateNotifications').at(-1)?.body.path).notifications).toMatchObject([
    { name: 'Vera Lindholm', allMarkers: false, markers: ['M2'] },
  ]);
});

it('NotificationsDialog deletes a rule and says that no user is notified; Escape closes only the dialog on top', async () => {
  answer('GET /user', USERS);
  await openDialog('Notifications', makeRun({ path: { notifications: [makeRule()] } }));
  await press('Delete notification of Vera Lindholm', notifications);
  await expect.element(notifications).toMatchTextContent('Nobody is notified of this run');
  await press('Add user notification', notifications);
  const adding = dialog('Add User Notification');
  await adding.getByRole('button', { name: /^Alerts/ }).click();
  await userEvent.keyboard('{Escape}');
  await expectNone(adding);
  await expect.element(notifications).toBeVisible();
});

const toolSpeed = dialog('Edit Tool Speed');
const speed = toolSpeed.getByRole('spinbutton');

it('[T-072, T-174, T-175, T-176, T-177] ToolSpeedDialog accepts a speed of two decimals, in mph or m/s, and none below 0', async () => {
  await openDialog('Edit Tool Speed');
  await expect.element(speed).toHaveValue('6.71');
  await expect.element(speed).toHaveAttribute('aria-valuemin', '0');
  await speed.click();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(speed).toHaveValue('7.21');
  await userEvent.keyboard('{ArrowDown>20/}');
  await expect.element(speed).toHaveValue('0');
  await speed.fill('');
  await press('Save', toolSpeed);
  await expect.element(toolSpeed).toMatchTextContent('Expected speed required to update Pig Location');
  await speed.fill('-1');
  await expect.element(toolSpeed).toMatchTextContent('The speed cannot be below 0.');
  await speed.fill('4.4789');
  await expect.element(speed).toHaveValue('4.47');
  await toolSpeed.getByText('m/s', { exact: true }).click();
  await expect.element(speed).toHaveValue('2.00');
  answer(SAVE, { runId: 41 });
  await press('Save', toolSpeed);
  await expectNone(toolSpeed);
  expect(callsOf(SAVE)[0]?.body).toMatchObject({ IsEdit: true, NewSpeed: 2 });
});

it('[W-305] ToolSpeedDialog begins with the unit of the user and takes either unit', async () => {
  useUnitStore.setState({ units: 'metric' });
  await openDialog('Edit Tool Speed');
  await expect.element(toolSpeed.getByLabelText('Expected speed (m/s)')).toHaveValue('3.00');
  await speed.fill('1,3');
  await press('Save', toolSpeed);
  await expect.element(toolSpeed).toMatchTextContent('Write decimals with a point, as in 1.3, and no commas.');
  await speed.fill('3 knots');
  await expect.element(toolSpeed).toMatchTextContent('Units are mph, m/s, km/h, ft/s.');
  await speed.fill('3 mph');
  answer(SAVE, { runId: 41 });
  await press('Save', toolSpeed);
  await expectNone(toolSpeed);
  expect(callsOf(SAVE)[0]?.body.NewSpeed).toBeCloseTo(1.341_12, 5);
});

it('[W-253] ToolSpeedDialog asks once more before it saves a speed outside 0.1 to 20 mph', async () => {
  await openDialog('Edit Tool Speed');
  answer(SAVE, { runId: 41 });
  await speed.fill('45');
  await press('Save', toolSpeed);
  await expect.element(toolSpeed).toMatchTextContent('45 mph is outside 0.1 to 20 mph, the usual range of pigs.');
  await expectAccessible();
  await speed.fill('46');
  await expectNone(button('Save Anyway', toolSpeed));
  await press('Save', toolSpeed);
  expect(callsOf(SAVE)).toEqual([]);
  await press('Save Anyway', toolSpeed);
  await expectNone(toolSpeed);
  expect(callsOf(SAVE)[0]?.body.NewSpeed).toBeCloseTo(20.56, 2);
});

it("ToolSpeedDialog pauses the run at the pig's place when the speed is 0", async () => {
  await openDialog('Edit Tool Speed');
  answer(SAVE, { runId: 41 });
  await speed.fill('0');
  await press('Save', toolSpeed);
  await expectNone(toolSpeed);
  const body = callsOf(SAVE)[0]?.body;
  expect(body).toMatchObject({ IsEdit: true, NewSpeed: 0, EditPigLocLon: expect.closeTo(-97, 4) as number });
  // Half an hour at 3 m/s.
  expect(body?.EditPigLocLat).toBeCloseTo(36.0486, 3);
});

const cancel = dialog('Cancel Pig Run');

it('[T-065, W-252] CancelDialog asks first, naming the run, and No changes nothing', async () => {
  await openDialog('Cancel Run');
  await expect
    .element(cancel)
    .toMatchTextContent('Are you sure you want to cancel? Run 41 of CLN-16-02 on Due north is deleted');
  await press('No', cancel);
  await expectNone(cancel);
  expect(callsOf('DELETE /pigrun/:runId')).toEqual([]);
  await expect.element(menu).toHaveFocus();
});

it('[T-093, T-094, T-190, T-181] CancelDialog removes the tools first, and then the run even if removing the tools failed', async () => {
  expectLogged(/^ApiError/);
  await openDialog('Cancel Run');
  const order: string[] = [];
  refuse('POST /pigrun/DeleteAllPigRunTools', 'run-not-found');
  answer('DELETE /pigrun/:runId', () => {
    order.push(`run, after ${callsOf('POST /pigrun/DeleteAllPigRunTools').length} call for its tools`);
    return {};
  });
  await press('Yes-Cancel', cancel);
  await expect.element(page.getByText("The run's tools were not deleted")).toBeVisible();
  await expect.element(toast('Pig run cancelled')).toBeVisible();
  await expectNone(page.getByRole('region', { name: 'Run 41, CLN-16-02' }));
  expect(order).toEqual(['run, after 1 call for its tools']);
});

it('RunDialogs keeps a dialog open offline, but disables its Save', async () => {
  await openDialog('Edit Launch Time');
  await launchTime.fill(utcMinutesAgo(40));
  setOffline();
  await expect.element(button('Save', launch)).toBeDisabled();
  await expect.element(launch).toMatchTextContent('You are offline.');
});

it('RunDialogs keeps a dialog and its entry when its run has ended', async () => {
  await openDialog('Edit Launch Time');
  const typed = utcMinutesAgo(40);
  await launchTime.fill(typed);
  putRuns();
  await expectNone(menu);
  await expect.element(launchTime).toHaveValue(typed);
});

const marker = dialog('Marker New Coordinates');
const validation = dialog('Validation Message');

it('[T-082, T-170, T-171] PlaceCard creates no marker without a name, with a duplicate name, or with one over 20 characters', async () => {
  await openDialog('Add Marker');
  setPlace({ lat: 36.25, lon: -97 });
  const name = marker.getByRole('textbox', { name: 'Name' });
  for (const [typed, words] of [
    ['', 'A marker needs a name.'],
    ['M2', 'Duplicate marker name: M2'],
    ['M'.repeat(21), 'Marker Name is limited to 20 characters'],
  ] as const) {
    await name.fill(typed);
    // Pressed by keyboard: with an error present the button looks disabled.
    button('Save', marker).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(validation).toMatchTextContent(words);
    await press('OK', validation);
    await expectNone(validation);
  }
  expect(callsOf(SAVE)).toEqual([]);
});

it('[T-079, T-172, T-173] PlaceCard requires a place on the map, which cannot be typed', async () => {
  await openDialog('Edit Pig Info');
  const info = dialog('Edit Pig Info');
  await press('Save', info);
  await expectTexts(validation.getByText(/value is required$/), [
    'Valid Lat value is required',
    'Valid Lon value is required',
  ]);
  await press('OK', validation);
  await expectNone(validation);
  const [lat, lon] = [info.getByLabelText('New lat'), info.getByLabelText('New lon')];
  for (const field of [lat, lon]) await expect.element(field).toHaveAttribute('readonly');
  setPlace({ lat: 36.1, lon: -97.000_001 });
  await expect.element(lat).toHaveValue('36.100000');
  await expect.element(lon).toHaveValue('-97.000001');
});

it('[T-078] PlaceCard moves the pig, with the speed in mph', async () => {
  await openDialog('Edit Pig Info');
  const info = dialog('Edit Pig Info');
  setPlace({ lat: 36.1, lon: -97 });
  answer(SAVE, { runId: 41 });
  await info.getByRole('spinbutton', { name: 'Expected speed (mph)' }).fill('2.5');
  await press('Save', info);
  await expect.element(toast('Pig location updated')).toBeVisible();
  await expectNone(info);
  expect(callsOf(SAVE)[0]?.body).toMatchObject({
    IsEdit: true,
    EditPigLocLat: 36.1,
    EditPigLocLon: -97,
    NewSpeed: expect.closeTo(1.1176, 4) as number,
  });
});

it('[T-080] PlaceCard adds a marker along the line at the chosen place', async () => {
  await openDialog('Add Marker');
  setPlace({ lat: 36.25, lon: -97 });
  answer(SAVE, { runId: 41 });
  await marker.getByRole('textbox', { name: 'Name' }).fill('Creek');
  await press('Save', marker);
  await expect.element(toast('Marker added')).toBeVisible();
  const { markers } = readPath(callsOf(SAVE)[0]?.body.pigPath);
  expect(markers.map(({ name }) => name)).toEqual(['Launch', 'M1', 'M2', 'Creek', 'M3', 'M4', 'M5', 'Receive']);
  expect(markers[3]).toMatchObject({ state: 'TRACK', description: 'AGM' });
});

it('PlaceCard closes with Escape and discards the place', async () => {
  await openDialog('Add Marker');
  setPlace({ lat: 36.25, lon: -97 });
  await expect.element(marker.getByLabelText('New lat')).toHaveValue('36.250000');
  await userEvent.keyboard('{Escape}');
  await expectNone(marker);
  expect(useTracking.getState()).toMatchObject({ placeTool: null, place: null });
});
