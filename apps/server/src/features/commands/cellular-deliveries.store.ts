import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { recordSteps } from './command-steps.store.ts';
import type { CommandRow } from './commands.wire.ts';
import { LINK } from './deliveries.store.ts';

// Deliveries to connected devices: a new connection is a reason to retry pending commands at once.

/** Claims the commands in flight to devices that have reconnected, for sending again; their tries restart at 1. */
export async function claimInFlight(
  change: Change,
  uids: readonly number[],
  { now, dueAt }: { readonly now: number; readonly dueAt: number },
): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    update commands set attempts = attempts + 1, tries = 1, due_at = ${new Date(dueAt)}
    where uid = any(${writeArray(uids)}::bigint[]) and state = 'sent' and link = ${LINK.cellular}
      and (expires_at is null or expires_at > ${new Date(now)})
    returning *`.execute(change.db);
  await recordSteps(change, rows, { at: new Date(now), detail: 'again' });
  return rows;
}

/** Makes the delayed commands of the devices due at once. */
export async function endWaiting(change: Change, uids: readonly number[]): Promise<void> {
  await sql`update commands set due_at = null
    where uid = any(${writeArray(uids)}::bigint[]) and state = 'queued' and due_at is not null`.execute(change.db);
}

/** The devices with delayed commands that are due now; clears the delay, so that each device is returned once. */
export async function takeDueDevices(change: Change, now: number): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`update commands set due_at = null
    where state = 'queued' and link = ${LINK.cellular} and due_at <= ${new Date(now)}
    returning uid`.execute(change.db);
  return [...new Set(rows.map(({ uid }) => uid))];
}
