import { auditRoutes } from '@waymark/contract/routes/audit';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { AuditEntry } from './audit.data.ts';
import { AuditWindow } from './AuditWindow.tsx';

const AUDIT = 'GET /audit';
const EXPORT = 'GET /audit/export';
const GROUPS = 'GET /admin/group';
const [ENTRY] = auditRoutes.listAudit.reply.parse(auditRoutes.listAudit.example.reply).entries;
if (!ENTRY) throw new Error('the example has an entry');
const COMPANIES = [
  { id: 3, groupName: 'Demo Pipelines' },
  { id: 21, groupName: 'Acme Gas' },
];
const entryOf = (part: Partial<AuditEntry>): AuditEntry => ({ ...ENTRY, before: null, after: null, ...part });

const audit = page.getByRole('dialog', { name: 'Audit Log' });
const rows = audit.getByRole('row').filter({ has: page.getByRole('cell') });
const count = audit.getByRole('status');
const person = audit.getByRole('textbox', { name: 'Person' });
const press = (name: string) => audit.getByRole('button', { name, exact: true }).click();
const lastQuery = () => callsOf(AUDIT).at(-1)?.query;

afterEach(() => vi.restoreAllMocks());

const draw = (seesAll = false) =>
  render(<AuditWindow seesAll={seesAll} onClose={() => undefined} />, { role: seesAll ? 'superadmin' : 'admin' });

async function show(entries: readonly AuditEntry[], seesAll = false): Promise<void> {
  answer(AUDIT, { entries: [...entries], hasMore: false });
  draw(seesAll);
  await expect.element(count).toMatchTextContent(/entr(?:y|ies)$/);
}

