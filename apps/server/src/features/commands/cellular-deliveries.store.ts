import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { recordSteps } from './command-steps.store.ts';
import type { CommandRow } from './commands.wire.ts';
import { LINK } from './deliveries.store.ts';

// What is particular to devices that hold a connection: a new one is a new chance for what waits.

/** Sends again what is in flight to devices that have connected anew; their tries begin anew too. */
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

/** What was put off need not wait any longer. */
export async function endWaiting(change: Change, uids: readonly number[]): Promise<void> {
  await sql`update commands set due_at = null
    where uid = any(${writeArray(uids)}::bigint[]) and state = 'queued' and due_at is not null`.execute(change.db);
}

/** Of which devices the time has come to send what was put off; it waits for nothing but its turn now. */
export async function takeDueDevices(change: Change, now: number): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`update commands set due_at = null
    where state = 'queued' and link = ${LINK.cellular} and due_at <= ${new Date(now)}
    returning uid`.execute(change.db);
  return [...new Set(rows.map(({ uid }) => uid))];
}
