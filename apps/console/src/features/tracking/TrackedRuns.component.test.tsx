import { writeRunChange } from '@waymark/contract/runs/run-change';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Role } from '@waymark/contract/roles';
import type { Run } from '@waymark/domain/run/run';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { hear } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { useSelection } from '#/features/devices/store/selection.ts';
import {
  answerRuns,
  answerUser,
  makeDevice,
  makeRun,
  putDevices,
  writeText,
} from '#/features/runs/testing/run-fixtures.ts';
import { expectNone, expectTexts } from '#/features/runs/testing/run-screen.ts';
import { focusLaunched, minimiseCard } from '#/features/runs/run-selection.ts';
import { useRunWindows } from '#/features/runs/run-windows.ts';
import { onShowBox, type Box } from '#/map/map-commands.ts';
import { hideRuns } from '#/map/tiles/layer-choice.ts';
import { useFirstFlight } from './startup/first-flight.ts';
import { closeStringline, openStringline } from '#/features/runs/stringline-store.ts';
import { TrackedRuns } from './TrackedRuns.tsx';

const WITH_USER = 'GET /pigrun/ActivePigRunListWithUserNotification/:userId';
const UIDS = 'GET /pigrun/ActivePigRunUidListWithUserNotification/:userId';
const PASSAGE = 'GET /apexagm/GetDeviceUidForPassageId';

let besideClock: HTMLElement;
beforeEach(() => {
  besideClock = document.createElement('div');
  besideClock.id = 'beside-clock';
  document.body.append(besideClock);
  answer(WITH_USER, { pigRunIdList: [] });
  answer(UIDS, { uidList: [] });
  answer('GET /alerts/run/:id', { alerts: [] });
});
afterEach(() => besideClock.remove());

interface Opened {
  readonly runs?: readonly Run[];
  readonly address?: Readonly<Record<string, string>>;
  readonly role?: Role;
}

function renderTracked({ runs = [makeRun()], address = {}, role = 'admin' }: Opened = {}): void {
  answerUser(role);
  answerRuns(...runs);
  putDevices(makeDevice(347_001, { lat: 36.1, lon: -96 }));
  render(
    <div style={{ position: 'relative', width: 1400, height: 700 }}>
      <TrackedRuns coveredLeft={0} coveredBottom={0} takeStartup={() => address} />
    </div>,
    { role },
  );
}

const cards = page.getByRole('region', { name: /^Run \d+, / });
const figures = cards.getByRole('definition');

it('TrackedRuns counts the active runs beside the clock and shows their cards', async () => {
  renderTracked({ runs: [makeRun(), makeRun({ runId: 42, pig: 'CAL-01' })] });
  await expect.poll(() => cards.elements().length).toBe(2);
  expect(besideClock.textContent).toBe('2 active runs');
});

it('[W-232] the count of active runs opens and closes the board', async () => {
  renderTracked();
  const count = page.getByRole('button', { name: '1 active run', exact: true });
  await count.click();
  expect(useRunWindows.getState().isBoardOpen).toBe(true);
  await expect.element(count).toHaveAttribute('aria-pressed', 'true');
  await count.click();
  expect(useRunWindows.getState().isBoardOpen).toBe(false);
});

it('[W-236] TrackedRuns shows the line of a run that was just launched, and its card in full, once it is loaded', async () => {
  const boxes: Box[] = [];
  const stop = onShowBox((box) => boxes.push(box));
  try {
    renderTracked();
    await expect.poll(() => cards.elements().length).toBe(1);
    hideRuns(true);
    minimiseCard(42, true);
    focusLaunched(42);
    expect(boxes).toEqual([]);
    answerRuns(makeRun(), makeRun({ runId: 42, pig: 'CAL-01' }));
    hear('ReceivePigRunUpdate', { runId: 42, messagegName: 'RunCreated' });
    const card = page.getByRole('region', { name: 'Run 42, CAL-01' });
    await expect.element(card.getByRole('definition').first()).toBeVisible();
    expect(boxes).toEqual([{ west: -97, east: -97, south: 36, north: 36.6 }]);
  } finally {
    stop();
  }
});

it('TrackedRuns opens the run and the marker that the address names, and flies the map there', async () => {
  renderTracked({ address: { runId: '41', markerName: 'M3' } });
  await expect.element(page.getByRole('region', { name: 'Marker M3' })).toBeVisible();
  expect(useFirstFlight.getState().flight).toMatchObject({ lat: 36.3, lon: -97, zoom: 16 });
});

it('TrackedRuns finds the run of a marker if the address names only the marker', async () => {
  renderTracked({ address: { markerName: 'M5' } });
  await expect.element(page.getByRole('region', { name: 'Marker M5' })).toBeVisible();
});

