import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import { z } from 'zod';
import { id, uid } from '../devices/fields.ts';
import { asRunId } from '../ids.ts';

// The data of webhook events. Unlike the rest of the wire, instants are RFC 3339 texts, as CloudEvents has them.

/** "2026-03-18T03:12:00.000Z" */
const instant = z.iso.datetime();

const run = z.object({
  runId: asRunId(id),
  /** null: its path is deleted. */
  pathId: id.nullable(),
  /** The name of its path. */
  path: z.string(),
  pig: z.string(),
  jobNumber: z.string().nullable(),
});

/** When the pig is expected at the receive site; null: not known, because the pig stands or is not launched. */
const expectedAt = instant.nullable();

export const runLaunched = z.object({ run, launchedAt: instant.nullable(), expectedAt });

export const runPassage = z.object({
  run,
  marker: z.string(),
  passedAt: instant,
  /** The device that heard it; null: entered by a user. */
  uid: uid.nullable(),
  isVerified: z.boolean(),
  /** The user who verified it, or "automatic"; null: not verified, or not known. */
  verifiedBy: z.string().nullable(),
});

export const runEtaChanged = z.object({
  run,
  expectedAt,
  /** What the last event to this webhook said, or what was known before. */
  expectedBefore: expectedAt,
});

export const runReceived = z.object({ run, receivedAt: instant });

export const runReopened = z.object({ run, expectedAt });

export const alertChanged = z.object({
  alertId: id,
  /** null: it is about the links of the company. */
  run: run.pick({ runId: true, pathId: true, path: true, pig: true }).nullable(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(['urgent', 'warning', 'notice']),
  marker: z.string().nullable(),
  uid: uid.nullable(),
  /** The cause when it last began, in each system of units. */
  words: z.object({ us: z.string(), metric: z.string() }),
  raisedAt: instant,
  acknowledged: z.object({ by: z.string(), at: instant, note: z.string() }).nullable(),
  endedAt: instant.nullable(),
});

export const deviceOnline = z.object({ uid });

export const deviceOffline = z.object({
  uid,
  /** `lost`: silent without a word; `overdue`: asleep and not back in time; `asleep`, `shutdown`: as announced. */
  reason: z.enum(['lost', 'overdue', 'asleep', 'shutdown']),
});

export const commandAnswered = z.object({
  commandId: id,
  uid,
  commandType: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  queuedBy: z.string(),
  /** The reason of the device; null: it gave none. */
  note: z.string().nullable(),
});

export const testSent = z.object({ sentBy: z.string() });
