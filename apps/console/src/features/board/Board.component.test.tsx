import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Role } from '@waymark/contract/roles';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import { useCompanies } from '#/features/devices/store/companies.ts';
import {
  answerRuns,
  answerUser,
  makeDevice,
  makeRun,
  minutesAgo,
  putDevices,
  putRuns,
} from '#/features/runs/testing/run-fixtures.ts';
import { button, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { loadRuns } from '#/features/runs/runs.loading.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { openBoard, useRunWindows } from '#/features/runs/run-windows.ts';
import { onFlyTo } from '#/map/map-commands.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { BoardWindow } from './BoardWindow.tsx';

const board = page.getByRole('dialog', { name: /^Board of runs/ });
const rows = board
  .getByRole('grid')
  .getByRole('row')
  .filter({ has: page.getByRole('gridcell') });
const pigs = () => rows.elements().map((row) => row.querySelector('[data-column="pig"] span span')?.textContent);
const head = (name: string) => board.getByRole('columnheader', { name });

function Shown() {
  const isOpen = useRunWindows(({ isBoardOpen }) => isBoardOpen);
  return isOpen && <BoardWindow />;
}

function renderBoard(runs: readonly Run[], role: Role = 'admin'): void {
  answerUser(role);
  putRuns(...runs);
  openBoard();
  render(<Shown />, { role });
}

const WATCHED = { linkedUid: 347_001 };
const onItsWay = makeRun({ runId: 1, pig: 'CLN-01' });
const stuck = straightRun({ runId: 2, pig: 'GAU-02', launchAt: minutesAgo(14 * 60) }, { M1: WATCHED, M2: WATCHED });
const toVerify = makeRun({
  runId: 3,
  pig: 'MFL-03',
  launchAt: minutesAgo(70),
  passages: [{ ...manualPassage('M1', minutesAgo(12)), uid: 347_002, endOfSnipAt: minutesAgo(11), isVerified: false }],
});
const three = [onItsWay, stuck, toVerify];

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => makeRun({ runId: at + 1, pig: `PIG-${String(at + 1).padStart(3, '0')}` }));

afterEach(() => page.viewport(1440, 900));

it('[W-230, W-231] BoardWindow shows a row for each run with its state, times, and trouble of the AGMs ahead', async () => {
  putDevices(makeDevice(347_001, { isConnected: true, lastBattery: 7000 }));
  renderBoard(three);
  await expect.poll(pigs).toEqual(['GAU-02', 'MFL-03', 'CLN-01']);
  await expect
    .element(rows.nth(0))
    .toMatchTextContent(
      /GAU-02Run 2Due north.*Nothing since launch14 h 00 min ago.*M1overdue \d+:\d\dStopped\d+:\d\d hat M1.*M1 low battery/,
    );
  await expect.element(rows.nth(1)).toMatchTextContent(/M1.*12 min ago, not verified.*M1heardPassage to verify1/);
  await expect.element(rows.nth(2)).toMatchTextContent(/M1.* UTC, in 0:[23]\d:\d\dNothing heard since launch/);
  await expectAccessible();
});

it('[W-230] BoardWindow sorts by a column and turns the order', async () => {
  renderBoard(three);
  await press('Pig', head('Pig'));
  await expect.poll(pigs).toEqual(['CLN-01', 'GAU-02', 'MFL-03']);
  await expect.element(head('Pig')).toHaveAttribute('aria-sort', 'ascending');
  await press('Pig', head('Pig'));
  await expect.poll(pigs).toEqual(['MFL-03', 'GAU-02', 'CLN-01']);
});

it('[W-230] BoardWindow filters by text and by state', async () => {
  renderBoard(three);
  await board.getByRole('button', { name: /^Stopped/ }).click();
  await expect.poll(pigs).toEqual(['GAU-02']);
  await board.getByRole('button', { name: /^Passage to verify/ }).click();
  await expect.poll(pigs).toEqual(['GAU-02', 'MFL-03']);
  await board.getByRole('searchbox', { name: 'Find a run' }).fill('mfl');
  await expect.poll(pigs).toEqual(['MFL-03']);
  await expect.element(board.getByRole('status')).toMatchTextContent(/^1 of 3 runs/);
  await board.getByRole('searchbox', { name: 'Find a run' }).fill('nowhere');
  await expect.element(board.getByText('No results')).toBeVisible();
});

it('[W-230] BoardWindow keeps pinned runs on top, also after it is opened again', async () => {
  renderBoard(three);
  await press('Pin CLN-01', board);
  await expect.poll(pigs).toEqual(['CLN-01', 'GAU-02', 'MFL-03']);
  await press('Close', board);
  await expectNone(board);
  openBoard();
  await expect.poll(pigs).toEqual(['CLN-01', 'GAU-02', 'MFL-03']);
  await press('Unpin CLN-01', board);
  await expect.poll(pigs).toEqual(['GAU-02', 'MFL-03', 'CLN-01']);
});

