import type { Role } from '@waymark/contract/roles';
import { MAX_MARKER_NAME } from '@waymark/domain/path/marker';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { heard, straightRun } from '@waymark/domain/run/testing/straight-run';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useDeviceWindows } from '#/features/devices/windows/device-windows.ts';
import { noteGone } from '#/features/runs/finished-store.ts';
import { dropEnded, forgetRuns, putAll } from '#/features/runs/runs-store.ts';
import { openStringline, useStringlines } from '#/features/runs/stringline-store.ts';
import { answerUser, makeRun, minutesAgo, putRuns, writeText } from '#/features/runs/testing/run-fixtures.ts';
import { button, expectNone, press } from '#/features/runs/testing/run-screen.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { StringlineWindows } from './StringlineWindow.tsx';

const RUN = 'GET /pigrun/:runId';
const line = page.getByRole('dialog', { name: /CLN-16-02/ });
const anyLine = page.getByRole('dialog');
const dot = (name: RegExp) => line.getByRole('button', { name });
const readout = (label: string) =>
  line.getByRole('term').filter({ hasText: label }).element().parentElement?.querySelector('dd')?.textContent;

const passage = (uid: number, minutes: number, markerName: string, isVerified: boolean) => ({
  ...heard(uid, 0, markerName, isVerified),
  passageAt: minutesAgo(minutes),
  endOfSnipAt: minutesAgo(minutes),
});
const active = makeRun({
  launchAt: minutesAgo(150),
  passages: [passage(1, 90, 'M1', true), passage(2, 30, 'M2', false)],
});
const completed: Run = { ...active, completedAt: minutesAgo(10), endedAt: minutesAgo(10) };

function show(runs: readonly Run[], role: Role = 'admin'): void {
  answerUser(role);
  answer('GET /alerts/run/:id', { alerts: [] });
  if (runs.length > 0) putRuns(...runs);
  else putAll([]);
  openStringline(41);
  render(<StringlineWindows />, { role });
}

it('an active run has its passages as buttons, and a passage opens its chart by click and by Enter', async () => {
  show([active]);
  await expect.element(dot(/^M1, verified, /)).toBeVisible();
  await dot(/^M2, not verified, /).click();
  expect(useDeviceWindows.getState().open).toMatchObject([{ kind: 'passage', uid: 2, passageId: 2000 }]);
  dot(/^M1, verified, /)
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  expect(useDeviceWindows.getState().open).toHaveLength(2);
  await expectAccessible();
});

it('[W-548] the head of the timeline says that the completion of an overdue run holds unless the pig has stopped', async () => {
  const watched = straightRun({ launchAt: minutesAgo(90) }, { M1: { autoLinkedUids: [1] } });
  show([watched]);
  await expect.element(line).toBeVisible();
  expect(readout('M1')).toMatch(/^overdue \d/);
  expect(readout('Run completion')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC, unless it stopped$/);
});

it('the head of the timeline says that a completion is due once its time has gone by', async () => {
  show([straightRun({ launchAt: minutesAgo(400) })]);
  await expect.element(line).toBeVisible();
  expect(readout('Run completion')).toMatch(/^due since (\d\d-\d\d )?\d\d:\d\d UTC$/);
});

it('a time that a user has set by hand is shown, and opens nothing', async () => {
  show([{ ...active, passages: [manualPassage('M1', minutesAgo(90))] }]);
  await expect.element(line.getByRole('img', { name: /^M1, set by hand, / })).toBeInTheDocument();
  await expectNone(dot(/^M1/));
});

it('dragging over the chart shows a part of the run, and a double click or a button the whole', async () => {
  show([active]);
  await expect.element(dot(/^M1/)).toBeVisible();
  const chart = line.getByRole('group', { name: /^Stringline/ });
  const zoom = () =>
    userEvent.dragAndDrop(chart, chart, { sourcePosition: { x: 150, y: 250 }, targetPosition: { x: 320, y: 330 } });
  await zoom();
  await press('Whole run', line);
  await expectNone(button('Whole run', line));
  await zoom();
  await expect.element(button('Whole run', line)).toBeVisible();
  await chart.dblClick({ position: { x: 150, y: 250 } });
  await expectNone(button('Whole run', line));
});

it('the chart is drawn across distances or across markers', async () => {
  show([active]);
  await expect.element(dot(/^M2/)).toBeVisible();
  await line.getByText('Markers', { exact: true }).click();
  await expect.element(line.getByRole('radio', { name: 'Markers' })).toBeChecked();
  await expect.element(dot(/^M2/)).toBeVisible();
});

