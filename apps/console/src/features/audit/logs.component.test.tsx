import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { AuditWindow } from './AuditWindow.tsx';
import { ErrorLogWindow } from './ErrorLogWindow.tsx';

const AUDIT = 'GET /audit';
const ERRORS = 'GET /admin/error-log';
const ENTRY: ReplyAt<typeof AUDIT>['entries'][number] = {
  id: 812,
  at: '2026-03-18 00:06:51',
  userId: 7,
  userName: 'Dana Reyes',
  groupId: 3,
  address: '192.0.2.17',
  requestId: '5c0f3f0e-1f6a-4f43-9a8c-0d6f6f1f6e0b',
  action: 'user-updated',
  objectType: 'user',
  objectId: '9',
  objectName: 'Vic Olsen',
  before: { role: 'viewer', isOptedIn: false },
  after: { role: 'admin', isOptedIn: false },
};
const FAILURE: ReplyAt<typeof ERRORS>['entries'][number] = {
  logId: 4711,
  at: '2026-03-18 00:06:51',
  userId: null,
  userName: null,
  route: 'POST /api/user',
  status: 500,
  code: 'internal-error',
  message: 'Cannot read it\n    at store.ts:12',
  requestId: '5c0f3f0e-1f6a-4f43-9a8c-0d6f6f1f6e0b',
};

const audit = page.getByRole('dialog', { name: 'Audit Log' });
const errors = page.getByRole('dialog', { name: 'Error Log' });
const bodyRows = (log: typeof audit) => log.getByRole('row').filter({ has: page.getByRole('cell') });
const person = audit.getByRole('textbox', { name: 'Person' });
const lastQuery = () => callsOf(AUDIT).at(-1)?.query;

async function showAudit(seesAll = false): Promise<void> {
  render(<AuditWindow seesAll={seesAll} onClose={() => undefined} />, { role: seesAll ? 'superadmin' : 'admin' });
  await expect.element(audit.getByRole('status')).toMatchTextContent(/entr(?:y|ies)$/);
}

it('AuditWindow shows who did what to which object and only the fields that changed', async () => {
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await showAudit();
  const row = bodyRows(audit).first();
  await expect.element(row).toMatchTextContent('2026-03-18 00:06:51Dana Reyes192.0.2.17User changedVic OlsenUser 9');
  await expect.element(row).toMatchTextContent('role: viewer → becomes admin');
  await expect.element(row).not.toMatchTextContent('opted in');
  await expect.element(audit.getByRole('status')).toHaveTextContent('1 entry');
  await expectAccessible();
});

/** How much wider the placeholder of a field is than its room, in px. */
function measureCut(field: HTMLInputElement): number {
  const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('a canvas is needed to measure words');
  pen.font = `${fontSize} ${fontFamily}`;
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return pen.measureText(field.placeholder).width - room;
}

it('[W-213] AuditWindow shows the whole format of its time fields on a phone', async () => {
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await page.viewport(390, 844);
  await showAudit();
  for (const name of ['From (UTC)', 'To (UTC)'])
    expect(measureCut(audit.getByRole('textbox', { name }).element() as HTMLInputElement)).toBeLessThanOrEqual(0);
});

it('AuditWindow searches on Enter by user, object, number and whole days', async () => {
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await showAudit();
  await audit.getByRole('combobox', { name: 'Object' }).click();
  await page.getByRole('option', { name: 'User' }).click();
  await audit.getByRole('textbox', { name: 'Object number' }).fill(' 9 ');
  await audit.getByRole('textbox', { name: 'From (UTC)' }).fill('2026-03-18');
  await audit.getByRole('textbox', { name: 'To (UTC)' }).fill('2026-03-19 12:00');
  await person.fill('Reyes');
  await userEvent.keyboard('{Enter}');
  await expect.poll(lastQuery).toMatchObject({
    person: 'Reyes',
    objectType: 'user',
    objectId: '9',
    startDate: Date.UTC(2026, 2, 18),
    endDate: Date.UTC(2026, 2, 19, 12, 0, 59),
  });
});

