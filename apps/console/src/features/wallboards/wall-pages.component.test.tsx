import { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import type { Board, BoardAlert, BoardRun } from './wall.view.ts';
import { WallAlerts } from './WallAlerts.tsx';
import { WallRuns } from './WallRuns.tsx';

const ZONE = 'America/Chicago';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 22:00 of the day before, in the zone of these walls. */
const NOW = Date.UTC(2026, 2, 18, 3);
const board: Board = wallboardsRoutes.readBoard.reply.parse(wallboardsRoutes.readBoard.example.reply);
const [run] = board.runs;
const [alert] = board.alerts;
if (!run || !alert) throw new Error('the example has a run and an alert');
const alertOf = (part: Partial<BoardAlert>): BoardAlert => ({ ...alert, ...part });

const tile = page.getByRole('article');
const rows = page.getByRole('list').getByRole('listitem');
const textOf = (element: Element | null | undefined) => element?.textContent;

function showRuns(runs: readonly BoardRun[], runCount = runs.length): void {
  const shown = { ...board, runs: [...runs], runCount };
  const wall = <WallRuns runs={runs} board={shown} now={NOW} zone={ZONE} textPx={16} />;
  render(<div style={{ display: 'flex', flexDirection: 'column', height: 500 }}>{wall}</div>, { role: null });
}

const showAlerts = (part: Partial<Board>) =>
  render(<WallAlerts board={{ ...board, ...part }} now={NOW} zone={ZONE} />, { role: null });

it('[W-379] WallRuns shows the next marker, the arrival with its span, and a passage in place of an older confirmation', async () => {
  const times = { expectedAt: NOW + HOUR, earliestAt: NOW, latestAt: NOW + 2 * HOUR };
  const next = { name: 'AGM 02', distanceM: 30_000, due: 'ahead' as const, ...times };
  const lastHeard = { name: 'AGM 02', at: NOW - 5 * MINUTE, isVerified: false };
  showRuns([{ ...run, status: 'heard', next, lastHeard }], 2);
  await expect.element(tile).toMatchTextContent('CLN-16-02Cushing to TulsaHeard, not verified');
  await expect.element(tile).toMatchTextContent('AGM 0223:00 UTC-5in 1 h 00 minTulsa');
  const span = 'between 03-18 08:00 and 03-18 11:00 UTC-5';
  await expect.element(tile).toMatchTextContent(`Tulsa03-18 09:00 UTC-5in 11 h 00 min${span}`);
  await expect.element(tile).toMatchTextContent('Heard at AGM 02, 21:55 UTC-5, not verified');
  await expect.element(tile).not.toMatchTextContent('Confirmed at');
  await expect.element(page.getByText('1 more run is not on this wallboard')).toBeVisible();
});

it('[W-379] WallAlerts shows the five gravest alerts with their state and time, and counts the others', async () => {
  const day = 24 * HOUR;
  const ended = alertOf({ id: 1, hasEnded: true, raisedAt: alert.raisedAt - 3 * day });
  const silenced = alertOf({ id: 2, kind: 'agm-battery', isSilenced: true, pig: null, markerName: 'AGM 07' });
  const acknowledged = alertOf({ id: 3, isAcknowledged: true, raisedAt: alert.raisedAt - day });
  const notice = alertOf({ id: 4, kind: 'arriving-30' });
  showAlerts({ alerts: [ended, silenced, acknowledged, notice, alertOf({ id: 5 })], alertCount: 7 });
  await expect.element(page.getByText('2 more alerts')).toBeVisible();
  const cause = 'Nothing heard at AGM 04.';
  expect(rows.elements().map(textOf)).toEqual([
    `UrgentPig stopped, CLN-16-02, North line${cause}21:58 UTC-5not acknowledged`,
    `NoticeArriving soon, CLN-16-02, North line${cause}21:58 UTC-5not acknowledged`,
    `UrgentPig stopped, CLN-16-02, North line${cause}03-16 21:58 UTC-5acknowledged`,
    `WarningAGM battery low, North line, AGM 07${cause}21:58 UTC-5silenced`,
    `UrgentPig stopped, CLN-16-02, North line${cause}03-14 21:58 UTC-5ended`,
  ]);
});

it('[W-379] WallAlerts shows an alert of the company without a subject', async () => {
  const silent = alertOf({ kind: 'link-silent', pig: null, runName: null, markerName: null });
  showAlerts({ alerts: [silent], alertCount: 1 });
  await expect.element(rows).toMatchTextContent('No AGM connectedNothing heard at AGM 04.');
});

it('[W-379] WallAlerts shows each link with its age, and the nodes without the broker', async () => {
  const cellular = { link: 'cellular' as const, devices: 12, online: 9, asleep: 2, heardAt: NOW - 3 * HOUR };
  const satellite = { link: 'iridium' as const, devices: 1, online: 0, asleep: 0, heardAt: null };
  const shown = { alerts: [], alertCount: 0, nodesWithoutBroker: ['node-1', 'node-2'] };
  const { unmount } = showAlerts({ ...shown, links: [cellular, satellite] });
  await expect.element(page.getByText('No open alerts.')).toBeVisible();
  const lines = page.getByRole('paragraph');
  expect(lines.elements().map(textOf)).toEqual([
    'No open alerts.',
    'Cellular9 of 12 AGMs online2 asleepLast heartbeat 3 h 00 min ago',
    'Satellite0 of 1 AGM onlineNever heard',
    'MQTT brokernot connected to node-1, node-2',
  ]);
  unmount();
  showAlerts({ ...shown, nodesWithoutBroker: [], links: [] });
  await expect.element(page.getByText('No AGM has reported yet.')).toBeVisible();
  expect(lines.elements()).toHaveLength(2);
});