it('[W-230] a click on a row flies to the pig and opens its card', async () => {
  const flights: number[] = [];
  const stop = onFlyTo(({ lat }) => flights.push(lat));
  try {
    renderBoard(three);
    await board.getByText('CLN-01').click();
    expect(useTracking.getState()).toMatchObject({ runId: 1 });
    expect(useTracking.getState().minimisedCards.get(1)).toBe(false);
    expect(flights).toHaveLength(1);
    await expect.element(board).toBeVisible();
  } finally {
    stop();
  }
});

it('[W-230] BoardTable is used by keyboard: arrows move, Enter flies, s opens the sheet, p pins', async () => {
  renderBoard(three);
  await expect.poll(pigs).toEqual(['GAU-02', 'MFL-03', 'CLN-01']);
  rows.nth(0).element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect.element(rows.nth(2)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(useTracking.getState().runId).toBe(1);
  await userEvent.keyboard('s');
  expect(useRunWindows.getState().sheets).toEqual([1]);
  await userEvent.keyboard('p');
  await expect.poll(pigs).toEqual(['CLN-01', 'GAU-02', 'MFL-03']);
});

it('[W-230] BoardTable renders only the rows in sight of 300 runs, and reaches the last one by keyboard', async () => {
  renderBoard(many(300));
  await expect.poll(() => pigs().length).toBeGreaterThan(5);
  expect(pigs().length).toBeLessThan(40);
  await expect.element(board.getByRole('grid')).toHaveAttribute('aria-rowcount', '301');
  rows.nth(0).element().focus();
  await expect.element(rows.nth(0)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(board.getByRole('row', { name: /PIG-300/ })).toHaveFocus();
  await expect.element(board.getByRole('row', { name: /PIG-300/ })).toHaveAttribute('aria-rowindex', '301');
  await userEvent.keyboard('{Home}');
  await expect.element(board.getByRole('row', { name: /PIG-001/ })).toHaveFocus();
});

it('[W-230] BoardWindow names the company of each run for a superadmin only', async () => {
  renderBoard([onItsWay], 'superadmin');
  await expectNone(head('Company'));
  useCompanies.setState({ names: new Map([[3, 'Arrow Pipelines']]) });
  await expect.element(head('Company')).toBeVisible();
  await expect.element(rows.nth(0)).toMatchTextContent(/Arrow Pipelines/);
});

it('[W-230] BoardWindow shows a viewer the runs without their company', async () => {
  renderBoard([onItsWay], 'viewer');
  await expect.poll(pigs).toEqual(['CLN-01']);
  await expectNone(head('Company'));
  await expect.element(button('Pin CLN-01', board)).toBeVisible();
});

it('[W-230] BoardWindow says that there are no runs, and that they load', async () => {
  openBoard();
  answerUser();
  render(<Shown />);
  await expect.element(board.getByRole('status', { name: 'Loading runs' })).toBeVisible();
  putRuns();
  await expect.element(board.getByText('No active runs')).toBeVisible();
});

it('[W-230] BoardWindow says that the runs did not load, and loads them on Retry', async () => {
  openBoard();
  answerUser();
  render(<Shown />);
  refuse('GET /pigrun', 'internal-error', { detail: 'The database does not answer.' });
  await loadRuns().catch(() => undefined);
  await expect.element(board.getByRole('alert')).toMatchTextContent(/Active runs did not load.*LogId = 4711/);
  answerRuns(onItsWay);
  await press('Retry', board);
  await expect.poll(pigs).toEqual(['CLN-01']);
});

it('[W-230] BoardWindow says offline that it shows the last known state', async () => {
  renderBoard([onItsWay]);
  await expect.poll(pigs).toEqual(['CLN-01']);
  setOffline();
  await expect.element(board.getByText(/^Not connected/)).toBeVisible();
  await expect.poll(pigs).toEqual(['CLN-01']);
});

it('[W-230] BoardWindow fills a phone with compact rows; a tap on a run closes it', async () => {
  await page.viewport(390, 844);
  renderBoard(three);
  await expect.element(board).toHaveAttribute('data-mode', 'phone');
  await expect.poll(pigs).toEqual(['GAU-02', 'MFL-03', 'CLN-01']);
  const { width, height } = rows.nth(1).element().getBoundingClientRect();
  expect([width, height]).toEqual([390, 126]);
  await expectAccessible();
  await board.getByText('MFL-03').click();
  await expectNone(board);
  expect(useTracking.getState().runId).toBe(3);
});

it('the count of each state follows the runs', async () => {
  renderBoard(three);
  await expectTexts(board.getByRole('group', { name: 'States' }).getByRole('button'), [
    'Stopped 1',
    'Passage to verify 1',
    'Nothing heard since launch 1',
  ]);
});
