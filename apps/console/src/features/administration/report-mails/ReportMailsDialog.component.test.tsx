import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { ReportMail, ReportMails } from './report-mails.data.ts';
import { ReportMailsDialog } from './ReportMailsDialog.tsx';

const LIST = 'GET /company/report-mails';
const SAVE = 'POST /company/report-mails';
const MAIL: ReportMail = {
  id: 2,
  content: 'finished',
  every: 'week',
  weekday: 0,
  hour: 6,
  timeZone: 'America/Chicago',
  isOn: true,
  userIds: [7],
  nextAt: '2026-03-23 11:00:00',
  last: { at: '2026-03-16 11:00:00', runs: 2, sent: 1, waiting: 1, dead: 1 },
};
const PEOPLE = [
  { userId: 7, name: 'Dana Reyes', isAdmin: true },
  { userId: 8, name: 'Vic Viewer', isAdmin: false },
];
const withMails = (...mails: ReportMail[]): ReportMails => ({ mails, people: PEOPLE });

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = dialogOf('Reports by Mail');
const rows = list.getByRole('list', { name: 'Reports by mail' }).getByRole('listitem');

function show(...mails: ReportMail[]) {
  answer(LIST, withMails(...mails));
  render(<ReportMailsDialog isOpen onClose={() => undefined} />, { role: 'admin' });
}

it('[W-522] ReportMailsDialog lists content, schedule, recipients and what became of the last mail', async () => {
  show(MAIL, { ...MAIL, id: 3, nextAt: null, isOn: false, userIds: [], last: null, every: 'day' });
  await expect.element(rows.nth(0)).toMatchTextContent('Runs completed since the last mail');
  await expect
    .element(rows.nth(0))
    .toMatchTextContent('Weekly on Monday at 06:00, America/Chicago. Next 2026-03-23 11');
  await expect.element(rows.nth(0)).toMatchTextContent('Dana Reyes');
  await expect.element(rows.nth(0)).toMatchTextContent('1 sent, 1 waiting, 1 not delivered, 2 runs');
  await expect.element(rows.nth(1)).toMatchTextContent('Switched off');
  await expect.element(rows.nth(1)).toMatchTextContent('No recipient: it is sent to no one.');
  await expect.element(rows.nth(1)).toMatchTextContent('Not sent yet');
  await expectAccessible();
});

it('[W-522] ReportMailsDialog makes a report; completed runs are offered to admins only', async () => {
  show();
  await expect.element(list).toMatchTextContent('No reports by mail');
  await list.getByRole('button', { name: 'New report' }).click();
  const form = dialogOf('New Report by Mail');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(form).toMatchTextContent('Choose at least one');
  await form.getByRole('combobox', { name: 'Recipients' }).click();
  expect(
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(expect.not.arrayContaining(['Vic Viewer']));
  await page.getByRole('option', { name: 'Dana Reyes' }).click();
  await form.getByLabelText('Hour').selectOptions('07:00');
  await expectAccessible();
  answer(SAVE, withMails(MAIL));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(rows).toHaveLength(1);
  expect(callsOf(SAVE)[0]?.body).toMatchObject({
    id: null,
    content: 'finished',
    every: 'day',
    hour: 7,
    isOn: true,
    userIds: [7],
  });
});

it('[W-522] ReportMailsDialog sends now, and says why it could not', async () => {
  show(MAIL);
  const send = rows.nth(0).getByRole('button', { name: /^Send now/ });
  answer(
    'POST /company/report-mails/:id/send',
    withMails({ ...MAIL, last: { at: '2026-03-18 11:00:00', runs: 5, sent: 1, waiting: 0, dead: 0 } }),
  );
  await send.click();
  await expect.element(rows.nth(0)).toMatchTextContent('5 runs');
  refuse('POST /company/report-mails/:id/send', 'report-mail-just-sent');
  await send.click();
  await expect.element(page.getByText('This report was sent less than a minute ago.')).toBeVisible();
});

it('[W-522] ReportMailsDialog deletes after a confirmation, and changes nothing while offline', async () => {
  show(MAIL);
  answer('DELETE /company/report-mails/:id', withMails());
  await rows
    .nth(0)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await dialogOf('Delete report by mail?').getByRole('button', { name: 'Delete' }).click();
  await expect.element(list).toMatchTextContent('No reports by mail');
  setOffline();
  await expect.element(list.getByRole('button', { name: 'New report' })).toBeDisabled();
});

it('[W-522] ReportMailsDialog says that the reports did not load', async () => {
  expectLogged(/^ApiError/);
  refuse(LIST, 'internal-error');
  render(<ReportMailsDialog isOpen onClose={() => undefined} />, { role: 'admin' });
  await expect.element(list.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
});
