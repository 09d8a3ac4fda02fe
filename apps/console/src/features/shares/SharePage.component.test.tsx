import { sharesRoutes } from '@waymark/contract/routes/shares';
import { exampleShownRun } from '@waymark/contract/runs/shown-run';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { colors } from '#/features/shown-runs/testing/shown-page.ts';
import { answer, callsOf, loseConnection, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { SharePage } from './SharePage.tsx';
import type { SharePageData } from './use-share.ts';

const READ = 'POST /share/read';
const hidden = { ...exampleShownRun, places: null };
const example: SharePageData = {
  ...sharesRoutes.readShare.reply.parse(sharesRoutes.readShare.example.reply),
  run: hidden,
};

beforeEach(() => history.replaceState(null, '', `${location.pathname}#the-token`));
afterEach(() => history.replaceState(null, '', location.pathname));

const show = () => render(<SharePage colors={colors} />, { role: null });

it('[W-383] the page of a link shows the run, read only, in the zone of its line', async () => {
  answer(READ, example);
  show();
  await expect.element(page.getByRole('heading', { name: 'CLN-16-02' })).toBeVisible();
  await expect.element(page.getByText('On its way')).toBeVisible();
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent('Confirmed at AGM 01, 21:00 UTC-5 (1 h 00 min ago)');
  await expect.element(main).toMatchTextContent('This link ends 2026-03-24 19:00 UTC-5.');
  expect(page.getByRole('region', { name: 'Map' }).query()).toBeNull();
  expect(callsOf(READ)[0]).toEqual({ body: { token: 'the-token' } });
  await expectAccessible();
});

it('the chart of a run over midnight names the day that begins', async () => {
  answer(READ, example);
  show();
  await expect.element(page.getByText('03-18', { exact: true })).toBeInTheDocument();
});

it('[W-384] a page with a delay says of when it is', async () => {
  answer(READ, { ...example, delayMinutes: 30 });
  show();
  await expect.element(page.getByText(/30 minutes ago/)).toBeVisible();
});

it('[W-387] the page of an ended run says received and when', async () => {
  const received = { ...hidden, status: 'received' as const, receivedAt: Date.UTC(2026, 2, 18, 14, 5), end: null };
  answer(READ, { ...example, run: received });
  show();
  await expect.element(page.getByText('Received 2026-03-18 09:05 UTC-5')).toBeVisible();
});

it('[W-382] a link that has ended gets one answer', async () => {
  refuse(READ, 'share-not-found');
  show();
  await expect.element(page.getByText('This link does not lead to a run, or not any more.')).toBeVisible();
});

it('[W-385] a link with a password asks for it, and says when it is wrong or throttled', async () => {
  refuse(READ, 'share-password-needed');
  show();
  await expect.element(page.getByText('This link needs a password.')).toBeVisible();
  await expectAccessible();
  refuse(READ, 'share-password-wrong');
  await page.getByLabelText('Password').fill('guess');
  await page.getByRole('button', { name: 'Show the run' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('This password is wrong.');
  refuse(READ, 'sign-in-throttled');
  await page.getByLabelText('Password').fill('another');
  await page.getByRole('button', { name: 'Show the run' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Too many attempts');
  answer(READ, { ...example, pass: 'a-pass' });
  await page.getByLabelText('Password').fill('right one');
  await page.getByRole('button', { name: 'Show the run' }).click();
  await expect.element(page.getByRole('heading', { name: 'CLN-16-02' })).toBeVisible();
  expect(callsOf(READ).at(-1)).toEqual({ body: { token: 'the-token', password: 'right one' } });
});

it('a page without an answer says that there is no connection', async () => {
  loseConnection(READ);
  show();
  await expect.element(page.getByText('No connection')).toBeVisible();
});
