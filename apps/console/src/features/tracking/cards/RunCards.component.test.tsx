import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { events } from '@waymark/contract/events/index';
import type { Role } from '@waymark/contract/roles';
import type { Run } from '@waymark/domain/run/run';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { answerRuns, answerUser, makeRun, minutesAgo, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { button, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { putSilence } from '#/features/alerts/silences-store.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { useRunWindows } from '#/features/runs/run-windows.ts';
import { useStringlines } from '#/features/runs/stringline-store.ts';
import { onShowBox, type Box } from '#/map/map-commands.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { RunCards } from './RunCards.tsx';

const cards = page.getByRole('region', { name: /^Run \d+, / });
const menuOf = (pig: string) => button(`Menu of ${pig}`);
const figures = cards.getByRole('definition');

/** By default wide enough for three cards. */
function renderCards(runs: readonly Run[], role: Role = 'admin', width = 1400): void {
  answerUser(role);
  putRuns(...runs);
  render(
    <div style={{ position: 'relative', width, height: 400 }}>
      <RunCards />
    </div>,
    { role },
  );
}

const fiveRuns = () =>
  [1, 2, 3, 4, 5].map((at) => makeRun({ runId: at, pig: `GAU-0${at}`, launchAt: minutesAgo(10 * at) }));

const WATCHED = { linkedUid: 347_001 };
const stuckRun = () =>
  straightRun({ runId: 6, pig: 'GAU-06', launchAt: minutesAgo(14 * 60) }, { M1: WATCHED, M2: WATCHED });

it('[T-003, T-005, T-006, T-007, T-178] RunCard names pig, run and path, with the speed in mph to two decimals', async () => {
  renderCards([makeRun()]);
  const card = page.getByRole('region', { name: 'Run 41, CLN-16-02' });
  await expect.element(card).toMatchTextContent('CLN-16-02Run 41Due north');
  await expectTexts(figures, ['6.71mph', /^0:[23]\d:\d\d$/, /^5:[34]\d:\d\d$/]);
  await expectTexts(card.getByRole('term'), ['Speed', 'To M1', 'To run completion']);
  await expectAccessible();
});

it('[T-009, T-010] RunCard counts down the time to the next marker', async () => {
  renderCards([makeRun()]);
  const readSeconds = () => {
    const [hours = 0, minutes = 0, seconds = 0] = (figures.nth(1).element().textContent ?? '').split(':').map(Number);
    return hours * 3600 + minutes * 60 + seconds;
  };
  await expect.element(figures.nth(1)).toBeVisible();
  const before = readSeconds();
  await expect.poll(readSeconds).toBeLessThan(before - 1);
});

it('[T-096] RunCard marks the times of a paused run and shows its planned speed', async () => {
  const run = makeRun();
  renderCards([{ ...run, edit: { at: minutesAgo(1), place: { lat: 36.05, lon: -97 }, speed: 0 } }]);
  await expectTexts(figures, [/^\d\.\d\dmph$/, 'n/a(Paused)', '(Paused)']);
  await expect.element(cards).toMatchTextContent(/paused since (\d\d-\d\d )?\d\d:\d\d:\d\d UTC/);
});

it('[W-345] RunCard names silences of its path, and leaves those of one marker to its card', async () => {
  const run = makeRun();
  renderCards([run]);
  const common = { groupId: run.groupId, pathId: run.path.pathId, uid: null, kind: null };
  const times = { from: '2026-01-01 00:00:00', until: '2099-01-01 00:00:00' };
  const ofPath = { ...events.ReceiveSilence.example, ...common, ...times, markerName: null, reason: 'Pigging stands.' };
  putSilence({ ...ofPath, id: 1, markerName: 'M2', reason: 'Excavation.' });
  putSilence({ ...ofPath, id: 2 });
  putSilence({ ...ofPath, id: 3, from: '2098-12-31 00:00:00' });
  await expectTexts(cards.getByText(/^Silenced/), ['Silenced until 2099-01-01 00:00:00 UTC: Pigging stands.']);
});

it('[T-004] RunCard is minimised to its time to the next marker, and shown in full again', async () => {
  renderCards([makeRun()]);
  await press('Minimise CLN-16-02');
  await expectNone(figures);
  await expect.element(cards).toMatchTextContent(/^CLN-16-02To M1 0:3\d:\d\d$/);
  await press('Show CLN-16-02 in full');
  await expect.poll(() => figures.elements().length).toBe(3);
});

it('[T-012, T-013, T-014, T-015, T-018] RunMenu offers an admin all actions on a run', async () => {
  renderCards([makeRun()]);
  await menuOf('CLN-16-02').click();
  await expectTexts(page.getByRole('menuitem'), [
    'Zoom to Pig',
    'Fit Run',
    'Follow Pig',
    'Run Sheet',
    'Share Run',
    'Auto Link/Verify',
    'Notifications',
    'AGMs',
    'Edit Launch Time',
    'Add Marker',
    'Edit Pig Info',
    'Edit Tool Speed',
    'Unassociated Passages',
    'End/Save Run',
    'Cancel Run',
  ]);
  await expectAccessible();
});

it('[T-019, T-020, T-021, T-022, T-023] RunMenu offers a viewer only what shows the run, and Add Marker', async () => {
  renderCards([makeRun()], 'viewer');
  await menuOf('CLN-16-02').click();
  await expectTexts(page.getByRole('menuitem'), ['Zoom to Pig', 'Fit Run', 'Follow Pig', 'Run Sheet', 'Add Marker']);
});

it('[T-024, T-025] RunMenu offers a viewer neither Cancel Run nor End/Save Run', async () => {
  renderCards([makeRun()], 'viewer');
  await menuOf('CLN-16-02').click();
  await expect.element(page.getByRole('menuitem', { name: 'Zoom to Pig' })).toBeVisible();
  await expectNone(page.getByRole('menuitem', { name: /Cancel|End/ }));
});

it('[T-016, T-017] RunMenu moves between entries by the arrow keys and opens one with Enter', async () => {
  renderCards([makeRun()]);
  await menuOf('CLN-16-02').click();
  await expect.element(page.getByRole('menuitem', { name: 'Add Marker' })).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('menuitem', { name: 'Cancel Run' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(useTracking.getState()).toMatchObject({ runId: 41, dialog: 'cancel' });
});

it('[W-236] RunMenu fits the run, follows its pig until the user stops it, and opens its sheet', async () => {
  const boxes: Box[] = [];
  const stop = onShowBox((box) => boxes.push(box));
  const choose = async (name: string) => {
    await menuOf('CLN-16-02').click();
    await page.getByRole('menuitem', { name }).click();
  };
  try {
    renderCards([makeRun()]);
    await choose('Fit Run');
    expect(boxes).toEqual([{ west: -97, east: -97, south: 36, north: 36.6 }]);
    await choose('Follow Pig');
    await expect.element(cards).toMatchTextContent(/The map follows this pig/);
    expect(useTracking.getState().followedId).toBe(41);
    await press('Stop', cards);
    expect(useTracking.getState().followedId).toBeNull();
    await choose('Run Sheet');
    expect(useRunWindows.getState().sheets).toEqual([41]);
  } finally {
    stop();
  }
});

it('[W-236] RunCard opens the timeline by a button', async () => {
  renderCards([makeRun()]);
  await press('Timeline', cards);
  expect(useStringlines.getState().open).toEqual([41]);
});

it('[T-026] RunMenu is disabled offline and says why', async () => {
  renderCards([makeRun()]);
  await expect.element(menuOf('CLN-16-02')).toBeEnabled();
  setOffline();
  await expect.element(menuOf('CLN-16-02')).toBeDisabled();
  await expect
    .element(menuOf('CLN-16-02'))
    .toHaveAttribute('title', 'You are offline. Saving is possible again once the connection is back.');
});

it('RunCards shows as many cards as fit and puts the chosen run into the last place', async () => {
  renderCards(fiveRuns());
  await expect.poll(() => cards.elements().length).toBe(3);
  await press('2 more');
  const list = page.getByRole('list', { name: 'Active runs' });
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(5);
  await page.getByRole('searchbox', { name: 'Find a run' }).fill('gau-05');
  await expectTexts(list.getByRole('listitem'), ['GAU-05Run 5Due north']);
  await list.getByRole('button', { name: /GAU-05/ }).click();
  await expect
    .poll(() => cards.elements().map((card) => card.getAttribute('aria-label')))
    .toEqual(['Run 1, GAU-01', 'Run 2, GAU-02', 'Run 5, GAU-05']);
  await expect.element(button('GAU-05')).toHaveAttribute('aria-pressed', 'true');
});

it('MoreRuns says that no run is found and closes with Escape', async () => {
  renderCards(fiveRuns());
  await press('2 more');
  await page.getByRole('searchbox', { name: 'Find a run' }).fill('nowhere');
  await expect.element(page.getByText('No results')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectNone(page.getByRole('list', { name: 'Active runs' }));
  await expect.element(button('2 more')).toHaveFocus();
});

it('[W-201] MoreRuns says which of the runs without a card are overdue', async () => {
  renderCards([...fiveRuns(), stuckRun()]);
  await press('3 more, 1 overdue');
  const list = page.getByRole('list', { name: 'Active runs' });
  await expectTexts(list.getByRole('listitem'), [
    ...[1, 2, 3, 4, 5].map((at) => `GAU-0${at}Run ${at}Due north`),
    /^GAU-06Run 6Due northStopped, Overdue \d+:\d\d at M1$/,
  ]);
  await list.getByRole('button', { name: /GAU-06/ }).click();
  await expect.element(button('3 more')).toBeVisible();
  await expectAccessible();
});

it('[W-201] CardPages names the alarms of all runs on the dots of a phone', async () => {
  await page.viewport(390, 844);
  try {
    renderCards([makeRun(), stuckRun()], 'admin', 390);
    await expect.element(button('Run 41, CLN-16-02')).toBeVisible();
    const dot = page.getByRole('button', { name: /^Run 6, GAU-06, Stopped, Overdue \d+:\d\d at M1$/ });
    await expect.element(dot).toBeVisible();
    await expectAccessible();
  } finally {
    await page.viewport(1440, 900);
  }
});

it('RunsFailure says that the runs did not load, and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  renderCards([]);
  refuse('GET /pigrun', 'internal-error', { detail: 'The database does not answer.' });
  await loadRuns().catch(() => undefined);
  const failure = page.getByRole('alert');
  await expect
    .element(failure)
    .toMatchTextContent('Active runs did not load. The database does not answer. LogId = 4711');
  await press('Retry', failure);
  await expect.element(failure).toBeVisible();
  answerRuns(makeRun());
  await press('Retry', failure);
  await expect.poll(() => cards.elements().length).toBe(1);
  await expectNone(failure);
});
