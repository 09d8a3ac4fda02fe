import { exampleAlert } from '@waymark/contract/alerts/alert-row';
import type { AlertRow } from '@waymark/contract/alerts/alert-row';
import { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import { exampleRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { reckon } from '@waymark/domain/run/estimate/estimate';
import { expect, test } from 'vitest';
import { buildBoard, type BoardDevice } from './build-board.ts';

const LAUNCH = Date.UTC(2026, 2, 18);
const HOUR_MS = 3_600_000;
const NOW = LAUNCH + HOUR_MS;

function track(runId: number, part: Partial<Parameters<typeof readRun>[0]> = {}) {
  const run = readRun({ ...exampleRun, runId, ...part });
  const course = layCourse(run.path);
  return { run, course, reckoning: reckon(run, course) };
}

const device = (uid: number, part: Partial<BoardDevice> = {}): BoardDevice => ({
  uid,
  lat: 36,
  lon: -96,
  is_connected: true,
  is_iridium: false,
  heartbeat_at: new Date(NOW - 60_000),
  expected_wakeup_at: null,
  shutdown_at: null,
  ...part,
});

const alert: AlertRow = {
  ...exampleAlert,
  acknowledged: { userId: 12, name: 'Dana Reyes', at: '2026-03-18 04:42:31', note: 'Call 555 0100.' },
  assigned: { userId: 13, name: 'Sam Hill' },
  nextEscalation: { at: '2026-03-18 05:00:00', to: ['Kim Novak'], reason: null },
};

const build = (part: Partial<Parameters<typeof buildBoard>[0]> = {}) =>
  buildBoard({
    now: NOW,
    company: { name: 'Demo Pipelines', units: 'us' },
    runs: [track(41)],
    alerts: [alert],
    alertCount: 1,
    silences: [],
    devices: [device(1)],
    nodesWithoutBroker: ['waymark-b'],
    ...part,
  });

test('[W-379] a board follows its schema', () => {
  const board = build();
  expect(wallboardsRoutes.readBoard.reply.parse(board)).toEqual(board);
});

test('[W-379] a board names no user, no phone, no e-mail and no note of a path, a run or an alert', () => {
  const text = JSON.stringify(build());
  // The example's path has a note, and a rule for a user.
  expect(exampleRun.pigPath).toContain('Weekly cleaning.');
  for (const secret of ['Dana', 'Sam Hill', 'Kim Novak', '555', 'Weekly cleaning', '@', 'imei', 'userId'])
    expect(text).not.toContain(secret);
});

test('[W-379] an alert of a board says whether it is acknowledged and whether its cause holds', () => {
  expect(build().alerts).toMatchObject([{ id: 907, isAcknowledged: true, hasEnded: false, kind: 'pig-stopped' }]);
});

test('[W-379] an urgent alert that waits for a user is on the board, however many newer ones there are', () => {
  const newer = Array.from({ length: 60 }, (_none, at) => ({ ...alert, id: at + 1, kind: 'agm-offline' as const }));
  const board = build({ alerts: [...newer, { ...alert, id: 999, acknowledged: null }], alertCount: 61 });
  expect([board.alerts.length, board.alerts[0]?.id, board.alertCount]).toEqual([50, 999, 61]);
});

test('[W-379] an alert of a board says whether it is silenced', () => {
  const silence = { groupId: 3, pathId: 7, markerName: null, uid: null, kind: null, fromAt: NOW - 1, untilAt: NOW + 1 };
  expect(build({ silences: [silence] }).alerts[0]?.isSilenced).toBe(true);
  expect(build({ silences: [{ ...silence, untilAt: NOW }] }).alerts[0]?.isSilenced).toBe(false);
});

test('[W-379] a board has the gravest runs first, at most 40, and says how many there are', () => {
  const late = track(7, { launchTime: '2026-03-10 00:00:00' });
  const many = Array.from({ length: 45 }, (_none, at) => track(100 + at));
  const board = build({ runs: [...many, late] });
  expect([board.runs.length, board.runCount, board.runs[0]?.runId]).toEqual([40, 46, 7]);
  expect(board.runs.map(({ runId }) => runId).slice(1, 3)).toEqual([100, 101]);
});

test('[W-379] links count the AGMs that are online, asleep as announced, and the newest heartbeat', () => {
  const wakeUp = new Date(NOW + HOUR_MS);
  const devices = [
    device(1),
    device(2, { is_connected: false, expected_wakeup_at: wakeUp }),
    device(3, { is_connected: false, expected_wakeup_at: wakeUp, shutdown_at: new Date(NOW) }),
    device(4, { is_iridium: true, is_connected: false, heartbeat_at: null }),
    device(5, { is_iridium: null, lat: null, lon: null }),
  ];
  const board = build({ devices });
  expect(board.links).toEqual([
    { link: 'cellular', devices: 3, online: 1, asleep: 1, heardAt: NOW - 60_000 },
    { link: 'iridium', devices: 1, online: 0, asleep: 0, heardAt: null },
  ]);
  expect(board.devices.map(({ uid, presence }) => [uid, presence])).toEqual([
    [1, 'online'],
    [2, 'asleep'],
    [3, 'offline'],
    [4, 'offline'],
  ]);
});
