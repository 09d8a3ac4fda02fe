import { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { colors, passSeconds } from '#/features/shown-runs/testing/shown-page.ts';
import { answer, callsOf, holdAnswer, refuse, untilAnswered } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { WallPage } from './WallPage.tsx';
import type { Board } from './wall.view.ts';

const READ = 'GET /wallboard/board';
const KEY = 'waymark.wallboard';
const example: Board = wallboardsRoutes.readBoard.reply.parse(wallboardsRoutes.readBoard.example.reply);
const [run] = example.runs;
const [urgent] = example.alerts;
if (!run || !urgent) throw new Error('the example has a run and an urgent alert');
const runs = Array.from({ length: 5 }, (_none, at) => ({ ...run, runId: at + 1, pig: `PIG-${at + 1}` }));
const alerts = Array.from({ length: 5 }, (_none, at) => ({ ...urgent, id: at + 1, markerName: `AGM 0${at + 1}` }));
const quiet: Board = { ...example, alerts: [], alertCount: 0 };
const NOW = Date.UTC(2026, 2, 18, 3);
const before = location.href;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'setTimeout', 'clearTimeout'], now: NOW });
  localStorage.setItem(KEY, 'wmw_x');
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.removeItem(KEY);
  history.replaceState(null, '', before);
});

const show = () => render(<WallPage colors={colors} />, { role: null });
const main = page.getByRole('main');
const heading = page.getByRole('heading', { level: 2 });
const names = () => heading.elements().map(({ textContent }) => textContent);

it('[W-380] WallPage says that it loads, then that the server does not answer, and shows the board once it does', async () => {
  const held = holdAnswer(READ);
  show();
  await expect.element(page.getByRole('status')).toMatchTextContent('Loading the wallboard');
  held.refuse('internal-error');
  await expect.element(page.getByRole('status')).toMatchTextContent('This page keeps asking.');
  await untilAnswered();
  answer(READ, quiet);
  await passSeconds(5);
  await expect.element(page.getByRole('heading', { name: 'Demo Pipelines' })).toBeVisible();
  expect(page.getByRole('status').query()).toBeNull();
});

it('[W-380] WallPage shows four runs a page, turns after the seconds of its address, and has the clock of the server', async () => {
  history.replaceState(null, '', `${location.pathname}?every=30`);
  answer(READ, () => ({ ...quiet, runs, runCount: 7, now: Date.now() + 90_000 }));
  show();
  await expect.element(main).toMatchTextContent('7 active runsPage 1 of 4');
  expect(names()).toEqual(['PIG-1', 'PIG-2', 'PIG-3', 'PIG-4']);
  await expect.element(main).toMatchTextContent('2 more runs are not on this wallboard');
  const clock = () => main.element().querySelector('time')?.textContent;
  const write = (at: number) => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format(at);
  expect(clock()).toBe(write(NOW + 90_000));
  await passSeconds(29);
  expect(names()).toHaveLength(4);
  await passSeconds(1);
  await expect.element(main).toMatchTextContent('Page 2 of 4');
  expect(names()).toEqual(['PIG-5']);
  expect(clock()).toBe(write(NOW + 120_000));
});

it('[W-380] WallPage names three urgent alerts and counts the others, and turns again once they are acknowledged', async () => {
  answer(READ, { ...quiet, runs, runCount: 5, alerts, alertCount: 5 });
  show();
  const shown = page.getByRole('alert');
  await expect.element(shown).toMatchTextContent('Pig stopped CLN-16-02, North line, AGM 01 Nothing heard at AGM 04.');
  await expect.element(shown).toMatchTextContent('AGM 03');
  await expect.element(shown).not.toMatchTextContent('AGM 05');
  await expect.element(shown).toMatchTextContent('and 2 more urgent alerts');
  await passSeconds(60);
  await expect.element(main).toMatchTextContent('Page 1 of 4, held');
  const acknowledged = alerts.map((alert) => ({ ...alert, isAcknowledged: true }));
  answer(READ, { ...quiet, runs, runCount: 5, alerts: acknowledged, alertCount: 5 });
  await passSeconds(5);
  await expect.element(shown).not.toBeInTheDocument();
  await passSeconds(20);
  await expect.element(main).toMatchTextContent('Page 2 of 4');
  await expect.element(main).not.toMatchTextContent('held');
});

it('[W-378] WallPage forgets the token of an expired wallboard, says how to get one, and asks no more', async () => {
  refuse(READ, 'token-expired');
  show();
  await expect.element(page.getByRole('status')).toMatchTextContent('This wallboard was revoked or has expired');
  await expect.element(page.getByRole('status')).toMatchTextContent('An admin of the company makes a wallboard');
  await expect.poll(() => localStorage.getItem(KEY)).toBeNull();
  await passSeconds(60);
  expect(callsOf(READ)).toHaveLength(1);
});
