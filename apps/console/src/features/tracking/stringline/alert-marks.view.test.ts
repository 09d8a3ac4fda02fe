import { events } from '@waymark/contract/events/index';
import { plainRun } from '@waymark/domain/run/testing/plain-run';
import { expect, it } from 'vitest';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { placeAlerts } from './alert-marks.view.ts';

const alert: Alert = { ...events.ReceiveAlert.example, raisedAt: '2026-03-18 00:01:40' };
const T0 = Date.UTC(2026, 2, 18);
const scales = {
  x: (distanceM: number) => 100 + distanceM / 100,
  y: (at: number) => (at - T0) / 1000,
  left: 100,
  right: 500,
  top: 0,
  bottom: 600,
};
const { markers } = plainRun().path;
const place = (...alerts: readonly Partial<Alert>[]) =>
  placeAlerts(
    alerts.map((change) => ({ ...alert, ...change })),
    markers,
    scales,
  );

it('[W-335] an alert is marked at its time, at its marker or on the time axis', () => {
  expect(place({ markerName: 'M2' })).toMatchObject([{ x: 120, y: 100, isOpen: true }]);
  expect(place({})).toMatchObject([{ x: 100, y: 100 }]);
});

it('[W-335] alerts close together share a mark, which is open while one of them is', () => {
  const [mark, ...others] = place({ endedAt: '2026-03-18 00:05:00' }, { kind: 'pig-late' });
  expect(others).toEqual([]);
  expect(mark?.isOpen).toBe(true);
  expect(mark?.name.split('\n')).toEqual([
    expect.stringMatching(/^Pig stopped: 2026-03-18 00:01:40 UTC, ended 2026-03-18 00:05:00, acknowledged by /),
    expect.stringMatching(/^Pig late: .* not ended/),
  ]);
});

it('an alert outside the shown part has no mark', () => {
  expect(place({ raisedAt: '2026-03-17 23:59:00' })).toEqual([]);
});
