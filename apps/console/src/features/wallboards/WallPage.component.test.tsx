import { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { colors } from '#/features/shown-runs/testing/shown-page.ts';
import { answer, loseConnection, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { WallPage } from './WallPage.tsx';
import type { Board } from './wall.view.ts';

const READ = 'GET /wallboard/board';
const KEY = 'waymark.wallboard';
const example: Board = wallboardsRoutes.readBoard.reply.parse(wallboardsRoutes.readBoard.example.reply);
const now = Date.UTC(2026, 2, 18, 3);
const [shown] = example.runs;
if (!shown) throw new Error('the example has a run');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'setTimeout', 'clearTimeout'], now });
  localStorage.setItem(KEY, 'wmw_x');
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem(KEY);
  history.replaceState(null, '', location.pathname);
});

const show = () => render(<WallPage colors={colors} />, { role: null });
const turn = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const board = (part: Partial<Board> = {}): Board => ({ ...example, alerts: [], alertCount: 0, ...part });

it('[W-380] the wallboard shows runs with their arrival and the age of the last confirmation, and a clock', async () => {
  answer(READ, board());
  show();
  await expect.element(page.getByRole('heading', { name: 'CLN-16-02' })).toBeVisible();
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent('(1 h 00 min ago)');
  await expect.element(main).toMatchTextContent('1 active run');
  await expect.element(page.getByRole('img', { name: /^CLN-16-02, Cushing to Tulsa/ })).toBeVisible();
  vi.useRealTimers();
  await expectAccessible();
});

it('[W-380] pages turn after 20 seconds, and stay while an urgent alert waits, which stands above them', async () => {
  answer(READ, () => board({ runs: [], runCount: 0, now: Date.now() }));
  show();
  await expect.element(page.getByText('No active runs')).toBeVisible();
  await turn(20);
  await expect.element(page.getByText('0 pigs')).toBeVisible();
  await turn(20);
  await expect.element(page.getByText('No open alerts.')).toBeVisible();
  answer(READ, () => board({ alerts: example.alerts, alertCount: 1, runs: [], runCount: 0, now: Date.now() }));
  await turn(6);
  const urgent = page.getByRole('alert');
  await expect.element(urgent).toMatchTextContent('Pig stopped');
  await turn(120);
  await expect.element(page.getByText('Page 3 of 3, held')).toBeVisible();
});

it('[W-380] a lost connection is said with its time, and what was read stays', async () => {
  answer(READ, () => board({ now: Date.now() }));
  show();
  await expect.element(page.getByRole('heading', { name: 'CLN-16-02' })).toBeVisible();
  loseConnection(READ);
  await turn(18);
  await expect.element(page.getByRole('alert')).toMatchTextContent('No connection since');
  await expect.element(page.getByRole('alert')).toMatchTextContent('what you see is old');
  await expect.element(page.getByRole('heading', { name: 'CLN-16-02' })).toBeVisible();
});

it('[W-378] a revoked wallboard says so, shows nothing else, and forgets its token', async () => {
  answer(READ, board());
  show();
  await expect.element(page.getByRole('heading', { name: 'CLN-16-02' })).toBeVisible();
  refuse(READ, 'unauthenticated');
  await turn(6);
  await expect.element(page.getByText('This wallboard was revoked or has expired')).toBeVisible();
  expect(page.getByRole('heading', { name: 'CLN-16-02' }).query()).toBeNull();
  await expect.poll(() => localStorage.getItem(KEY)).toBeNull();
});

it('[W-380] a server that is away does not make the wallboard forget its token', async () => {
  refuse(READ, 'forbidden');
  show();
  await expect.element(page.getByText('No connection')).toBeVisible();
  expect(localStorage.getItem(KEY)).toBe('wmw_x');
});

it('[W-380] the token of the link is kept in this browser and leaves the address bar', async () => {
  localStorage.removeItem(KEY);
  history.replaceState(null, '', `${location.pathname}#token=wmw_y`);
  answer(READ, board());
  show();
  await expect.element(page.getByRole('heading', { name: 'CLN-16-02' })).toBeVisible();
  expect([localStorage.getItem(KEY), location.hash]).toEqual(['wmw_y', '']);
});

it('a wallboard without a token says how to get one', async () => {
  localStorage.removeItem(KEY);
  show();
  await expect.element(page.getByText('This wallboard has no token')).toBeVisible();
});
