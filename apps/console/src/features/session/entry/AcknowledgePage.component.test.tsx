import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { AcknowledgePage } from './AcknowledgePage.tsx';
import { keepLinkToken } from './password-link.ts';

const READ = 'POST /acknowledge/read';
const DO = 'POST /acknowledge';
const OPEN: ReplyAt<typeof READ> = {
  state: 'open',
  message: '',
  userName: 'Dana Reyes',
  alerts: [
    {
      title: 'Pig stopped',
      run: 'North line',
      pig: 'CLN-16-02',
      marker: null,
      words: 'Nothing heard at AGM 04.',
      raisedAt: '2026-03-18 04:40:10 UTC (23:40:10 UTC-5)',
    },
  ],
  map: '/?runId=41',
};

const acknowledge = page.getByRole('button', { name: 'Acknowledge as Dana Reyes' });
const show = () => render(<AcknowledgePage />, { role: null, path: '/acknowledge' });

beforeEach(() => keepLinkToken('#token=q3hX0mC2vG6kq0sKcE1dUQ'));

it('[W-365] AcknowledgePage says what the link is about and acknowledges only with a click', async () => {
  answer(READ, OPEN);
  answer(DO, { ...OPEN, state: 'done', message: 'You acknowledged it 2026-03-18 04:42:31 UTC.' });
  show();
  await expect.element(acknowledge).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Alerts' })).toMatchTextContent('Pig stopped');
  await expect.element(page.getByText('North line, CLN-16-02')).toBeVisible();
  await expect.element(page.getByText('Raised 2026-03-18 04:40:10 UTC (23:40:10 UTC-5)')).toBeVisible();
  await expectAccessible();
  expect(callsOf(DO)).toEqual([]);
  await acknowledge.click();
  await expect.element(page.getByRole('status')).toMatchTextContent('You acknowledged it');
  await expect.element(acknowledge).not.toBeInTheDocument();
  expect(callsOf(DO)).toEqual([{ body: { token: 'q3hX0mC2vG6kq0sKcE1dUQ' } }]);
});

it('[W-365] AcknowledgePage shows who was first, and an alert that has ended', async () => {
  answer(READ, { ...OPEN, state: 'done', message: 'Ann Lee acknowledged it 2026-03-18 04:41:00 UTC.' });
  const { unmount } = show();
  await expect.element(page.getByText(/^Ann Lee acknowledged it/)).toBeVisible();
  await expect.element(acknowledge).not.toBeInTheDocument();
  unmount();
  answer(READ, { ...OPEN, state: 'ended', message: 'This alert has ended.' });
  show();
  await expect.element(page.getByText('This alert has ended.')).toBeVisible();
});

it('[W-365] AcknowledgePage says that a link has ended, and leads to the console', async () => {
  expectLogged(/^ApiError/);
  refuse(READ, 'answer-invalid');
  const { currentPath } = show();
  await expect.element(page.getByRole('alert')).toMatchTextContent('This link has ended');
  await expectAccessible();
  await page.getByRole('button', { name: 'Open Waymark' }).click();
  await expect.poll(currentPath).toBe('/');
});

it('[W-365] AcknowledgePage offers another attempt after a failure', async () => {
  expectLogged(/^ApiError/);
  answer(READ, OPEN);
  refuse(DO, 'not-ready');
  show();
  await acknowledge.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Not acknowledged.');
  answer(DO, { ...OPEN, state: 'done', message: 'You acknowledged it 2026-03-18 04:42:31 UTC.' });
  await acknowledge.click();
  await expect.element(page.getByText(/^You acknowledged it/)).toBeVisible();
});
