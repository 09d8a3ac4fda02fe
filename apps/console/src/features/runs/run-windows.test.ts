import { plainRun } from '@waymark/domain/run/testing/plain-run';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trackPlain } from '#/features/tracking/testing/track-plain.ts';
import { focusLaunched, forgetTracking, selectRun } from './run-selection.ts';
import {
  closeBoard,
  closeSheet,
  closeVerifyQueue,
  openChosenSheet,
  openSheet,
  openVerifyQueue,
  startBoard,
  toggleBoard,
  useRunWindows,
} from './run-windows.ts';
import { forgetRuns, putAll } from './runs-store.ts';

const putMany = (count: number) =>
  putAll(Array.from({ length: count }, (_none, at) => trackPlain({ ...plainRun(), runId: at + 1 })));
const isBoardOpen = () => useRunWindows.getState().isBoardOpen;

function stubWindow(width: number, height: number, stored = new Map<string, string>()): void {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('innerHeight', height);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
}

beforeEach(() => stubWindow(1600, 900));

afterEach(() => {
  vi.unstubAllGlobals();
  useRunWindows.setState(useRunWindows.getInitialState(), true);
  forgetRuns();
  forgetTracking();
});

it.each([
  [6, 1600, 900, false],
  [7, 1600, 900, true],
  [7, 1024, 640, true],
  [7, 1023, 900, false],
  [7, 1600, 639, false],
])('the board of %i runs in a window of %i by %i px opens by itself: %s', (count, width, height, isOpen) => {
  stubWindow(width, height);
  const stop = startBoard();
  expect(isBoardOpen()).toBe(false);
  putMany(count);
  expect(isBoardOpen()).toBe(isOpen);
  stop();
});

it('the board opens by itself only with the first runs, not when more are launched', () => {
  putMany(2);
  const stop = startBoard();
  putMany(20);
  expect(isBoardOpen()).toBe(false);
  stop();
});

it('a board that the user has closed opens only on request', () => {
  putMany(9);
  startBoard()();
  const first = startBoard();
  expect(isBoardOpen()).toBe(true);
  closeBoard();
  first();
  const second = startBoard();
  expect(isBoardOpen()).toBe(false);
  toggleBoard();
  expect(isBoardOpen()).toBe(true);
  toggleBoard();
  expect(isBoardOpen()).toBe(false);
  second();
});

it('a browser that stores nothing opens and closes the board all the same', () => {
  const refuse = () => {
    throw new Error('SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  putMany(9);
  const stop = startBoard();
  expect(isBoardOpen()).toBe(true);
  closeBoard();
  expect(isBoardOpen()).toBe(false);
  stop();
});

it('all windows of runs are closed for the next user', () => {
  putMany(9);
  const stop = startBoard();
  openSheet(1);
  openVerifyQueue();
  stop();
  expect(useRunWindows.getState()).toEqual({ isBoardOpen: false, sheets: [], queue: null });
});

it('each request for the queue counts, so that an open one starts again with the run', () => {
  openVerifyQueue();
  expect(useRunWindows.getState().queue).toEqual({ runId: null, turn: 1 });
  openVerifyQueue(7);
  expect(useRunWindows.getState().queue).toEqual({ runId: 7, turn: 2 });
  closeVerifyQueue();
  expect(useRunWindows.getState().queue).toBeNull();
});

it('a run has one sheet, however often it is opened', () => {
  openSheet(1);
  openSheet(2);
  openSheet(1);
  expect(useRunWindows.getState().sheets).toEqual([1, 2]);
  closeSheet(1);
  expect(useRunWindows.getState().sheets).toEqual([2]);
});

it('the sheet is that of the chosen run, else of the one just launched, else of the first', () => {
  const sheetOf = () => {
    useRunWindows.setState({ sheets: [] });
    openChosenSheet();
    return useRunWindows.getState().sheets;
  };
  expect(sheetOf()).toEqual([]);
  putMany(3);
  expect(sheetOf()).toEqual([1]);
  focusLaunched(2);
  expect(sheetOf()).toEqual([2]);
  selectRun(3);
  expect(sheetOf()).toEqual([3]);
  selectRun(99);
  expect(sheetOf()).toEqual([2]);
});
