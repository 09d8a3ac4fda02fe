import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { answerUser, makeDevice, makePath, makeRule, putDevices, USERS } from '#/features/runs/testing/run-fixtures.ts';
import { button, choose, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { draftOfPath } from '../draft.ts';
import { startEditing, useEditor } from '../editor-store.ts';
import { NotificationsSection } from './NotificationsSection.tsx';

const NO_RULES: readonly NotificationRule[] = [];

function Notifications() {
  return <NotificationsSection rules={useEditor(({ draft }) => draft?.notifications ?? NO_RULES)} />;
}

function renderRules(...notifications: readonly NotificationRule[]): void {
  answerUser();
  answer('GET /user', USERS);
  putDevices(makeDevice(100_234));
  startEditing({ ...draftOfPath(makePath()), notifications });
  render(<Notifications />);
}

const section = page.getByRole('region', { name: 'User Notifications' });
const rows = section.getByRole('listitem');
const adding = dialog('Add User Notification');
const editing = dialog('Edit User Notification');
const readRules = () => useEditor.getState().draft?.notifications;

it('[R-041, R-043, R-044] RuleDialog cannot be saved before a user of the company is chosen', async () => {
  renderRules();
  answer('GET /user', [...USERS, { ...USERS[0], id: 11, name: 'Otto Stranger', group: 4 } as (typeof USERS)[number]]);
  await press('Add user notification', section);
  await expect.element(button('Save', adding)).toBeDisabled();
  await expect.element(adding).toMatchTextContent('Choose a user.');
  await adding.getByRole('combobox', { name: 'User' }).click();
  await expectTexts(page.getByRole('option'), [
    'Dana Reyes (dana.reyes@example.com)',
    'Vera Lindholm (vera.lindholm@example.com)',
  ]);
  await page.getByRole('option', { name: /Vera/ }).click();
  await press('Save', adding);
  await expectTexts(rows, ['Vera LindholmSMS, verified passages, all markers']);
});

it('[R-059, R-060, R-061, R-062] RuleDialog begins a new rule with SMS, verified passages, launch, receive and all markers', async () => {
  renderRules();
  await press('Add user notification', section);
  for (const label of ['Launch', 'Receive', 'Include manual', 'All markers'])
    await expect.element(adding.getByRole('checkbox', { name: label })).toBeChecked();
  await expect.element(adding.getByRole('combobox', { name: 'Medium' })).toHaveValue('SMS');
  await expect.element(adding.getByRole('combobox', { name: 'Passage type' })).toHaveValue('Verified passages');
  await choose('User', /Dana Reyes/, adding);
  await expectAccessible();
});

it('[R-028, R-058] RuleDialog saves the chosen markers, medium and passage type', async () => {
  renderRules();
  await press('Add user notification', section);
  await choose('User', /Dana Reyes/, adding);
  await choose('Medium', 'SMS and e-mail', adding);
  await choose('Passage type', 'All passages', adding);
  await adding.getByRole('checkbox', { name: 'Receive' }).click();
  await adding.getByRole('checkbox', { name: 'All markers' }).click();
  await adding.getByRole('checkbox', { name: 'AGM 01' }).click();
  await expect.element(adding.getByRole('status')).toMatchTextContent('1 of 1 markers');
  await press('Save', adding);
  await expectTexts(rows, ['Dana ReyesSMS and e-mail, all passages, 1 marker']);
  expect(readRules()).toMatchObject([
    { userId: 7, launch: true, receive: false, medium: 'both', passageType: 'passage', markers: ['AGM 01'] },
  ]);
});

it('[R-045] NotificationsSection replaces the previous rule of the user', async () => {
  renderRules(makeRule(), makeRule({ userId: 7, name: 'Dana Reyes' }));
  await press('Add user notification', section);
  await choose('User', /Vera/, adding);
  await choose('Medium', 'E-mail', adding);
  await press('Save', adding);
  await expectTexts(rows, [
    'Vera LindholmE-mail, verified passages, all markers',
    'Dana ReyesSMS, verified passages, all markers',
  ]);
});

it('[R-042] NotificationsSection shows everything about a rule', async () => {
  renderRules(
    makeRule({ allMarkers: false, markers: ['AGM 01'], alerts: ['pig-late'], quietFrom: '22:00', quietTo: '06:00' }),
  );
  await press('Notification of Vera Lindholm', section);
  const info = dialog('User Notification');
  await expectTexts(info.getByRole('definition'), [
    'Yes',
    'Yes',
    'SMS',
    'Verified passages',
    'Yes',
    'AGM 01',
    'Pig late',
    '22:00 to 06:00 UTC',
  ]);
  await userEvent.keyboard('{Escape}');
  await expectNone(info);
  await expect.element(button('Notification of Vera Lindholm', section)).toHaveFocus();
});

it('NotificationsSection deletes a rule', async () => {
  renderRules(makeRule(), makeRule({ userId: 7, name: 'Dana Reyes' }));
  await press('Delete notification of Vera Lindholm', section);
  await expectTexts(rows, ['Dana ReyesSMS, verified passages, all markers']);
});

it('RuleDialog keeps a rule of a deleted user', async () => {
  renderRules(makeRule({ userId: 99, name: 'Gone Before', alerts: ['arriving-30', 'pig-late'] }));
  await press('Edit notification of Gone Before', section);
  await expect.element(editing.getByRole('combobox', { name: 'User' })).toHaveValue('Gone Before');
  await editing.getByRole('button', { name: /^Alerts/ }).click();
  await editing.getByRole('checkbox', { name: 'Pig late' }).click();
  await press('Save', editing);
  await expectNone(editing);
  expect(readRules()).toMatchObject([{ userId: 99, name: 'Gone Before', alerts: ['arriving-30'] }]);
});

it('RuleDialog says that the users did not load', async () => {
  expectLogged(/^ApiError/);
  renderRules();
  refuse('GET /user', 'forbidden', { detail: 'Not for you.' });
  await press('Add user notification', section);
  await expect.element(adding).toMatchTextContent('Users did not load: Not for you.');
  await expect.element(button('Save', adding)).toBeDisabled();
});

it('RuleDialog refuses quiet times that are invalid, incomplete, or end when they begin', async () => {
  renderRules(makeRule());
  await press('Edit notification of Vera Lindholm', section);
  await editing.getByRole('button', { name: /^Alerts/ }).click();
  const [from, to] = [editing.getByLabelText('Quiet from (UTC)'), editing.getByLabelText('Quiet to (UTC)')];
  for (const [begin, end, fault] of [
    ['25:00', '06:00', 'A time is HH:mm.'],
    ['22:00', '', 'Both times, or none.'],
    ['0600', '6:00', 'Ends when it begins.'],
  ] as const) {
    await from.fill(begin);
    await to.fill(end);
    await expect.element(editing).toMatchTextContent(fault);
    await expect.element(editing).toMatchTextContent('Correct the quiet times.');
    await expect.element(button('Save', editing)).toBeDisabled();
  }
  await from.fill('22:00');
  await press('Save', editing);
  await expectNone(editing);
  expect(readRules()).toMatchObject([{ quietFrom: '22:00', quietTo: '06:00' }]);
});

it('AlertFields collapses the alerts and counts those that are on', async () => {
  renderRules(makeRule({ alerts: ['pig-late', 'agm-offline'] }));
  await press('Edit notification of Vera Lindholm', section);
  const alerts = editing.getByRole('button', { name: /^Alerts/ });
  await expect.element(alerts).toMatchTextContent('2 of 13');
  await expect.element(editing.getByRole('checkbox', { name: 'Pig late', includeHidden: true })).not.toBeVisible();
  await alerts.click();
  await expect.element(alerts).toHaveAttribute('aria-expanded', 'true');
  await editing.getByRole('checkbox', { name: 'Pig too fast' }).click();
  await editing.getByRole('checkbox', { name: 'AGM ahead offline' }).click();
  await press('Save', editing);
  await expectNone(editing);
  expect(readRules()).toMatchObject([{ alerts: ['pig-late', 'over-speed'] }]);
});

it('MarkerChoice marks all, none, or the found ones of the TRACK markers', async () => {
  const tracked = makePath().markers[1];
  const names = ['AGM 01', 'AGM 02', 'Valve 7'];
  renderRules(makeRule({ allMarkers: false, markers: ['AGM 01'] }));
  startEditing({
    ...draftOfPath(makePath()),
    markers: names.map((name) => ({ ...tracked, name }) as NonNullable<typeof tracked>),
    notifications: [makeRule({ allMarkers: false, markers: ['AGM 01'] })],
  });
  await press('Edit notification of Vera Lindholm', section);
  const choice = editing.getByRole('group', { name: 'Markers' });
  const count = choice.getByRole('status');
  await expect.element(count).toMatchTextContent('1 of 3 markers');
  await press('All', choice);
  await expect.element(count).toMatchTextContent('3 of 3 markers');
  await choice.getByRole('searchbox', { name: 'Find a marker' }).fill('agm');
  await expectNone(choice.getByRole('checkbox', { name: 'Valve 7' }));
  await press('None', choice);
  await expect.element(count).toMatchTextContent('1 of 3 markers');
  await choice.getByRole('searchbox', { name: 'Find a marker' }).fill('nowhere');
  await expect.element(choice).toMatchTextContent('No results');
});