it('[W-256] AuditWindow finds all entries of one run by its name in the log', async () => {
  const run = { ...ENTRY, objectType: 'run', objectId: '12', objectName: 'North Line (Pig 7)', action: 'run-launched' };
  answer(AUDIT, { entries: [run], hasMore: false });
  await showAudit();
  await audit.getByRole('combobox', { name: 'Object' }).click();
  await page.getByRole('option', { name: 'Pig run' }).click();
  await audit.getByRole('button', { name: 'Search' }).click();
  await expect.poll(lastQuery).toMatchObject({ objectType: 'run' });
  await expect.element(bodyRows(audit).first()).toMatchTextContent('North Line (Pig 7)Pig run 12');
  await audit.getByRole('button', { name: 'North Line (Pig 7)' }).click();
  await expect.poll(lastQuery).toMatchObject({ objectType: 'run', objectId: '12' });
});

it('[W-159] AuditWindow searches the last hour by a preset', async () => {
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await showAudit();
  await audit.getByRole('button', { name: 'Presets' }).click();
  await page.getByRole('menuitem', { name: 'Last hour' }).click();
  await expect.element(audit.getByRole('textbox', { name: 'From (UTC)' })).toHaveValue();
  await expect.poll(() => callsOf(AUDIT)).toHaveLength(2);
  const { startDate, endDate } = lastQuery() as { readonly startDate: number; readonly endDate: number };
  expect(endDate - startDate).toBe(3_600_000);
});

it('AuditWindow refuses an invalid time at its field and sends no request', async () => {
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await showAudit();
  const from = audit.getByRole('textbox', { name: 'From (UTC)' });
  await from.fill('2026-13-45');
  await audit.getByRole('button', { name: 'Search' }).click();
  await expect.element(from).toHaveAccessibleDescription('Invalid date');
  expect(callsOf(AUDIT)).toHaveLength(1);
});

