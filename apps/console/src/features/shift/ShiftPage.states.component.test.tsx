import { exampleHandover, exampleHandoverRow, exampleSheet } from '@waymark/contract/shift/handover';
import { exampleShiftEntry } from '@waymark/contract/shift/shift-entry';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useServerClock } from '#/live/clock-store.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { hear, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { DraftSection } from './DraftSection.tsx';
import { ShiftPage } from './ShiftPage.tsx';

const LOG = 'GET /shift/log';
const HANDOVERS = 'GET /shift/handovers';
const READ = 'GET /shift/handovers/:id';
const DRAFT = 'GET /shift/handovers/draft';
const TAKE = 'POST /shift/handovers/draft';
const DISCARD = 'DELETE /shift/handovers/draft';
const SIGN = 'POST /shift/handovers/draft/sign';
const COMPANIES = 'GET /admin/group';
const OFFLINE = 'You are offline. Saving is possible again once the connection is back.';
const MINUTE_MS = 60_000;

const draftPart = page.getByRole('region', { name: 'Hand over' });
const buttonOf = (name: string) => draftPart.getByRole('button', { name });
const words = draftPart.getByLabelText('Your words to the next shift');
const dialogOf = (name: string) => page.getByRole('dialog', { name });
const signed = page.getByRole('region', { name: 'Signed handovers' });
const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });

const takeNow = () => ({ words: 'Watch valve 3', sheet: { ...exampleSheet, takenAt: formatUtcSecond(Date.now()) } });

function showDraft(onSigned: (id: number) => void = () => undefined): void {
  answer(DRAFT, { draft: takeNow() });
  render(<DraftSection onSigned={onSigned} />);
}

function showPage(role: 'admin' | 'superadmin' = 'admin') {
  answer(DRAFT, { draft: null });
  answer(LOG, { entries: [exampleShiftEntry], next: null });
  answer('GET /pigrun', []);
  return render(<ShiftPage />, { role, path: '/shift' });
}

it('DraftSection says why the draft did not load and why no sheet was taken, and takes none while offline', async () => {
  expectLogged(/^ApiError: Not now/);
  refuse(DRAFT, 'forbidden', { detail: 'Not now.' });
  render(<DraftSection onSigned={() => undefined} />);
  await expect
    .element(draftPart.getByRole('alert'))
    .toMatchTextContent(`Your draft did not loadNot now. LogId = ${LOG_ID}`);
  answer(DRAFT, { draft: null });
  await retry.click();
  await expect.element(draftPart.getByText(/^Takes a sheet of what holds now\./)).toBeVisible();
  refuse(TAKE, 'internal-error', { detail: 'The database does not answer.' });
  await buttonOf('Hand over').click();
  await expect
    .element(draftPart.getByRole('alert'))
    .toHaveTextContent(`The database does not answer. LogId = ${LOG_ID}`);
  setOffline();
  await expect.element(buttonOf('Hand over')).toBeDisabled();
  await expect.element(buttonOf('Hand over')).toHaveAttribute('title', OFFLINE);
});

it('[W-373] DraftSection discards a draft after a confirmation only', async () => {
  showDraft();
  await expect.element(words).toHaveValue('Watch valve 3');
  answer(DISCARD, {});
  await buttonOf('Discard').click();
  const question = dialogOf('Discard this draft?');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(words).toBeVisible();
  expect(callsOf(DISCARD)).toEqual([]);
  await buttonOf('Discard').click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.element(buttonOf('Hand over')).toBeVisible();
  await expect.element(words).not.toBeInTheDocument();
  expect(callsOf(DISCARD)).toHaveLength(1);
});

