import { expect, it } from 'vitest';
import { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import { listPages, listUrgent, readEveryS, sayCause, sortAlerts, type Board, type BoardAlert } from './wall.view.ts';

const board: Board = wallboardsRoutes.readBoard.reply.parse(wallboardsRoutes.readBoard.example.reply);
const [run] = board.runs;
const [alert] = board.alerts;
if (!run || !alert) throw new Error('the example has a run and an alert');
const runsOf = (count: number) => Array.from({ length: count }, (_none, at) => ({ ...run, runId: at + 1 }));
const alertOf = (part: Partial<BoardAlert>): BoardAlert => ({ ...alert, ...part });

it.each([
  [0, ['runs 0', 'map', 'alerts']],
  [4, ['runs 4', 'map', 'alerts']],
  [5, ['runs 4', 'runs 1', 'map', 'alerts']],
  [30, [...Array.from({ length: 7 }, () => 'runs 4'), 'runs 2', 'map', 'alerts']],
])('[W-380] %d runs have pages of up to four, then the map, then alerts and links', (count, expected) => {
  const pages = listPages({ runs: runsOf(count) });
  expect(pages.map((page) => (page.kind === 'runs' ? `runs ${page.runs.length}` : page.kind))).toEqual(expected);
});

it.each([
  ['', 20],
  ['?every=45', 45],
  ['?every=1', 5],
  ['?every=99999', 600],
  ['?every=-3', 20],
  ['?every=soon', 20],
])('[W-380] the address %j turns pages every %d s', (search, seconds) => {
  expect(readEveryS(search)).toBe(seconds);
});

it('[W-380] only an urgent alert whose cause holds, and that is neither acknowledged nor silenced, stops the pages', () => {
  const alerts = [
    alertOf({ id: 1 }),
    alertOf({ id: 2, isAcknowledged: true }),
    alertOf({ id: 3, hasEnded: true }),
    alertOf({ id: 4, kind: 'agm-offline' }),
    alertOf({ id: 5, kind: 'arriving-30' }),
    alertOf({ id: 6, isSilenced: true }),
  ];
  expect(listUrgent({ alerts }).map(({ id }) => id)).toEqual([1]);
});

it('alerts that hold come first, then those without an acknowledgement, then the gravest and newest', () => {
  const alerts = [
    alertOf({ id: 1, hasEnded: true }),
    alertOf({ id: 2, kind: 'agm-offline' }),
    alertOf({ id: 3, isAcknowledged: true }),
    alertOf({ id: 4 }),
    alertOf({ id: 5, raisedAt: alert.raisedAt + 1 }),
  ];
  expect(sortAlerts(alerts).map(({ id }) => id)).toEqual([5, 4, 2, 3, 1]);
});

it('the cause of an alert is said in the units of the company', () => {
  const words = { us: '3 mph', metric: '1.3 m/s' };
  expect([sayCause(alertOf({ words }), 'us'), sayCause(alertOf({ words }), 'metric')]).toEqual(['3 mph', '1.3 m/s']);
});
