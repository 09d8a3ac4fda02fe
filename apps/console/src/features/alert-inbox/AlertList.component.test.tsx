import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { useSelection } from '#/features/devices/store/selection.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { useStringlines } from '#/features/runs/stringline-store.ts';
import { makeRun, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { button, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { hideRuns, useLayerChoice } from '#/map/tiles/layer-choice.ts';
import { answer, callsOf } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { AlertsPanel } from './AlertsPanel.tsx';
import { bell, items, NO_HANDOVERS, NO_ROSTER, offline, showInbox, stopped } from './testing/inbox.tsx';

const places = items.getByRole('button', { name: /^(AGM|M1|Pig|Timeline)/ });
const filter = (label: string) => page.getByLabelText(label, { exact: true });
const links: Alert = { ...stopped, id: 1, kind: 'link-silent', runId: null, pathId: null, runName: null, pig: null };

it('leads from an alert at a marker to the marker, and shows the runs that were hidden', async () => {
  putRuns(makeRun({ runId: 41 }));
  hideRuns(true);
  showInbox([{ ...stopped, kind: 'marker-missed', markerName: 'M1' }]);
  await expectTexts(places, ['M1', 'Timeline']);
  await press('M1', items);
  expect(useTracking.getState()).toMatchObject({ runId: 41, markerName: 'M1' });
  expect(useLayerChoice.getState().areRunsHidden).toBe(false);
});

it('leads to marker, device, and timeline, if the alert has them', async () => {
  putRuns(makeRun({ runId: 41 }));
  showInbox([{ ...offline, markerName: 'M1' }]);
  await expectTexts(places, ['M1', 'AGM 100234', 'Timeline']);
  await press('AGM 100234', items);
  expect(useSelection.getState().uid).toBe(100_234);
  await press('Timeline', items);
  expect(useStringlines.getState().open).toEqual([41]);
});

it('leads to the pig where there is neither marker nor device, and to nothing of a completed run', async () => {
  putRuns(makeRun({ runId: 41 }));
  showInbox([stopped, { ...stopped, id: 2, runId: 77 }]);
  await expectTexts(places, ['Pig', 'Timeline']);
  await press('Pig', items);
  expect(useTracking.getState().runId).toBe(41);
});

it('a marker that the run no longer has is no place', async () => {
  putRuns(makeRun({ runId: 41 }));
  showInbox([{ ...stopped, kind: 'marker-missed', markerName: 'Gone' }]);
  await expectTexts(places, ['Pig', 'Timeline']);
});

it('[W-333] the fields narrow the list, and a list that is narrowed to none says so', async () => {
  showInbox([stopped, { ...offline, runId: 42, pig: 'MFL-02' }]);
  await expectTexts(filter('Kind').getByRole('option'), ['All kinds', 'Pig stopped', 'AGM offline']);
  await filter('Kind').selectOptions('AGM offline');
  await expectTexts(items, [/AGM offline/]);
  await filter('Run').selectOptions('CLN-16-02, North line');
  await expect.element(page.getByText('No alert matches the filter.')).toBeVisible();
  await filter('Kind').selectOptions('All kinds');
  await expectTexts(items, [/Pig stopped/]);
});

it('a superadmin narrows by company, with its number until the names are loaded', async () => {
  showInbox([stopped, { ...offline, groupId: 4 }], 'superadmin');
  await expectTexts(filter('Company').getByRole('option'), ['All companies', 'Company 3', 'Company 4']);
  await filter('Company').selectOptions('Company 4');
  await expectTexts(items, [/AGM offline/]);
});

it('an admin has one company and no field for it', async () => {
  showInbox([stopped]);
  await expect.element(filter('Kind')).toBeVisible();
  await expectNone(filter('Company'));
});

it('an alert shows how often its cause began, who has it, and the note of the acknowledgement', async () => {
  const note = 'x'.repeat(500);
  showInbox([
    {
      ...stopped,
      count: 3,
      state: 'acknowledged',
      assigned: { userId: 9, name: 'Vera Lindholm' },
      acknowledged: { userId: 7, name: 'Dana Reyes', at: '2026-03-18 04:42:31', note },
    },
  ]);
  await expect.element(items).toMatchTextContent(/^UrgentPig stopped3 timesVera Lindholm/);
  await expect.element(items.getByText(note)).toBeVisible();
  await expectNone(button('Acknowledge', items));
  expect(items.element().scrollWidth).toBe(items.element().clientWidth);
});

it('an alert of links names the whole company, and comes by the event of the company', async () => {
  showInbox([]);
  await expect.element(page.getByText('No open alerts.')).toBeVisible();
  hear('ReceiveCompanyAlert', links);
  await expect.element(items).toMatchTextContent(/^UrgentNo AGM connectedAll runs of the company, since/);
});

it('says how many alerts the server has beyond the loaded ones', async () => {
  showInbox([stopped]);
  answer('GET /alerts', { alerts: [stopped], total: 1501 });
  answer('GET /alerts/closed', { alerts: [], next: null });
  await expect.element(page.getByText('1,500 older alerts not shown')).toBeVisible();
  await page.getByText('Closed', { exact: true }).click();
  await expectNone(page.getByText('1,500 older alerts not shown'));
});

it('a deleted run takes its alerts with it', async () => {
  showInbox([stopped, links]);
  await expect.poll(() => items.elements().length).toBe(2);
  hear('ReceivePigRunUpdate', { runId: 41, messagegName: 'RunDeleted' });
  await expectTexts(items, [/No AGM connected/]);
});

it('a visit ends when the panel closes, and not before', async () => {
  answer('GET /alerts/since', { since: null, alerts: [] });
  answer('POST /alerts/visit', {});
  answer('GET /on-call/now', NO_ROSTER);
  answer('GET /shift/handovers', NO_HANDOVERS);
  const panel = render(<AlertsPanel />);
  await expect.poll(() => callsOf('GET /alerts/since').length).toBe(1);
  expect(callsOf('POST /alerts/visit')).toEqual([]);
  panel.unmount();
  await expect.poll(() => callsOf('POST /alerts/visit').length).toBe(1);
});

it('a list that waits for the server says so, and is not called empty', async () => {
  answer('GET /alerts/since', { since: null, alerts: [] });
  answer('POST /alerts/visit', {});
  answer('GET /on-call/now', NO_ROSTER);
  answer('GET /shift/handovers', NO_HANDOVERS);
  render(<AlertsPanel />);
  await expect.element(page.getByLabelText('Loading alerts')).toBeVisible();
  setOffline();
  await expect.element(page.getByText('Alerts load once the server can be reached.')).toBeVisible();
  await expectNone(page.getByText('No open alerts.'));
});

it('the bell shows at most 99+, and its name the full number', async () => {
  showInbox(Array.from({ length: 120 }, (_none, at) => ({ ...links, id: at + 1 })));
  await expect.element(bell).toHaveAccessibleName('Alerts: 120 open, 120 not acknowledged');
  await expect.element(page.getByText('99+')).toBeVisible();
});