it('TrackedRuns selects the device that the address names', async () => {
  renderTracked({ address: { uid: '347001' } });
  await expect.poll(() => useSelection.getState().uid).toBe(347_001);
  expect(useFirstFlight.getState().flight).toMatchObject({ lat: 36.1, lon: -96 });
});

it('TrackedRuns ignores an address with unknown names', async () => {
  refuse(PASSAGE, 'passage-not-found');
  renderTracked({ address: { runId: '99', markerName: 'M3', uid: 'none', passageId: '70311' } });
  await expect.poll(() => callsOf(PASSAGE).length).toBe(1);
  await expect.poll(() => cards.elements().length).toBe(1);
  await expectNone(page.getByRole('region', { name: /^Marker/ }));
  await expectNone(page.getByRole('alert'));
  expect(useSelection.getState().uid).toBeNull();
});

it('[T-130] TrackedRuns reloads a run after a change, and drops a deleted one', async () => {
  renderTracked();
  await expect.element(cards).toMatchTextContent('CLN-16-02');
  answerRuns(makeRun({ rev: 8, pig: 'CLN-16-03' }));
  hear('ReceivePigRunUpdate', { runId: 41, messagegName: 'RunUpdated' });
  await expect.element(cards).toMatchTextContent('CLN-16-03');
  hear('ReceivePigRunUpdate', { runId: 41, messagegName: 'RunDeleted' });
  await expectNone(cards);
  expect(besideClock.textContent).toBe('');
});

it('[W-225] TrackedRuns takes a change from its event, and asks the server only when a revision is missing', async () => {
  const [before, after] = [makeRun({ rev: 7 }), makeRun({ rev: 8, pig: 'CLN-16-03' })];
  renderTracked({ runs: [before] });
  await expect.element(cards).toMatchTextContent('CLN-16-02');
  const asked = () => callsOf('GET /pigrun').filter(({ query }) => query.runId === 41).length;
  const now = Date.now();
  const tell = (rev: number, change?: ReturnType<typeof writeRunChange>) =>
    hear('ReceivePigRunUpdate', { runId: 41, messagegName: 'RunUpdated', rev, ...(change && { change }) });
  tell(8, writeRunChange(before, after, now));
  await expect.element(cards).toMatchTextContent('CLN-16-03');
  tell(8);
  const missed = makeRun({ rev: 10, pig: 'CLN-16-05' });
  answerRuns(missed);
  expect(asked()).toBe(0);
  tell(10, writeRunChange(makeRun({ rev: 9, pig: 'CLN-16-04' }), missed, now));
  await expect.element(cards).toMatchTextContent('CLN-16-05');
  expect(asked()).toBe(1);
});

it('[W-225] TrackedRuns shows a launched run, and drops a completed one, without asking the server', async () => {
  const launched = makeRun({ runId: 42, pig: 'CAL-01', rev: 1 });
  renderTracked({ runs: [makeRun({ rev: 7 })] });
  await expect.poll(() => cards.elements().length).toBe(1);
  const change = writeRunChange(null, launched, Date.now());
  hear('ReceivePigRunUpdate', { runId: 42, messagegName: 'RunCreated', rev: 1, change });
  await expect.poll(() => cards.elements().length).toBe(2);
  hear('ReceivePigRunUpdate', { runId: 41, messagegName: 'RunCompleted', rev: 8 });
  await expect.poll(() => cards.elements().length).toBe(1);
  // Sent by the console that ended it.
  hear('ReceivePigRunUpdate', { runId: 41, messagegName: 'RunUpdated', rev: 8 });
  hear('ReceivePigRunUpdate', { runId: 42, messagegName: 'RunDeleted' });
  await expectNone(cards);
  expect(callsOf('GET /pigrun').filter(({ query }) => query.runId !== undefined)).toEqual([]);
});

it('[W-223] TrackedRuns does not bring back a deleted run whose reload was on its way', async () => {
  const other = makeRun({ runId: 42, pig: 'CAL-01' });
  renderTracked({ runs: [makeRun(), other] });
  await expect.poll(() => cards.elements().length).toBe(2);
  const sent = Promise.withResolvers<void>();
  const texts = [writeText(makeRun({ rev: 8 })), writeText({ ...other, rev: 8, pig: 'CAL-02' })];
  answer('GET /pigrun', async ({ query }) => {
    if (query.runId === 41) await sent.promise;
    return texts.filter(({ runId }) => runId === query.runId);
  });
  hear('ReceivePigRunUpdate', { runId: 41, messagegName: 'RunUpdated' });
  await expect.poll(() => callsOf('GET /pigrun').some(({ query }) => query.runId === 41)).toBe(true);
  hear('ReceivePigRunUpdate', { runId: 41, messagegName: 'RunDeleted' });
  await expect.poll(() => cards.elements().length).toBe(1);
  sent.resolve();
  // The answer of a later call comes after it.
  hear('ReceivePigRunUpdate', { runId: 42, messagegName: 'RunUpdated' });
  await expect.element(page.getByRole('region', { name: 'Run 42, CAL-02' })).toBeVisible();
  expect(cards.elements()).toHaveLength(1);
});

