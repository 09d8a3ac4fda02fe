import { UTC } from '@waymark/domain/time/zone';
import { expect, it } from 'vitest';
import { countOpen, type Alert } from './alerts-store.ts';
import {
  describeBell,
  describeEarlier,
  describeTime,
  isWithin,
  listChoices,
  listShown,
  NOT_NARROWED,
} from './alert.view.ts';

const ANN = { userId: 7, name: 'Ann', at: '2026-03-18 04:42:31', note: '' };

const makeAlert = (id: number, change: Partial<Alert> = {}): Alert => ({
  id,
  groupId: 3,
  runId: 41,
  pathId: 7,
  runName: 'North line',
  pig: 'CLN-16-02',
  kind: 'agm-offline',
  state: 'raised',
  markerName: null,
  uid: null,
  words: { us: 'us', metric: 'metric' },
  raisedAt: '2026-03-18 04:40:10',
  lastRaisedAt: '2026-03-18 04:40:10',
  count: 1,
  notifiedAt: null,
  acknowledged: null,
  assigned: null,
  endedAt: null,
  closedAt: null,
  nextEscalation: null,
  ...change,
});

const late = makeAlert(1, { kind: 'pig-late', acknowledged: ANN });
const offline = makeAlert(2);
const stopped = makeAlert(3, { kind: 'pig-stopped' });
const over = makeAlert(4, { endedAt: '2026-03-18 05:00:00', state: 'ended', assigned: { userId: 7, name: 'Ann' } });
const soon = makeAlert(5, { kind: 'arriving-15' });
const all = [late, offline, stopped, over, soon];

const isNever = () => false;
const idsOf = (alerts: readonly Alert[]) => alerts.map(({ id }) => id);

it('[W-333] open alerts are those whose cause holds, the urgent without acknowledgement first', () => {
  expect(idsOf(listShown(all, 'open', 7, isNever))).toEqual([3, 2, 5, 1]);
});

it('[W-333] ended alerts have a filter of their own, and mine are those assigned to me, else acknowledged by me', () => {
  expect(idsOf(listShown(all, 'ended', 7, isNever))).toEqual([4]);
  expect(idsOf(listShown(all, 'mine', 7, isNever))).toEqual([4, 1]);
  expect(
    idsOf(listShown([makeAlert(9, { acknowledged: ANN, assigned: { userId: 8, name: 'Bob' } })], 'mine', 7, isNever)),
  ).toEqual([]);
});

it('[W-333] the list is narrowed by run, company and kind, among those that it has', () => {
  const other = makeAlert(6, { groupId: 4, runId: null, pig: null, runName: null, kind: 'link-silent' });
  const { kinds, runs, groupIds } = listChoices([offline, other]);
  expect(kinds.map(({ value }) => value)).toEqual(['agm-offline', 'link-silent']);
  expect(runs).toEqual([{ value: '41', label: 'CLN-16-02, North line' }]);
  expect(groupIds).toEqual([3, 4]);
  const within = (narrowing: Partial<typeof NOT_NARROWED>) =>
    idsOf([offline, other].filter((alert) => isWithin(alert, { ...NOT_NARROWED, ...narrowing })));
  expect([within({ groupId: 4 }), within({ runId: 41 }), within({ kind: 'link-silent' })]).toEqual([[6], [2], [6]]);
});

it('[W-332] the bell counts alerts whose cause holds, without plain facts', () => {
  expect(countOpen(all, isNever)).toEqual({ open: 3, waiting: 2 });
  expect(describeBell(countOpen(all, isNever))).toBe('Alerts: 3 open, 2 not acknowledged');
  expect(describeBell(countOpen([soon], isNever))).toBe('Alerts');
});

it('[W-334] a user who comes second is told who was first', () => {
  expect(describeEarlier([], UTC)).toBeNull();
  expect(describeEarlier([late], UTC)).toBe('Ann acknowledged Pig late first, 2026-03-18 04:42:31 UTC.');
  expect(describeEarlier([late, late, late], UTC)).toMatch(/UTC, and 2 others had been acknowledged before\.$/);
});

it('[W-317] a recurring alert says how often and since when, in the zone of its reader', () => {
  const again = makeAlert(8, { count: 3, lastRaisedAt: '2026-03-18 06:00:00' });
  expect(describeTime(again, UTC)).toBe('since 2026-03-18 06:00:00 UTC, 3 times since 2026-03-18 04:40:10 UTC');
  expect(describeTime(again, 'America/Chicago')).toMatch(/^since 2026-03-18 01:00:00 UTC-5, 3 times since .* UTC-5$/);
});

it('[W-342] silenced alerts have a filter of their own and do not count', () => {
  const isSilenced = ({ id }: Alert) => id === 2 || id === 4;
  expect(idsOf(listShown(all, 'silenced', 7, isSilenced))).toEqual([2]);
  expect(idsOf(listShown(all, 'open', 7, isSilenced))).toEqual([3, 5, 1]);
  expect(countOpen(all, isSilenced)).toEqual({ open: 2, waiting: 1 });
});
