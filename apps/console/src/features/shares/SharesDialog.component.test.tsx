import { exampleRun } from '@waymark/contract/runs/pig-run';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { trackRun } from '#/features/runs/tracked-run.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import type { Share } from './shares.data.ts';
import { SharesDialog } from './SharesDialog.tsx';

const LIST = 'GET /share';
const MAKE = 'POST /share';
const REVOKE = 'DELETE /share/:id';
const SHARE: Share = {
  id: 12,
  runId: 41,
  name: 'Refinery Tulsa',
  createdAt: '2026-03-18 00:06:51',
  madeBy: 'Dana Reyes',
  expiresAt: '2026-03-25 00:00:00',
  isExpired: false,
  delayMinutes: 30,
  hidesPlaces: true,
  hasPassword: true,
  visits: 3,
  lastVisitAt: '2026-03-18 09:41:07',
};

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = dialogOf('Share Run');
const rows = list.getByRole('list', { name: 'Links to this run' }).getByRole('listitem');
const form = dialogOf('Make a Link');

function show(shares: readonly Share[] = [SHARE], blockedBecause?: string) {
  answer(LIST, [...shares]);
  const tracked = trackRun(exampleRun);
  return render(<SharesDialog isOpen tracked={tracked} blockedBecause={blockedBecause} onClose={() => undefined} />, {
    role: 'admin',
  });
}

it('[W-381] the dialog lists each link with its rules, its end and its visits', async () => {
  show([
    SHARE,
    {
      ...SHARE,
      id: 13,
      name: 'Open',
      delayMinutes: 0,
      hidesPlaces: false,
      hasPassword: false,
      visits: 0,
      lastVisitAt: null,
    },
  ]);
  await expect.element(rows.first()).toMatchTextContent('30 min late, without coordinates, with a password');
  await expect.element(rows.first()).toMatchTextContent('expires 2026-03-25 00:00:00 UTC');
  await expect.element(rows.first()).toMatchTextContent('3 visits, the last 2026-03-18 09:41:07 UTC');
  await expect.element(rows.nth(1)).toMatchTextContent('Shows everything of the run, live');
  await expect.element(rows.nth(1)).toMatchTextContent('Not visited yet');
  await expectAccessible();
});

it('[W-381] the dialog makes a link, and shows it once with its QR code', async () => {
  show([]);
  await expect.element(list).toMatchTextContent('No links to this run');
  answer(MAKE, { ...SHARE, token: 'the-token' });
  await list.getByRole('button', { name: 'Make a link' }).click();
  await form.getByLabelText('For').fill('Refinery Tulsa');
  await form.getByLabelText('Ends (UTC)').fill('2026-03-25 00:00:00');
  await form.getByLabelText('Delay in minutes').fill('30');
  await form.getByLabelText('Hide coordinates').click();
  await form.getByLabelText('Password of the link').fill('a password');
  await expectAccessible();
  await form.getByRole('button', { name: 'Make the link' }).click();
  const shown = dialogOf('Link to the run');
  await expect.element(shown.getByLabelText('Web address')).toHaveValue(`${location.origin}/share#the-token`);
  await expect.element(shown.getByRole('img', { name: 'QR code of the link below' })).toBeVisible();
  expect(callsOf(MAKE)).toEqual([
    {
      body: {
        runId: 41,
        name: 'Refinery Tulsa',
        expiresAt: Date.UTC(2026, 2, 25),
        delayMinutes: 30,
        hidesPlaces: true,
        password: 'a password',
      },
    },
  ]);
});

it('[W-381] the dialog names a refused end at its field', async () => {
  expectLogged(/^ApiError/);
  show([]);
  refuse(MAKE, 'share-expiry-refused');
  await list.getByRole('button', { name: 'Make a link' }).click();
  await form.getByLabelText('For').fill('Refinery');
  await form.getByLabelText('Ends (UTC)').fill('2036-03-25 00:00:00');
  await form.getByRole('button', { name: 'Make the link' }).click();
  await expect.element(form).toMatchTextContent('In the future, at most 90 days from now');
});

it('[W-382] the dialog revokes a link after a question', async () => {
  show();
  answer(REVOKE, {});
  await rows.first().getByRole('button', { name: 'Revoke Refinery Tulsa' }).click();
  answer(LIST, []);
  await dialogOf('Revoke link?').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(list).toMatchTextContent('No links to this run');
  expect(callsOf(REVOKE)).toEqual([{ params: { id: 12 } }]);
});

it('the dialog changes nothing without a connection', async () => {
  show([SHARE], 'Offline');
  await expect.element(rows.first().getByRole('button')).toBeDisabled();
  await expect.element(list.getByRole('button', { name: 'Make a link' })).toBeDisabled();
});
