import type { Uid } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';

export const STREAM_STOP_JOB = 'commands.stream-stop';

/** Consoles that lost their connection get this time to come back. */
export const STOP_AFTER_MS = 30_000;

/** A device whose last listener of a node has gone. */
export interface LeftStream {
  readonly uid: Uid;
  /** UTC milliseconds. */
  readonly leftAt: number;
}

/** Plans the job that stops the stream unless a console listens again by then. */
export async function planStreamStop(change: Change, { uid, leftAt }: LeftStream): Promise<void> {
  const runAt = new Date(leftAt + STOP_AFTER_MS);
  await change.enqueue({ name: STREAM_STOP_JOB, payload: { uid, leftAt }, key: `${STREAM_STOP_JOB}/${uid}`, runAt });
}
