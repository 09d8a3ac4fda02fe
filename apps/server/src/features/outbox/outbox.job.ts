import { z } from 'zod';
import type { JobRequest } from '../../platform/database/change.ts';

export const SEND_JOB = 'outbox.send';
export const sendPayload = z.object({ id: z.int().positive() });

/** Prefix of a message's job key, before its id. */
export const SEND_KEY = `${SEND_JOB}:`;

export function requestSending(id: number, runAt?: Date): JobRequest {
  return { name: SEND_JOB, payload: { id }, key: `${SEND_KEY}${id}`, ...(runAt ? { runAt } : {}) };
}