it('[W-373] DraftSection keeps the words of a sheet that the server finds outdated, until it is signed', async () => {
  const onSigned = vi.fn<(id: number) => void>();
  showDraft(onSigned);
  await words.fill('Watch valve 4');
  refuse(SIGN, 'handover-outdated');
  await buttonOf('Sign').click();
  const question = dialogOf('Sign this handover?');
  await question.getByRole('button', { name: 'Sign' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('Take it again and read it.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(words).toHaveValue('Watch valve 4');
  expect(onSigned).not.toHaveBeenCalled();
  const again = { ...takeNow(), words: 'Watch valve 4' };
  answer(TAKE, { draft: again });
  await buttonOf('Take it again').click();
  await expect.poll(() => callsOf(TAKE)).toEqual([{ body: { notes: 'Watch valve 4' } }]);
  await expect.element(buttonOf('Take it again')).not.toHaveAttribute('aria-busy');
  answer(SIGN, { handover: exampleHandover });
  await buttonOf('Sign').click();
  await question.getByRole('button', { name: 'Sign' }).click();
  await expect.element(buttonOf('Hand over')).toBeVisible();
  expect(onSigned).toHaveBeenCalledExactlyOnceWith(9);
  const takenAt = Date.parse(`${again.sheet.takenAt.replace(' ', 'T')}Z`);
  expect(callsOf(SIGN).at(-1)).toEqual({ body: { takenAt, notes: 'Watch valve 4' } });
});

it("[W-373] DraftSection counts the age of a sheet by the server's clock, and signs none while offline", async () => {
  showDraft();
  const old = draftPart.getByText(/^The sheet is older than 30 minutes/);
  await expect.element(buttonOf('Sign')).toBeEnabled();
  useServerClock.setState({ offsetMs: 31 * MINUTE_MS });
  await expect.element(old).toBeVisible();
  await expect.element(buttonOf('Sign')).toBeDisabled();
  useServerClock.setState({ offsetMs: 29 * MINUTE_MS });
  await expect.element(old).not.toBeInTheDocument();
  await expect.element(buttonOf('Sign')).toBeEnabled();
  setOffline();
  for (const name of ['Take it again', 'Discard', 'Sign']) {
    await expect.element(buttonOf(name)).toBeDisabled();
    await expect.element(buttonOf(name)).toHaveAttribute('title', OFFLINE);
  }
});

it('[W-374] ShiftPage counts the waiting handovers until other users have accepted them, and leads back to the map', async () => {
  answer(HANDOVERS, { handovers: [exampleHandoverRow], hasMore: false, waiting: 2 });
  const { currentPath } = showPage();
  await expect.element(page.getByText('2 handovers wait to be accepted.')).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Handovers (2 waiting)' })).toBeVisible();
  answer(HANDOVERS, { handovers: [], hasMore: false, waiting: 1 });
  hear('ReceiveShift', { groupId: 3 });
  await expect.element(page.getByText('1 handover waits to be accepted.')).toBeVisible();
  answer(HANDOVERS, { handovers: [], hasMore: false, waiting: 0 });
  hear('ReceiveShift', { groupId: 3 });
  await expect.element(page.getByRole('button', { name: 'Show handovers' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('tab', { name: 'Handovers', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back to Map' }).click();
  await expect.poll(currentPath).toBe('/');
});

it('ShiftPage lists older handovers with who accepted them, and says why a chosen one did not load', async () => {
  expectLogged(/^ApiError: There is no such handover/);
  const accepted = { userId: 14, name: 'Sam Ortiz', at: '2026-03-18 06:02:10', remark: '' };
  answer(HANDOVERS, ({ query }) =>
    query.before === undefined
      ? { handovers: [exampleHandoverRow], hasMore: true, waiting: 0 }
      : { handovers: [{ ...exampleHandoverRow, id: 8, accepted }], hasMore: false, waiting: 0 },
  );
  showPage();
  await page.getByRole('tab', { name: 'Handovers' }).click();
  const older = signed.getByRole('button', { name: 'Show older' });
  await older.click();
  const rows = signed.getByRole('listitem');
  await expect.element(rows.nth(1)).toMatchTextContent('Accepted by Sam Ortiz, 2026-03-18 06:02:10 UTC');
  await expect.element(rows.nth(0)).toMatchTextContent('Waits to be accepted');
  await expect.element(older).not.toBeInTheDocument();
  expect(callsOf(HANDOVERS).at(-1)).toMatchObject({ query: { before: 9 } });
  refuse(READ, 'handover-not-found');
  const choose = signed.getByRole('button', { name: 'Show Handover 8' });
  await choose.click();
  await expect.element(choose).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Handover did not load');
  answer(READ, { handover: { ...exampleHandover, id: 8, accepted } });
  await retry.click();
  await expect.element(page.getByRole('region', { name: 'Handover 8', exact: true })).toBeVisible();
  expect(callsOf(READ).at(-1)).toEqual({ params: { id: 8 } });
});

it('[W-370] ShiftPage reads no log before a superadmin has chosen a company, and then offers nothing to write', async () => {
  expectLogged(/^ApiError/);
  refuse(COMPANIES, 'forbidden');
  answer(HANDOVERS, { handovers: [exampleHandoverRow], hasMore: false, waiting: 1 });
  showPage('superadmin');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Companies did not load');
  answer(COMPANIES, [{ id: 3, groupName: 'Acme Pipelines' }]);
  await retry.click();
  await expect.element(page.getByText('Choose a company to read its log.')).toBeVisible();
  expect([...callsOf(LOG), ...callsOf(HANDOVERS)]).toEqual([]);
  await page.getByLabelText('Company').selectOptions('Acme Pipelines');
  await expect.element(page.getByText('Note 12')).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Handovers (1 waiting)' })).toBeVisible();
  for (const name of ['Show handovers', 'Correct with a new note', 'Save note'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  expect(callsOf(HANDOVERS)).toMatchObject([{ query: { groupId: 3 } }]);
});

it('ShiftPage says why older handovers and a newer draft did not load, and keeps those that it has', async () => {
  expectLogged(/^ApiError/);
  answer(HANDOVERS, { handovers: [exampleHandoverRow], hasMore: true, waiting: 0 });
  showPage();
  await page.getByRole('tab', { name: 'Handovers' }).click();
  const older = signed.getByRole('button', { name: 'Show older' });
  await expect.element(older).toBeVisible();
  refuse(HANDOVERS, 'forbidden');
  await older.click();
  await expect.element(signed.getByRole('alert')).toMatchTextContent('Handovers did not load');
  await expect.element(signed.getByRole('listitem')).toMatchTextContent('Handover 9');
  await expect.element(older).not.toBeInTheDocument();
  answer(HANDOVERS, { handovers: [exampleHandoverRow], hasMore: true, waiting: 0 });
  refuse(DRAFT, 'forbidden');
  hear('ReceiveShift', { groupId: 3 });
  await expect.element(draftPart.getByRole('alert')).toMatchTextContent('Your draft did not load');
  await expect.element(buttonOf('Hand over')).toBeVisible();
  await expect.element(older).toBeVisible();
});