it('[T-131] TrackedRuns loads all runs on an event about a run that it does not have', async () => {
  renderTracked({ runs: [] });
  await expect.poll(() => callsOf('GET /pigrun').length).toBeGreaterThan(0);
  await expectNone(cards);
  answerRuns(makeRun(), makeRun({ runId: 42, pig: 'CAL-01' }));
  hear('ReceivePigRunUpdate', { runId: 42, messagegName: 'RunCreated' });
  await expect.poll(() => cards.elements().length).toBe(2);
});

it('[T-095, T-200] TrackedRuns shows the times and the pause from the server', async () => {
  renderTracked();
  await expect.poll(() => figures.elements().length).toBe(3);
  hear('ReceivePigRunUpdate', {
    runId: 41,
    messagegName: 'UpdateLocationV2',
    lat: 36.05,
    lon: -97,
    serverTime: new Date().toISOString().slice(0, 23).replace('T', ' '),
    nextETA: '-1',
    completeETA: '-1',
    speed: 0,
    isPaused: true,
  });
  await expectTexts(figures, [/mph$/, 'n/a(Paused)', '(Paused)']);
});

it('[T-186, T-187] TrackedRuns asks once which runs notify a viewer', async () => {
  renderTracked({ role: 'viewer' });
  await expect.poll(() => callsOf(UIDS).map(({ params }) => params)).toEqual([{ userId: 7 }]);
  expect(callsOf(WITH_USER).map(({ params }) => params)).toEqual([{ userId: 7 }]);
});

it('[W-144] the timeline has its table of the next markers on a phone, below the chart', async () => {
  await page.viewport(390, 844);
  try {
    renderTracked();
    openStringline(41);
    const table = page.getByRole('table', { name: 'Next markers' });
    await expect.element(table).toBeVisible();
    const chart = page.getByRole('group', { name: /^Stringline/ });
    await expect
      .poll(() => table.element().getBoundingClientRect().top - chart.element().getBoundingClientRect().bottom)
      .toBeGreaterThanOrEqual(-1);
    expect(table.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
  } finally {
    closeStringline(41);
    await page.viewport(1440, 900);
  }
});

it('[W-106, W-147] the timeline has its table of the next markers beside the chart in a low window', async () => {
  await page.viewport(1280, 540);
  try {
    renderTracked();
    openStringline(41);
    const table = page.getByRole('table', { name: 'Next markers' });
    await expect.element(table).toBeVisible();
    const chart = page.getByRole('group', { name: /^Stringline/ });
    await expect
      .poll(() => table.element().getBoundingClientRect().left - chart.element().getBoundingClientRect().right)
      .toBeGreaterThanOrEqual(-1);
    expect(table.element().getBoundingClientRect().right).toBeLessThanOrEqual(1280);
  } finally {
    closeStringline(41);
    await page.viewport(1440, 900);
  }
});

it('[W-152] a window opens clear of the button for more runs', async () => {
  await page.viewport(1280, 800);
  try {
    renderTracked({ runs: [1, 2, 3, 4, 5].map((runId) => makeRun({ runId, pig: `GAU-0${runId}` })) });
    const more = page.getByRole('button', { name: /^\d more/ });
    await expect.element(more).toBeVisible();
    openStringline(1);
    const timeline = page.getByRole('dialog', { name: /timeline$/ });
    await expect.element(timeline).toBeVisible();
    expect(timeline.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
      more.element().getBoundingClientRect().bottom,
    );
  } finally {
    closeStringline(1);
    await page.viewport(1440, 900);
  }
});

it('[W-152] a window opens clear of the run cards', async () => {
  await page.viewport(1280, 800);
  try {
    renderTracked();
    await expect.poll(() => cards.elements().length).toBe(1);
    openStringline(41);
    const timeline = page.getByRole('dialog', { name: /timeline$/ });
    await expect.element(timeline).toBeVisible();
    const card = cards.first().element().getBoundingClientRect();
    const over = timeline.element().getBoundingClientRect();
    const isOver = over.left < card.right && over.right > card.left && over.top < card.bottom && over.bottom > card.top;
    expect(isOver).toBe(false);
  } finally {
    closeStringline(41);
    await page.viewport(1440, 900);
  }
});