it('AuditWindow says that the log loads, then why it did not, and loads it on Retry', async () => {
  expectLogged(/^ApiError/);
  const held = holdAnswer(AUDIT);
  draw();
  await expect.element(count).toHaveTextContent('Loading audit log');
  held.refuse('internal-error');
  await expect.element(audit.getByRole('alert')).toMatchTextContent('Audit log did not load');
  await expect.element(audit.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(count).toBeEmptyDOMElement();
  answer(AUDIT, { entries: [ENTRY], hasMore: false });
  await press('Retry');
  await expect.element(count).toHaveTextContent('1 entry');
  expect(audit.getByRole('alert').query()).toBeNull();
});

it('AuditWindow names the company of an entry for a superadmin, and its number if it is gone', async () => {
  answer(GROUPS, COMPANIES);
  const moved = entryOf({ before: { groupId: 3 }, after: { groupId: 21 } });
  await show([moved, entryOf({ id: 811, groupId: 99 }), entryOf({ id: 810, groupId: null })], true);
  await expect.element(rows.first()).toMatchTextContent('company: Demo Pipelines → becomes Acme Gas');
  const companies = rows.elements().map((row) => row.querySelectorAll('td').item(4).textContent);
  expect(companies).toEqual(['Demo Pipelines', '99', '']);
});

it('AuditWindow filters by a company for a superadmin, says that it finds none, and searches all again', async () => {
  answer(GROUPS, COMPANIES);
  await show([ENTRY], true);
  const company = audit.getByRole('combobox', { name: 'Company' });
  await company.fill('north');
  await expect.element(page.getByText('No results')).toBeVisible();
  await company.fill('acme');
  await page.getByRole('option', { name: 'Acme Gas' }).click();
  await press('Search');
  await expect.poll(lastQuery).toMatchObject({ groupId: 21 });
  await audit.getByLabelText('Any company').click();
  await press('Search');
  await expect.poll(() => lastQuery()?.groupId).toBeUndefined();
  await expect.element(audit.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
});

it('AuditWindow has neither a column nor a filter of companies for an admin, and asks for none', async () => {
  await show([ENTRY]);
  const heads = audit.getByRole('columnheader').elements();
  expect(heads.map(({ textContent }) => textContent)).toEqual(['Time (UTC)', 'Who', 'What', 'Object', 'Changes']);
  expect(audit.getByRole('combobox', { name: 'Company' }).query()).toBeNull();
  expect(callsOf(GROUPS)).toEqual([]);
});

it('[W-404] AuditWindow names an API key, the server and a user who signs in, and finds the entries of each', async () => {
  const byKey = entryOf({ userId: -5, userName: 'SCADA gateway' });
  const byServer = entryOf({ id: 811, userId: null, userName: 'first start', address: null });
  const signIn = entryOf({ id: 810, userId: null, userName: 'sign-in', action: 'signed-in', objectName: 'Eli Local' });
  await show([byKey, byServer, signIn]);
  await expect.element(rows.first()).toMatchTextContent('SCADA gateway192.0.2.17');
  await expect.element(rows.nth(1)).toMatchTextContent('Systemfirst start');
  await expect.element(rows.nth(2)).toMatchTextContent('Eli Localsign-in · 192.0.2.17Signed in');
  await press('SCADA gateway');
  await expect.poll(lastQuery).toMatchObject({ person: 'SCADA gateway' });
  await press('System');
  await expect.poll(lastQuery).toMatchObject({ person: 'first start' });
  await rows.nth(2).getByTitle('Show only this person').click();
  await expect.poll(lastQuery).toMatchObject({ person: '9' });
});

it('AuditWindow keeps the filter for older entries, dims the rows of the last search, and starts the next at the newest', async () => {
  answer(AUDIT, ({ query: { before = 900 } }) => ({ entries: [entryOf({ id: before - 1 })], hasMore: before > 899 }));
  draw();
  await press('Dana Reyes');
  await expect.poll(lastQuery).toMatchObject({ person: 'Dana Reyes' });
  await press('Show older');
  await expect.element(count).toHaveTextContent('2 entries');
  expect(lastQuery()).toMatchObject({ person: 'Dana Reyes', before: 899 });
  const held = holdAnswer(AUDIT);
  await person.fill('Okafor');
  await press('Search');
  await expect
    .poll(() => audit.element().querySelector('[aria-busy=true]')?.querySelectorAll('tbody tr').length)
    .toBe(2);
  expect(lastQuery()).toMatchObject({ person: 'Okafor' });
  expect(lastQuery()?.before).toBeUndefined();
  held.answer({ entries: [], hasMore: false });
  await expect.element(audit.getByText('No results')).toBeVisible();
  expect(rows.elements()).toEqual([]);
});

it('AuditWindow does not search by a click on a row while a time is invalid, and does with its correction', async () => {
  await show([ENTRY]);
  const to = audit.getByRole('textbox', { name: 'To (UTC)' });
  await to.fill('2026-02-30');
  await press('Dana Reyes');
  await expect.element(to).toHaveAccessibleDescription('Invalid date');
  await expect.element(person).toHaveValue('Dana Reyes');
  expect(callsOf(AUDIT)).toHaveLength(1);
  await to.fill('2026-02-28');
  await press('Search');
  const endDate = Date.UTC(2026, 1, 28, 23, 59, 59);
  await expect.poll(lastQuery).toMatchObject({ person: 'Dana Reyes', endDate });
});

it('AuditWindow exports a file that spreadsheets read as UTF-8, tells a failed export, and says why there is none offline', async () => {
  expectLogged(/^ApiError/);
  const made = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await show([ENTRY]);
  refuse(EXPORT, 'internal-error');
  await press('Export CSV');
  await expect.element(page.getByText('A call to the server failed')).toBeVisible();
  expect(made).not.toHaveBeenCalled();
  answer(EXPORT, 'time_utc,user\r\n2026-03-18 00:06:51,Zoë\r\n');
  await press('Export CSV');
  await expect.poll(() => made.mock.calls).toHaveLength(1);
  const [file] = made.mock.calls[0] ?? [];
  if (!(file instanceof Blob)) throw new Error('the export saves no file');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  expect(new TextDecoder().decode(bytes)).toBe('time_utc,user\r\n2026-03-18 00:06:51,Zoë\r\n');
  setOffline();
  const reason = 'You are offline. Saving is possible again once the connection is back.';
  await expect.element(audit.getByRole('button', { name: 'Export CSV' })).toHaveAttribute('title', reason);
});
