import { formatUtcSecond } from '@waymark/domain/time/utc';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { HealthWindow } from './HealthWindow.tsx';

const READ = 'GET /pigrun/GetSystemHealth';
const HOUR_MS = 3_600_000;
const now = () => formatUtcSecond(Date.now());

const makeHealth = (): ReplyAt<typeof READ> => ({
  mapFaults: [],
  nodes: [
    {
      name: 'waymark-a',
      version: '1.0.0',
      commit: '0123456789abcdef',
      startedAt: '2026-03-17 22:00:12',
      seenAt: now(),
      isSilent: false,
      memoryBytes: 241_000_000,
      loopDelayMs: 12.4,
      consoles: 31,
      deviceConnections: 1,
      waitingPackets: 0,
      redis: 'up',
      broker: 'inside',
      disk: { freeBytes: 61_000_000_000, sizeBytes: 128_000_000_000 },
    },
  ],
  database: {
    version: '18.4',
    sizeBytes: 9_210_000_000,
    connections: 52,
    maxConnections: 200,
    schema: '0021-nodes.sql',
  },
  outbox: { waiting: 0, dead: 0, oldestAt: null },
  jobs: { waiting: 2, running: 1, failed: 0, oldestAt: now() },
  rejected: { messages: 1231, devices: 2, deviceErrors: 4 },
  alertRates: [
    {
      company: 'Demo Pipelines',
      raised: 36,
      most: 7,
      mostFrom: '2026-03-17 23:40:05',
      sources: [
        { kind: 'agm-offline', runName: 'North line', markerName: 'AGM 04', uid: 100_234, count: 12 },
        { kind: 'link-silent', runName: null, markerName: null, uid: null, count: 1 },
      ],
    },
  ],
  storage: [
    { group: 'Waveforms', bytes: 6_100_000_000 },
    { group: 'Heartbeats', bytes: 61_000_000 },
  ],
  backup: { at: now(), bytes: 3_200_000_000 },
});

const health = page.getByRole('dialog', { name: /^System Health/ });
const node = health.getByRole('region', { name: 'Node waymark-a' });
const concerns = health.getByRole('list', { name: 'Wants attention' });
const onRejections = vi.fn<() => void>();
const show = () =>
  render(<HealthWindow onClose={() => undefined} onRejections={onRejections} />, { role: 'superadmin' });

it('HealthWindow shows nodes, database and storage, and says that there are no problems', async () => {
  answer(READ, makeHealth());
  show();
  await expect.element(health.getByText('Nothing wants attention')).toBeVisible();
  await expect.element(node).toMatchTextContent('waymark-aLive');
  await expect.element(node).toMatchTextContent('1.0.0 (01234567)');
  await expect.element(node).toMatchTextContent('Memory241 MB');
  await expect.element(node).toMatchTextContent('Free disk space61 GB of 128 GB');
  await expect.element(health).toMatchTextContent('Database connections52 of 200');
  const storage = health.getByRole('list', { name: 'Storage by what it is for' }).getByRole('listitem');
  expect(storage.elements().map((item) => item.textContent)).toEqual(['Waveforms6.1 GB', 'Heartbeats61 MB']);
  await expectAccessible();
});

it('[W-172] HealthWindow counts the rejections of the last 24 hours and links to them', async () => {
  answer(READ, makeHealth());
  show();
  const rejected = health.getByRole('region', { name: 'Rejected in the last 24 hours' });
  await expect.element(rejected).toMatchTextContent('Messages rejected1,231Of devices2Errors that devices reported4');
  await rejected.getByRole('button', { name: 'Show rejected messages' }).click();
  expect(onRejections).toHaveBeenCalledOnce();
});

it('[W-347] HealthWindow shows the alerts of each company in ten minutes, and the most frequent ones', async () => {
  answer(READ, makeHealth());
  show();
  const rates = health.getByRole('region', { name: 'Alerts in the last 24 hours' });
  await expect.element(rates).toMatchTextContent('CompanyDemo PipelinesAlerts36');
  await expect.element(rates).toMatchTextContent('In ten minutes, average0.25');
  await expect.element(rates).toMatchTextContent('In ten minutes, most7, from 2026-03-17 23:40:05');
  const sources = rates.getByRole('listitem').elements();
  expect(sources.map((item) => item.textContent)).toEqual([
    'AGM offline, North line, AGM 04, 100234: 12',
    'No AGM connected: 1',
  ]);
});

it('HealthWindow lists all problems', async () => {
  const fine = makeHealth();
  const [first] = fine.nodes;
  if (!first) throw new Error('the example has no node');
  answer(READ, {
    ...fine,
    nodes: [
      { ...first, redis: 'away', waitingPackets: 2500 },
      { ...first, name: 'waymark-b', isSilent: true, seenAt: '2026-03-18 00:06:51' },
    ],
    database: { ...fine.database, connections: 190 },
    outbox: { waiting: 1, dead: 2, oldestAt: formatUtcSecond(Date.now() - HOUR_MS) },
    jobs: { ...fine.jobs, failed: 1 },
    backup: { at: formatUtcSecond(Date.now() - 72 * HOUR_MS), bytes: 1 },
  });
  show();
  await expect.element(concerns).toBeVisible();
  expect(
    concerns
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual([
    'waymark-a does not reach Redis.',
    'waymark-a: 2500 packets of devices wait.',
    'waymark-b has said nothing since 2026-03-18 00:06:51.',
    'The database has few connections left.',
    '2 messages could not be sent: see Messages.',
    expect.stringMatching(/^A message has been waiting since /),
    '1 job has failed for good.',
    'The last backup is older than two days.',
  ]);
  await expect.element(health.getByRole('region', { name: 'Node waymark-b' })).toMatchTextContent('Silent');
});

it('HealthWindow says that there is no backup yet', async () => {
  answer(READ, { ...makeHealth(), backup: null });
  show();
  await expect.element(health).toMatchTextContent('Last backupNone');
});

it('HealthWindow says why it did not load and loads on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(READ, 'internal-error');
  show();
  await expect.element(health.getByRole('alert')).toMatchTextContent('System health did not load');
  answer(READ, makeHealth());
  await health.getByRole('button', { name: 'Retry' }).click();
  await expect.element(node).toBeVisible();
});
