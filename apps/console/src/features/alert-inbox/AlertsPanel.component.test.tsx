import { events } from '@waymark/contract/events/index';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { AlertsPanel } from './AlertsPanel.tsx';
import {
  bell,
  dialog,
  items,
  list,
  NO_HANDOVERS,
  NO_ROSTER,
  offline,
  showInbox as show,
  stopped,
} from './testing/inbox.tsx';

const ACKNOWLEDGE = 'POST /alerts/acknowledge';
const ANN = { userId: 70, name: 'Ann Other', at: '2026-03-18 04:42:31', note: 'Crew 2 drives there.' };
it('[W-332] the bell counts open alerts and follows the hub', async () => {
  show([stopped]);
  await expect.element(bell).toHaveAccessibleName('Alerts: 1 open, 1 not acknowledged');
  hear('ReceiveAlert', offline);
  await expect.element(bell).toHaveAccessibleName('Alerts: 2 open, 2 not acknowledged');
  hear('ReceiveAlert', { ...offline, state: 'closed', endedAt: ANN.at, closedAt: ANN.at });
  await expect.element(bell).toHaveAccessibleName('Alerts: 1 open, 1 not acknowledged');
  await expectAccessible();
});

it('[W-334] an admin acknowledges an alert with a note', async () => {
  show([stopped]);
  answer(ACKNOWLEDGE, { alerts: [{ ...stopped, state: 'acknowledged', acknowledged: ANN }], earlier: [] });
  await items.getByRole('button', { name: 'Acknowledge' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill(' Crew 2 drives there. ');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.element(list.getByText('Acknowledged by Ann Other 2026-03-18 04:42:31 UTC')).toBeVisible();
  expect(callsOf(ACKNOWLEDGE)[0]?.body).toEqual({ ids: [907], note: 'Crew 2 drives there.' });
});

it('[W-334] many are acknowledged at once, and the second user is told who was first', async () => {
  show([stopped, offline]);
  const acknowledged = { state: 'acknowledged', acknowledged: ANN } as const;
  answer(ACKNOWLEDGE, { alerts: [{ ...offline, ...acknowledged }], earlier: [{ ...stopped, ...acknowledged }] });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Acknowledge 2' }).click();
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.element(page.getByText(/Ann Other acknowledged Pig stopped first/)).toBeVisible();
  expect(callsOf(ACKNOWLEDGE)[0]?.body).toMatchObject({ ids: [907, 908] });
});

it('[W-333] the filters show ended alerts and what has changed since the last visit', async () => {
  show([stopped, { ...offline, state: 'ended', endedAt: '2026-03-18 05:00:00' }]);
  await expect.element(items).toMatchTextContent('Pig stopped');
  await page.getByText('Ended', { exact: true }).click();
  await expect.element(items).toMatchTextContent('AGM offline');
  await page.getByText('Since visit').click();
  await expect.poll(() => items.elements().length).toBe(2);
  await page.getByText('Mine', { exact: true }).click();
  await expect.element(page.getByText('No open alerts are assigned to you or acknowledged by you.')).toBeVisible();
});

const closedAlert = (id: number): Alert => ({
  ...offline,
  id,
  state: 'closed',
  endedAt: '2026-03-18 05:00:00',
  closedAt: '2026-03-18 06:00:00',
});

it('[W-507] the filter Closed shows closed alerts, loads older ones, and takes in what is closed meanwhile', async () => {
  show([stopped]);
  answer('GET /alerts/closed', { alerts: [closedAlert(901)], next: '1773813600000.901' });
  await page.getByText('Closed', { exact: true }).click();
  await expect.element(items.getByText(/^Closed 2026-03-18 06:00:00 UTC/)).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  answer('GET /alerts/closed', { alerts: [closedAlert(900)], next: null });
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => items.elements().length).toBe(2);
  expect(callsOf('GET /alerts/closed').at(-1)?.query).toMatchObject({ before: '1773813600000.901' });
  await expect.element(page.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
  await expectAccessible();
  answer('GET /alerts/closed', { alerts: [closedAlert(907), closedAlert(901), closedAlert(900)], next: null });
  hear('ReceiveAlert', closedAlert(907));
  await expect.poll(() => items.elements().length).toBe(3);
});

it('[W-507] closed alerts that did not load are not called none', async () => {
  expectLogged(/^ApiError/);
  show([]);
  refuse('GET /alerts/closed', 'internal-error');
  await page.getByText('Closed', { exact: true }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Alerts did not load');
  await expect.element(page.getByText('No closed alerts.')).not.toBeInTheDocument();
  answer('GET /alerts/closed', { alerts: [], next: null });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('No closed alerts.')).toBeVisible();
});

it('[W-507] changes since the last visit that did not load are not called none', async () => {
  expectLogged(/^ApiError/);
  answer('GET /alerts', { alerts: [], total: 0 });
  answer('GET /silences', { silences: [] });
  answer('POST /alerts/visit', {});
  refuse('GET /alerts/since', 'internal-error');
  answer('GET /on-call/now', NO_ROSTER);
  answer('GET /shift/handovers', NO_HANDOVERS);
  render(<AlertsPanel />);
  await page.getByText('Since visit').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Alerts did not load');
  await expect.element(page.getByText('Nothing has changed since your last visit.')).not.toBeInTheDocument();
});

it('[W-334] the history of an alert opens in its row, with comment and assignment', async () => {
  show([stopped]);
  answer('GET /user', []);
  answer('GET /alerts/:id', {
    alert: stopped,
    events: [
      { at: '2026-03-18 04:40:10', step: 'raised', userName: null, text: 'Nothing heard' },
      { at: '2026-03-18 04:45:00', step: 'commented', userName: 'Ann Other', text: 'Valve 3 is closed.' },
    ],
  });
  await items.getByRole('button', { name: 'History' }).click();
  await expect.element(page.getByText('Valve 3 is closed.')).toBeVisible();
  await expect.element(page.getByText('Comment by Ann Other')).toBeVisible();
  answer('POST /alerts/:id/comment', { alert: stopped });
  await page.getByRole('textbox', { name: 'Comment' }).fill('It is open again');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect.poll(() => callsOf('POST /alerts/:id/comment')[0]?.body).toEqual({ note: 'It is open again' });
  await expectAccessible();
});

it('[W-328] a viewer reads alerts and changes nothing', async () => {
  show([stopped], 'viewer');
  await expect.element(items).toMatchTextContent('Pig stopped');
  await expect.element(page.getByRole('button', { name: /Acknowledge/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

it('offline nothing is acknowledged, and a list that did not load says so', async () => {
  show([stopped]);
  await expect.element(items.getByRole('button', { name: 'Acknowledge' })).toBeEnabled();
  setOffline();
  await expect.element(items.getByRole('button', { name: 'Acknowledge' })).toBeDisabled();
});

it('a failed load says why and is repeated on request', async () => {
  expectLogged(/^ApiError/);
  show([]);
  refuse('GET /alerts', 'internal-error');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Alerts did not load');
  answer('GET /alerts', { alerts: [stopped], total: 1 });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(items).toMatchTextContent('Pig stopped');
});

it('[W-330] an admin of the company changes the limits', async () => {
  show([]);
  answer('GET /alerts/limits', { unheardMinutes: 180, waitingMinutes: 30 });
  answer('POST /alerts/limits', { unheardMinutes: 90, waitingMinutes: 30 });
  await page.getByRole('button', { name: 'Limits' }).click();
  const field = dialog.getByRole('textbox', { name: 'No marker hears the pig' });
  await field.fill('90');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => callsOf('POST /alerts/limits')[0]?.body).toEqual({ unheardMinutes: 90, waitingMinutes: 30 });
});

const silence = {
  ...events.ReceiveSilence.example,
  markerName: null,
  from: '2026-01-01 00:00:00',
  until: '2099-01-01 00:00:00',
};

it('[W-342] a silenced alert leaves the bell and the open ones, and names silence, end and reason', async () => {
  show([stopped]);
  await expect.element(bell).toHaveAccessibleName('Alerts: 1 open, 1 not acknowledged');
  hear('ReceiveSilence', silence);
  await expect.element(bell).toHaveAccessibleName('Alerts');
  await expect.element(page.getByText('No open alerts.')).toBeVisible();
  await page.getByText('Silenced', { exact: true }).click();
  await expect.element(page.getByText('Silenced until 2099-01-01 00:00:00 UTC: Excavation at AGM 04.')).toBeVisible();
  await expectAccessible();
  answer('POST /silences/:id/end', { silence: { ...silence, endedBy: 'Dana Reyes' } });
  await page.getByRole('button', { name: 'End the silence of North line' }).click();
  await expect.element(bell).toHaveAccessibleName('Alerts: 1 open, 1 not acknowledged');
});

it('[W-551] a viewer reads the silences of their runs, which the bell does not count, and ends none', async () => {
  show([stopped], 'viewer', [silence]);
  await expect.element(bell).toHaveAccessibleName('Alerts');
  await page.getByText('Silenced', { exact: true }).click();
  await expect.element(page.getByRole('region', { name: 'Silences' })).toMatchTextContent('Excavation at AGM 04.');
  await expect.element(items).toMatchTextContent('Pig stopped');
  await expect.element(page.getByRole('button', { name: /^(End|New silence)/ })).not.toBeInTheDocument();
  await expectAccessible();
  answer('GET /silences', { silences: [] });
  hear('ReceiveOwnSilences', { groupId: 3 });
  await expect.element(bell).toHaveAccessibleName('Alerts: 1 open, 1 not acknowledged');
  await expect.element(page.getByText('No silences')).toBeVisible();
});

it('[W-341] a silence begins with the kind and place of an alert, and needs a reason', async () => {
  show([offline]);
  answer('GET /pigrun/pigpath', []);
  await items.getByRole('button', { name: 'Silence' }).click();
  await dialog.getByRole('button', { name: 'Silence' }).click();
  await expect.element(dialog.getByText('A reason tells others why nothing is sent.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Battery is changed');
  await expectAccessible();
  answer('POST /silences', { silence });
  await dialog.getByRole('button', { name: 'Silence' }).click();
  await expect
    .poll(() => callsOf('POST /silences')[0]?.body)
    .toMatchObject({
      kind: 'agm-offline',
      uid: 100_234,
      reason: 'Battery is changed',
    });
  // The answer adds the silence: it must not come during the next test.
  await expect.element(dialog).not.toBeInTheDocument();
});

it('[W-359] an alert says to whom it escalates next, and its history to whom it went', async () => {
  const at = formatUtcSecond(Date.now() + 3.5 * 60_000);
  show([{ ...stopped, nextEscalation: { at, to: ['Dana Reyes'], reason: 'gap' } }], 'viewer');
  await expect.element(items.getByText('Escalates in 4 min to Dana Reyes (no one is on call)')).toBeVisible();
  answer('GET /alerts/:id', {
    alert: stopped,
    events: [
      { at: '2026-03-18 04:55:10', step: 'escalated', userName: null, text: 'Dana Reyes, Vic Olsen' },
      { at: '2026-03-18 04:56:10', step: 'escalation-failed', userName: null, text: 'Vic Olsen: text message' },
    ],
  });
  await items.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('list', { name: 'History' });
  await expect.element(history.getByText('Escalated to Dana Reyes, Vic Olsen')).toBeVisible();
  await expect.element(history.getByText('Escalation failed: Vic Olsen: text message')).toBeVisible();
  answer('GET /alerts', { alerts: [{ ...stopped, nextEscalation: null }], total: 1 });
  hear('ReceiveOnCall', { groupId: 3 });
  await expect.element(items.getByText(/^Escalates/)).not.toBeInTheDocument();
});

it('[W-357] the inbox says to viewers too who is on call, and until when', async () => {
  show([], 'viewer', [], { name: 'Dana Reyes', until: '2026-03-18 23:00:00', timeZone: 'America/Chicago' });
  await expect.element(page.getByText('On call now: Dana Reyes. Until 2026-03-18 18:00 UTC-5.')).toBeVisible();
});

it('the inbox says in a gap of the roster that alerts go to the administrators', async () => {
  show([], 'admin', [], { name: null, until: '2026-03-18 23:00:00', timeZone: 'UTC' });
  await expect.element(page.getByText(/^No one is on call now: alerts go to the administrators\./)).toBeVisible();
});

it('[W-374] the inbox of an admin says that a handover waits, and leads to it', async () => {
  answer('GET /alerts', { alerts: [], total: 0 });
  answer('GET /silences', { silences: [] });
  answer('GET /alerts/since', { since: null, alerts: [] });
  answer('POST /alerts/visit', {});
  answer('GET /on-call/now', NO_ROSTER);
  answer('GET /shift/handovers', { ...NO_HANDOVERS, waiting: 1 });
  const { currentPath } = render(<AlertsPanel />, { path: '/' });
  const line = page.getByRole('status').filter({ hasText: '1 handover waits to be accepted.' });
  await expect.element(line).toBeVisible();
  await expectAccessible();
  await line.getByRole('button', { name: 'Show handovers' }).click();
  await expect.poll(currentPath).toBe('/shift');
  answer('GET /shift/handovers', NO_HANDOVERS);
  hear('ReceiveShift', { groupId: 3 });
  await expect.element(line).not.toBeInTheDocument();
});