it('[W-147] long names of markers stay in the chart of a small window; one that is cut off has the whole as title', async () => {
  const long = (name: string) => `${name} by the south river`.slice(0, MAX_MARKER_NAME).trim();
  const { markers } = active.path;
  await page.viewport(720, 480);
  try {
    show([
      { ...active, path: { ...active.path, markers: markers.map((each) => ({ ...each, name: long(each.name) })) } },
    ]);
    const chart = line.getByRole('group', { name: /^Stringline/ });
    await expect.element(chart).toBeVisible();
    await document.fonts.ready;
    const { left, right, top } = chart.element().getBoundingClientRect();
    const names = [...chart.element().querySelectorAll('text[transform]')];
    expect(names).toHaveLength(markers.length);
    const cut = names.filter((name, at) => name.lastChild?.textContent !== long(markers[at]?.name ?? ''));
    expect(cut.length).toBeGreaterThan(0);
    for (const name of cut) {
      const shown = name.lastChild?.textContent ?? '';
      expect(shown).toMatch(/…$/);
      expect(name.querySelector('title')?.textContent).toMatch(new RegExp(`^${shown.slice(0, -1)}.+`));
    }
    for (const name of names) {
      const box = name.getBoundingClientRect();
      expect(box.left).toBeGreaterThanOrEqual(left);
      expect(box.right).toBeLessThanOrEqual(right);
      expect(box.top).toBeGreaterThanOrEqual(top);
    }
  } finally {
    await page.viewport(1440, 900);
  }
});

it.each([
  { width: 720, height: 480 },
  { width: 1000, height: 400 },
  { width: 700, height: 360 },
])('[W-147] in a window of $width × $height px the next markers are beside the chart', async ({ width, height }) => {
  await page.viewport(width, height);
  try {
    show([active]);
    const chart = line.getByRole('group', { name: /^Stringline/ });
    await expect.element(chart).toBeVisible();
    const { right, width: chartWidth } = chart.element().getBoundingClientRect();
    const table = line.getByRole('table', { name: 'Next markers' }).element();
    expect(table.getBoundingClientRect().left).toBeGreaterThanOrEqual(right);
    expect(chartWidth).toBeGreaterThan(250);
  } finally {
    await page.viewport(1440, 900);
  }
});

it.each([
  { where: 'near the launch', minutes: 20 },
  { where: 'far from it', minutes: 400 },
])('on a phone the time at the line of now leaves a pig free that is $where', async ({ minutes }) => {
  await page.viewport(390, 844);
  try {
    show([straightRun({ launchAt: minutesAgo(minutes) })]);
    const time = line.getByText(/^now \d\d:\d\d/);
    await expect.element(time).toBeVisible();
    const pig = line.element().querySelector('circle[r="6"]')?.getBoundingClientRect();
    const { left, right } = time.element().getBoundingClientRect();
    expect(pig !== undefined && (left > pig.right || right < pig.left)).toBe(true);
  } finally {
    await page.viewport(1440, 900);
  }
});

it('on a phone the times of the next markers are whole, with the date on another day', async () => {
  await page.viewport(390, 844);
  try {
    const run = straightRun({ launchAt: minutesAgo(20) });
    show([{ ...run, path: { ...run.path, expectedSpeed: 0.05 } }]);
    const latest = line.getByRole('table', { name: 'Next markers' }).getByRole('row').nth(1).getByRole('cell').last();
    await expect.element(latest).toMatchTextContent(/^\d\d-\d\d \d\d:\d\d$/);
    expect(latest.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  } finally {
    await page.viewport(1440, 900);
  }
});

it('a completed run says when it was received, how long it took and how fast it was', async () => {
  answer(RUN, writeText(completed));
  show([]);
  await expect.element(line.getByText('Receive time')).toBeVisible();
  expect(readout('Duration')).toBe('2:20:00');
  expect(readout('Average speed')).toMatch(/^\d+\.\d\d mph$/);
  await expectNone(line.getByRole('table', { name: 'Next markers' }));
});

it('a run that is completed while it is shown stays, as it was at its end', async () => {
  show([active]);
  await expect.element(line.getByText('Run completion')).toBeVisible();
  answer(RUN, writeText(completed));
  dropEnded(41, 8);
  await expect.element(line.getByText('Receive time')).toBeVisible();
});

it('a completed run that did not load says so, and loads on request', async () => {
  expectLogged(/^ApiError/);
  refuse(RUN, 'internal-error');
  show([]);
  await expect.element(anyLine.getByRole('alert')).toMatchTextContent(/^Pig run did not load/);
  answer(RUN, writeText(completed));
  await press('Retry', anyLine);
  await expect.element(line.getByText('Receive time')).toBeVisible();
});

it('a run that is deleted while it is shown is no longer there, and is not requested', async () => {
  show([active]);
  await expect.element(dot(/^M1/)).toBeVisible();
  noteGone(41);
  dropEnded(41);
  await expect.element(anyLine.getByText('This run is no longer active.')).toBeVisible();
  expect(callsOf(RUN)).toEqual([]);
});

it('a viewer may not read the passages of a completed run, so it is not requested', async () => {
  show([], 'viewer');
  await expect.element(anyLine.getByText('This run is no longer active.')).toBeVisible();
  expect(callsOf(RUN)).toEqual([]);
});

it('runs that are not loaded are not called ended', async () => {
  show([]);
  forgetRuns();
  await expect.element(anyLine.getByLabelText('Loading pig run')).toBeVisible();
  await expectNone(anyLine.getByText('This run is no longer active.'));
});

it('the window closes with its button', async () => {
  show([active]);
  await expect.element(dot(/^M1/)).toBeVisible();
  await press('Close', line);
  expect(useStringlines.getState().open).toEqual([]);
  await expectNone(anyLine);
});
