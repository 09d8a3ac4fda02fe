import { sharesRoutes } from '@waymark/contract/routes/shares';
import { exampleShownRun } from '@waymark/contract/runs/shown-run';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { colors, passSeconds } from '#/features/shown-runs/testing/shown-page.ts';
import { answer, callsOf, holdAnswer, loseConnection, refuse, untilAnswered } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { SharePage } from './SharePage.tsx';
import type { SharePageData } from './use-share.ts';

const READ = 'POST /share/read';
const MINUTE = 60_000;
/** 22:00 of the day before, in the zone of the line. */
const NOW = Date.UTC(2026, 2, 18, 3);
const example: SharePageData = {
  ...sharesRoutes.readShare.reply.parse(sharesRoutes.readShare.example.reply),
  run: { ...exampleShownRun, places: null },
};
const withRun = (part: Partial<SharePageData['run']>): SharePageData => ({
  ...example,
  run: { ...example.run, ...part },
});
const before = location.href;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
  history.replaceState(null, '', `${location.pathname}#the-token`);
});
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', before);
});

const show = () => render(<SharePage colors={colors} />, { role: null });
const heading = page.getByRole('heading', { name: 'CLN-16-02' });
const password = page.getByLabelText('Password');
const send = page.getByRole('button', { name: 'Show the run' });
const sent = () => callsOf(READ).map(({ body: { token: _token, ...proof } }) => proof);

it('SharePage says that it loads, then that a failing server does not answer, and shows the run once it does', async () => {
  const held = holdAnswer(READ);
  show();
  await expect.element(page.getByRole('status')).toMatchTextContent('Loading the run');
  held.refuse('internal-error');
  await expect.element(page.getByRole('status')).toMatchTextContent('No connection');
  await untilAnswered();
  answer(READ, example);
  await passSeconds(10);
  await expect.element(heading).toBeVisible();
});

it('[W-382] SharePage removes the run when its link is revoked while it is open, and asks no more', async () => {
  answer(READ, example);
  show();
  await expect.element(heading).toBeVisible();
  refuse(READ, 'share-not-found');
  await passSeconds(10);
  await expect.element(page.getByRole('status')).toMatchTextContent('This link does not lead to a run');
  expect(heading.query()).toBeNull();
  await passSeconds(60);
  expect(callsOf(READ)).toHaveLength(2);
});

it('SharePage sends the pass in place of the password, and asks again for the password once the pass has ended', async () => {
  refuse(READ, 'share-password-needed');
  show();
  await password.fill('right one');
  answer(READ, { ...example, pass: 'a-pass' });
  await send.click();
  await expect.element(heading).toBeVisible();
  await untilAnswered();
  await passSeconds(10);
  refuse(READ, 'share-password-needed');
  await passSeconds(10);
  await expect.element(password).toHaveValue('');
  expect(heading.query()).toBeNull();
  expect(page.getByRole('alert').query()).toBeNull();
  answer(READ, { ...example, pass: 'another-pass' });
  await password.fill('right one');
  await send.click();
  await expect.element(heading).toBeVisible();
  const [typed, later] = [{ password: 'right one' }, { pass: 'a-pass' }];
  expect(sent()).toEqual([{}, typed, later, later, typed]);
});

it('SharePage sends a password with Enter, never an empty one, and keeps it while the server is busy', async () => {
  refuse(READ, 'share-password-needed');
  show();
  await send.click();
  refuse(READ, 'passwords-busy');
  await password.fill('right one');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server is checking too many passwords.');
  await expect.element(password).toHaveValue('right one');
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  expect(sent()).toEqual([{}, { password: 'right one' }]);
});

it('SharePage keeps the run without a connection, says since when in the zone of the line, and follows again', async () => {
  answer(READ, () => ({ ...example, now: Date.now() }));
  show();
  await expect.element(heading).toBeVisible();
  loseConnection(READ);
  await passSeconds(10);
  expect(page.getByRole('alert').query()).toBeNull();
  await passSeconds(2);
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('No connection since 22:00 UTC-5, what you see is old');
  await expect.element(heading).toBeVisible();
  answer(READ, { ...withRun({ status: 'stopped' }), now: Date.now() });
  await passSeconds(10);
  await expect.element(page.getByText('Stopped', { exact: true })).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

it('[W-383] SharePage names the next marker with its time, a passage that is not verified, and the units of the company', async () => {
  const arrivals = { expectedAt: NOW - 60 * MINUTE, earliestAt: null, latestAt: null };
  const next = { name: 'AGM 02', distanceM: 30_000, due: 'overdue' as const, ...arrivals };
  const lastHeard = { name: 'AGM 03', at: NOW - 5 * MINUTE, isVerified: false };
  answer(READ, { ...withRun({ status: 'overdue', next, lastHeard }), units: 'metric' });
  show();
  const main = page.getByRole('main');
  await expect.element(main).toMatchTextContent('CLN-16-02Cushing to TulsaOverdue');
  await expect.element(main).toMatchTextContent('Next: AGM 02overdue 1:00was expected 21:00 UTC-5');
  const span = 'in 11 h 00 min, between 03-18 08:00 and 03-18 11:00 UTC-5';
  await expect.element(main).toMatchTextContent(`Arrival at Tulsa03-18 09:00 UTC-5${span}`);
  await expect.element(main).toMatchTextContent('Heard at AGM 03, 21:55 UTC-5, not verified');
  await expect.element(main).toMatchTextContent('Progress16.6 km of 68.3 km');
  answer(READ, withRun({ next: example.run.end }));
  await passSeconds(10);
  await expect.element(main).toMatchTextContent('On its way');
  await expect.element(main).not.toMatchTextContent('Next:');
});

it('SharePage leaves out its foot where it is embedded', async () => {
  history.replaceState(null, '', `${location.pathname}?embed#the-token`);
  answer(READ, example);
  show();
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByRole('main')).not.toMatchTextContent('This link ends');
});
