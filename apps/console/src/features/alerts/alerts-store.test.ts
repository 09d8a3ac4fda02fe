import { afterEach, expect, it } from 'vitest';
import { countOpen, dropAlertsOfRun, forgetAlerts, putAlerts, replaceAlerts, useAlerts } from './alerts-store.ts';
import { makeAlert } from './testing/make-alert.ts';

const CLOSED = { state: 'closed', endedAt: '2026-03-18 05:00:00', closedAt: '2026-03-18 06:00:00' } as const;
const ids = () => [...useAlerts.getState().alerts.keys()].toSorted((one, other) => one - other);
const isNever = () => false;

afterEach(forgetAlerts);

it('keeps one row of an alert, with its last step', () => {
  putAlerts([makeAlert(1), makeAlert(2)]);
  putAlerts([makeAlert(1, { count: 4 })]);
  expect(ids()).toEqual([1, 2]);
  expect(useAlerts.getState().alerts.get(1)?.count).toBe(4);
});

it('removes an alert that is closed, also in the same batch as its last step', () => {
  putAlerts([makeAlert(1), makeAlert(2), makeAlert(1, CLOSED)]);
  expect(ids()).toEqual([2]);
  putAlerts([makeAlert(9, CLOSED)]);
  expect(ids()).toEqual([2]);
});

it('forgets what the server no longer lists when it loads', () => {
  putAlerts([makeAlert(1)]);
  expect(useAlerts.getState().isLoaded).toBe(false);
  replaceAlerts([makeAlert(2)]);
  expect([ids(), useAlerts.getState().isLoaded]).toEqual([[2], true]);
});

it('removes the alerts of a deleted run, and keeps those of links', () => {
  putAlerts([makeAlert(1), makeAlert(2, { runId: 42 }), makeAlert(3, { runId: null, kind: 'link-silent' })]);
  dropAlertsOfRun(41);
  expect(ids()).toEqual([2, 3]);
});

it('is not loaded for the next user', () => {
  replaceAlerts([makeAlert(1)]);
  forgetAlerts();
  expect(useAlerts.getState()).toMatchObject({ isLoaded: false, unloaded: 0, error: null });
  expect(ids()).toEqual([]);
});

it.each([
  ['agm-offline', { open: 1, waiting: 1 }],
  ['broker-away', { open: 1, waiting: 1 }],
  ['arriving-30', { open: 0, waiting: 0 }],
  ['pig-resumed', { open: 0, waiting: 0 }],
] as const)('counts an alert of kind %s as %j', (kind, count) => {
  expect(countOpen([makeAlert(1, { kind })], isNever)).toEqual(count);
});

it('counts no alert twice that is acknowledged, and none that has ended', () => {
  const acknowledged = { userId: 7, name: 'Ann', at: '2026-03-18 04:42:31', note: '' };
  const alerts = [makeAlert(1, { acknowledged }), makeAlert(2, { endedAt: '2026-03-18 05:00:00', state: 'ended' })];
  expect(countOpen(alerts, isNever)).toEqual({ open: 1, waiting: 0 });
});
