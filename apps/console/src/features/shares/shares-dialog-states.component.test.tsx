import { examplePath } from '@waymark/contract/runs/pig-path';
import { exampleRun } from '@waymark/contract/runs/pig-run';
import { sharesRoutes } from '@waymark/contract/routes/shares';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { useZoneStore } from '#/ui/clock/zones.ts';
import type { Share } from './shares.data.ts';
import { SharesDialog } from './SharesDialog.tsx';

const LIST = 'GET /share';
const MAKE = 'POST /share';
const REVOKE = 'DELETE /share/:id';
const [SHARE] = sharesRoutes.listShares.reply.parse(sharesRoutes.listShares.example.reply);
if (!SHARE) throw new Error('the example has a link');
const inChicago = JSON.stringify({ ...examplePath, timeZone: 'America/Chicago' });

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = dialogOf('Share Run');
const rows = list.getByRole('list', { name: 'Links to this run' }).getByRole('listitem');
const form = dialogOf('Make a Link');
const field = (label: string) => form.getByLabelText(label);
const makeALink = list.getByRole('button', { name: 'Make a link' });
const submit = form.getByRole('button', { name: 'Make the link' });
const secret = dialogOf('Link to the run');
const question = dialogOf('Revoke link?');

const dialog = (blockedBecause?: string) => (
  <SharesDialog
    isOpen
    tracked={trackRun({ ...exampleRun, pigPath: inChicago })}
    blockedBecause={blockedBecause}
    onClose={() => undefined}
  />
);

function show(shares: readonly Share[] = []) {
  answer(LIST, [...shares]);
  return render(dialog());
}

it('SharesDialog says that the links did not load, and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(LIST, 'internal-error');
  render(dialog());
  await expect.element(list.getByRole('alert')).toMatchTextContent(/links did not load/i);
  await expect.element(list.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  expect(makeALink.query()).toBeNull();
  answer(LIST, [SHARE]);
  await list.getByRole('button', { name: 'Retry' }).click();
  await expect.element(rows.first()).toMatchTextContent('Refinery Tulsa');
  expect(list.getByRole('alert').query()).toBeNull();
  expect(callsOf(LIST).map(({ query }) => query)).toEqual([{ runId: 41 }, { runId: 41 }]);
});

it('[W-309] SharesDialog writes and reads times in the zone of the line, and marks an expired link', async () => {
  useZoneStore.setState({ times: 'line' });
  show([{ ...SHARE, isExpired: true }]);
  await expect.element(rows.first()).toMatchTextContent('Refinery TulsaExpired');
  await expect
    .element(rows.first())
    .toMatchTextContent('Made 2026-03-17 19:06:51 UTC-5 by Dana Reyes, expired 2026-03-24 19:00:00 UTC-5');
  await expect.element(rows.first()).toMatchTextContent('3 visits, the last 2026-03-18 04:41:07 UTC-5');
  answer(MAKE, { ...SHARE, token: 'the-token' });
  await makeALink.click();
  await field('For').fill('Refinery');
  await field('Ends (America/Chicago)').fill('2026-03-24 19:00:00');
  await submit.click();
  await expect.element(secret).toBeVisible();
  expect(callsOf(MAKE)).toMatchObject([{ body: { expiresAt: Date.UTC(2026, 2, 25), password: null } }]);
});

it('[W-381] SharesDialog refuses a link without a name, a time or a whole password, and keeps the entries while offline', async () => {
  const { rerender } = show();
  await makeALink.click();
  await field('Ends (UTC)').fill('2026-03-25');
  await field('Delay in minutes').fill('');
  await field('Password of the link').fill('short');
  await submit.click();
  await expect.element(field('For')).toHaveAccessibleDescription('Say for whom the link is');
  await expect.element(field('For')).toHaveFocus();
  await expect.element(field('Ends (UTC)')).toHaveAccessibleDescription('Invalid time');
  await expect.element(form).toMatchTextContent('0 to 1440 minutes');
  await expect.element(form).toMatchTextContent('At least 8 characters');
  rerender(dialog('You are offline.'));
  await expect.element(submit).toBeDisabled();
  await expect.element(submit).toHaveAccessibleDescription('You are offline.');
  await expect.element(field('Password of the link')).toHaveValue('short');
  expect(callsOf(MAKE)).toEqual([]);
});

it('SharesDialog keeps the form with the reason when a run has too many links, and sends it again', async () => {
  expectLogged(/^ApiError/);
  show([SHARE]);
  refuse(MAKE, 'too-many-shares');
  await makeALink.click();
  await field('For').fill('Control room');
  await submit.click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('A run has at most 20 links.');
  await expect.element(field('For')).toHaveValue('Control room');
  answer(MAKE, { ...SHARE, name: 'Control room', token: 'the-token' });
  await submit.click();
  await expect.element(secret).toMatchTextContent('Control room');
  expect(callsOf(MAKE).map(({ body }) => body.name)).toEqual(['Control room', 'Control room']);
});

it('[W-381] SharesDialog closes a new link only after a question, and lists it then', async () => {
  show();
  answer(MAKE, () => {
    answer(LIST, [{ ...SHARE, visits: 0, lastVisitAt: null }]);
    return { ...SHARE, token: 'the-token' };
  });
  await makeALink.click();
  await field('For').fill('Refinery Tulsa');
  await submit.click();
  await expect.element(secret).toMatchTextContent('This link is shown only now.');
  await userEvent.keyboard('{Escape}');
  const leaving = dialogOf('Close without the link?');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(leaving).not.toBeInTheDocument();
  await expect.element(secret.getByLabelText('Web address')).toHaveValue(`${location.origin}/share#the-token`);
  await secret.getByRole('button', { name: 'I have copied it' }).click();
  await expect.element(secret).not.toBeInTheDocument();
  await expect.element(rows.first()).toMatchTextContent('Not visited yet');
});

it('[W-382] SharesDialog revokes nothing on Cancel, and reads the links again when another admin was faster', async () => {
  show([SHARE]);
  const revoke = rows.first().getByRole('button', { name: 'Revoke Refinery Tulsa' });
  await revoke.click();
  await expect.element(question).toMatchTextContent('The link for Refinery Tulsa shows nothing more');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(callsOf(REVOKE)).toEqual([]);
  refuse(REVOKE, 'share-not-found');
  await revoke.click();
  answer(LIST, []);
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('This link does not lead to a run');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(list).toMatchTextContent('No links to this run');
});
