import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { z } from 'zod';
import { utcSecond } from '../devices/fields.ts';
import { SUPERADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

const count = z.int().min(0);

const node = z.object({
  name: z.string(),
  version: z.string(),
  /** null: not running from a release. */
  commit: z.string().nullable(),
  startedAt: utcSecond,
  seenAt: utcSecond,
  /** No sign of life for 45 s: killed, or without its database. */
  isSilent: z.boolean(),
  memoryBytes: count,
  /** Longest delay of the event loop in the last 15 s. */
  loopDelayMs: z.number().min(0),
  consoles: count,
  deviceConnections: count,
  /** Device packets that are not stored yet. */
  waitingPackets: count,
  redis: z.enum(['none', 'up', 'away']),
  broker: z.enum(['none', 'inside', 'up', 'away']),
  /** The fuller one of the disks of the data folder and the log; null: not measured. */
  disk: z.object({ freeBytes: count, sizeBytes: count }).nullable(),
});

export const healthRoutes = {
  systemHealth: defineRoute({
    method: 'GET',
    path: '/pigrun/GetSystemHealth',
    summary: 'The state of the installation: nodes, database, waiting messages and jobs, storage, last backup.',
    access: SUPERADMIN,
    reply: z.object({
      nodes: z.array(node),
      database: z.object({
        version: z.string(),
        sizeBytes: count,
        connections: count,
        maxConnections: count,
        schema: z.string(),
      }),
      outbox: z.object({ waiting: count, dead: count, oldestAt: utcSecond.nullable() }),
      jobs: z.object({ waiting: count, running: count, failed: count, oldestAt: utcSecond.nullable() }),
      /** Last 24 hours: unusable messages, their devices, and errors reported by devices. */
      rejected: z.object({ messages: count, devices: count, deviceErrors: count }),
      /** Last 24 hours, by company, the highest rate first: alerts that asked for attention; silenced ones and facts do not. */
      alertRates: z.array(
        z.object({
          company: z.string(),
          raised: count,
          /** The most within ten minutes, and when these began. */
          most: count,
          mostFrom: utcSecond,
          /** At most five. */
          sources: z.array(
            z.object({
              kind: z.enum(ALERT_KINDS),
              runName: z.string().nullable(),
              markerName: z.string().nullable(),
              uid: z.int().nullable(),
              count,
            }),
          ),
        }),
      ),
      /** The largest first. */
      storage: z.array(z.object({ group: z.string(), bytes: count })),
      /** Made by the admin command; null: never. */
      backup: z.object({ at: utcSecond, bytes: count }).nullable(),
      /** Map files that cannot be used, and why. */
      mapFaults: z.array(z.object({ file: z.string(), why: z.string() })),
    }),
    example: {
      reply: {
        nodes: [
          {
            name: 'waymark-a',
            version: '1.0.0',
            commit: null,
            startedAt: '2026-03-17 22:00:12',
            seenAt: '2026-03-18 00:06:51',
            isSilent: false,
            memoryBytes: 241_000_000,
            loopDelayMs: 12.4,
            consoles: 31,
            deviceConnections: 1,
            waitingPackets: 0,
            redis: 'up',
            broker: 'up',
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
        outbox: { waiting: 0, dead: 1, oldestAt: null },
        jobs: { waiting: 2, running: 1, failed: 0, oldestAt: '2026-03-18 00:06:50' },
        rejected: { messages: 31, devices: 2, deviceErrors: 4 },
        alertRates: [
          {
            company: 'Demo Pipelines',
            raised: 36,
            most: 7,
            mostFrom: '2026-03-17 23:40:05',
            sources: [{ kind: 'agm-offline', runName: 'North line', markerName: 'AGM 04', uid: 100_234, count: 12 }],
          },
        ],
        storage: [{ group: 'Waveforms', bytes: 6_100_000_000 }],
        backup: { at: '2026-03-17 03:00:04', bytes: 3_200_000_000 },
        mapFaults: [{ file: 'texas.pmtiles', why: 'it is cut: 1048576 of 412000000 bytes are there' }],
      },
    },
  }),
};
