import { healthRoutes } from '@waymark/contract/routes/health';
import { describe, expect, it } from 'vitest';
import type { SystemHealth } from './health.data.ts';
import { describeVersion, formatBytes, listConcerns } from './health.view.ts';

const NOW = Date.UTC(2026, 2, 18, 0, 7, 0);
const example: SystemHealth = healthRoutes.systemHealth.reply.parse(healthRoutes.systemHealth.example.reply);
const quiet: SystemHealth = { ...example, outbox: { waiting: 0, dead: 0, oldestAt: null }, mapFaults: [] };
const [node] = example.nodes;

function withNode(change: Partial<SystemHealth['nodes'][number]>): SystemHealth {
  return { ...quiet, nodes: example.nodes.map((each) => ({ ...each, ...change })) };
}

const withRate = (change: Partial<SystemHealth['alertRates'][number]>): SystemHealth => ({
  ...quiet,
  alertRates: example.alertRates.map((rate) => ({ ...rate, ...change })),
});

describe('the concerns', () => {
  it('listConcerns is empty while all is well', () => {
    expect(listConcerns(quiet, NOW)).toEqual([]);
  });

  it.each<[string, SystemHealth]>([
    ['waymark-a has said nothing since 2026-03-18 00:06:51.', withNode({ isSilent: true, redis: 'away' })],
    [
      'The map file texas.pmtiles is not used: it is cut.',
      { ...quiet, mapFaults: [{ file: 'texas.pmtiles', why: 'it is cut' }] },
    ],
    ['waymark-a does not reach Redis.', withNode({ redis: 'away' })],
    ['waymark-a does not reach the MQTT broker.', withNode({ broker: 'away' })],
    ['waymark-a: only 2 GB of the disk are free.', withNode({ disk: { freeBytes: 2e9, sizeBytes: 40e9 } })],
    ['waymark-a: 1001 packets of devices wait.', withNode({ waitingPackets: 1001 })],
    ['waymark-a is busy: something due had to wait for 812 ms.', withNode({ loopDelayMs: 812.3 })],
    [
      'The nodes run different versions.',
      { ...quiet, nodes: [...quiet.nodes, ...quiet.nodes.map((each) => ({ ...each, version: '1.1.0' }))] },
    ],
    ['The database has few connections left.', { ...quiet, database: { ...quiet.database, connections: 170 } }],
    [
      'Demo Pipelines: 11 alerts within ten minutes from 2026-03-17 23:40:05; a person can handle 10.',
      withRate({ most: 11 }),
    ],
    ['Demo Pipelines: 1.01 alerts in ten minutes over the day; a person can handle 1.', withRate({ raised: 145 })],
    ['1 message could not be sent: see Messages.', { ...example, mapFaults: [] }],
    [
      'A message has been waiting since 2026-03-17 23:00:00.',
      { ...quiet, outbox: { waiting: 1, dead: 0, oldestAt: '2026-03-17 23:00:00' } },
    ],
    ['2 jobs have failed for good.', { ...quiet, jobs: { ...quiet.jobs, failed: 2 } }],
    [
      'A job has been due since 2026-03-18 00:00:00.',
      { ...quiet, jobs: { ...quiet.jobs, oldestAt: '2026-03-18 00:00:00' } },
    ],
    ['The last backup is older than two days.', { ...quiet, backup: { at: '2026-03-15 23:00:00', bytes: 1 } }],
  ])('%s', (text, health) => {
    expect(listConcerns(health, NOW)).toEqual([text]);
  });

  it('an installation without a recorded backup may be backed up by other means', () => {
    expect(listConcerns({ ...quiet, backup: null }, NOW)).toEqual([]);
  });
});

describe('figures in words', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [999_999, '1,000 kB'],
    [9_210_000_000, '9.21 GB'],
    [241_000_000, '241 MB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('a release version names its commit', () => {
    expect(node && describeVersion(node)).toBe('1.0.0');
    expect(describeVersion({ version: '1.0.0', commit: '0123456789abcdef' })).toBe('1.0.0 (01234567)');
  });
});