it('AuditWindow filters by the user or the object of an entry and clears the filter again', async () => {
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await showAudit();
  await audit.getByRole('button', { name: 'Dana Reyes' }).click();
  await expect.element(person).toHaveValue('Dana Reyes');
  await expect.poll(lastQuery).toMatchObject({ person: 'Dana Reyes' });
  await audit.getByRole('button', { name: 'Vic Olsen' }).click();
  await expect.poll(lastQuery).toMatchObject({ person: 'Dana Reyes', objectType: 'user', objectId: '9' });
  await audit.getByRole('button', { name: 'Clear' }).click();
  await expect.element(person).toHaveValue('');
  await expect.element(audit.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
});

it('AuditWindow says that a filter finds nothing, and that a log is empty', async () => {
  answer(AUDIT, { entries: [], hasMore: false });
  await showAudit();
  await expect.element(audit.getByText('No entries')).toBeVisible();
  await person.fill('Nobody');
  await audit.getByRole('button', { name: 'Search' }).click();
  await expect.element(audit.getByText('No results')).toBeVisible();
});

it('AuditWindow shows older entries on demand, after the last one', async () => {
  answer(AUDIT, ({ query: { before } }) =>
    before === undefined
      ? { entries: [ENTRY], hasMore: true }
      : { entries: [{ ...ENTRY, id: 700, objectName: 'Eli Local' }], hasMore: false },
  );
  await showAudit();
  await expect.element(audit.getByRole('status')).toHaveTextContent('The newest 1 entry');
  await audit.getByRole('button', { name: 'Show older' }).click();
  await expect.element(audit.getByRole('status')).toHaveTextContent('2 entries');
  expect(lastQuery()).toMatchObject({ before: 812 });
  await expect.element(audit.getByRole('button', { name: 'Show older' })).not.toBeInTheDocument();
});

it('AuditWindow keeps its rows when older entries do not load and tries again', async () => {
  expectLogged(/^ApiError/);
  answer(AUDIT, { entries: [ENTRY], hasMore: true });
  await showAudit();
  refuse(AUDIT, 'internal-error');
  await audit.getByRole('button', { name: 'Show older' }).click();
  await expect.element(audit.getByRole('alert')).toMatchTextContent(`Audit log did not load`);
  await expect.element(audit.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  expect(bodyRows(audit).elements()).toHaveLength(1);
  answer(AUDIT, { entries: [{ ...ENTRY, id: 700 }], hasMore: false });
  await audit.getByRole('button', { name: 'Retry' }).click();
  await expect.element(audit.getByRole('status')).toHaveTextContent('2 entries');
});

it('AuditWindow names companies and filters by one for a superadmin', async () => {
  answer('GET /admin/group', [
    { id: 3, groupName: 'Demo Pipelines' },
    { id: 21, groupName: 'Acme Gas' },
  ]);
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await showAudit(true);
  await expect.element(bodyRows(audit).first()).toMatchTextContent('Demo Pipelines');
  const company = audit.getByRole('combobox', { name: 'Company' });
  await company.fill('acme');
  await page.getByRole('option', { name: 'Acme Gas' }).click();
  await audit.getByRole('button', { name: 'Search' }).click();
  await expect.poll(lastQuery).toMatchObject({ groupId: 21 });
});

it('AuditWindow exports the filtered entries as a CSV file of today', async () => {
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  answer('GET /audit/export', 'time_utc,user_id\r\n');
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await showAudit();
  await audit.getByRole('button', { name: 'Dana Reyes' }).click();
  await expect.poll(lastQuery).toMatchObject({ person: 'Dana Reyes' });
  await audit.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => names).toEqual([expect.stringMatching(/^audit_\d{4}-\d\d-\d\d\.csv$/)]);
  expect(callsOf('GET /audit/export')).toMatchObject([{ query: { person: 'Dana Reyes' } }]);
  click.mockRestore();
});

it('AuditWindow cannot export while the console is offline', async () => {
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await showAudit();
  setOffline();
  await expect.element(audit.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
});

it('ErrorLogWindow shows each failure with its LogId and opens the stack of the requested one', async () => {
  answer(ERRORS, { entries: [FAILURE], hasMore: false });
  render(<ErrorLogWindow onClose={() => undefined} />, { role: 'superadmin' });
  const row = bodyRows(errors).first();
  await expect.element(row).toMatchTextContent('4711500internal-errorNobodyPOST /api/user');
  await expect.element(row.getByText('at store.ts:12')).not.toBeVisible();
  await errors.getByRole('textbox', { name: 'LogId' }).fill('4711');
  await userEvent.keyboard('{Enter}');
  await expect.element(row.getByText('at store.ts:12')).toBeVisible();
  expect(callsOf(ERRORS).at(-1)?.query).toMatchObject({ logId: 4711 });
  // Entries are dimmed until the newer ones have loaded.
  await expect.poll(() => errors.element().querySelector('[aria-busy=true]')).toBeNull();
  await expectAccessible();
});

it('ErrorLogWindow refuses a LogId that is not a number', async () => {
  answer(ERRORS, { entries: [FAILURE], hasMore: false });
  render(<ErrorLogWindow onClose={() => undefined} />, { role: 'superadmin' });
  const logId = errors.getByRole('textbox', { name: 'LogId' });
  await logId.fill('47x');
  await errors.getByRole('button', { name: 'Find' }).click();
  await expect.element(logId).toHaveAccessibleDescription('A LogId is a number');
  await expect.poll(() => callsOf(ERRORS)).toHaveLength(1);
});

it('ErrorLogWindow says that the log did not load and loads it on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(ERRORS, 'internal-error');
  render(<ErrorLogWindow onClose={() => undefined} />, { role: 'superadmin' });
  await expect.element(errors.getByRole('alert')).toMatchTextContent('Error log did not load');
  answer(ERRORS, { entries: [FAILURE], hasMore: false });
  await errors.getByRole('button', { name: 'Retry' }).click();
  await expect.element(bodyRows(errors).first()).toBeVisible();
});
