import { listTypesOfLink } from '@waymark/commands/commands';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { recordEnds } from './command-steps.store.ts';
import type { CommandRow } from './commands.wire.ts';

const LINK_WORDS = { cellular: 'cellular', iridium: 'satellite' } as const;

async function rejectOthers(change: Change, uids: readonly number[], link: keyof typeof LINK_WORDS): Promise<void> {
  if (uids.length === 0) return;
  const note = `The device calls over ${LINK_WORDS[link]}, which does not carry this command.`;
  const { rows } = await sql<CommandRow>`
    update commands set state = 'rejected', state_at = now(), due_at = null, tries = 0, note = ${note}
    where uid = any(${writeArray(uids)}::bigint[]) and state = 'queued' and type <> all(${listTypesOfLink(link)}::text[])
    returning *`.execute(change.db);
  await recordEnds(change, rows, { detail: note });
}

/** Rejects the commands that were queued while the link of a device was unknown and that its link does not carry. */
export async function rejectOverOtherLink(
  change: Change,
  devices: ReadonlyArray<{ readonly uid: number; readonly isIridium: boolean }>,
): Promise<void> {
  const listUids = (isIridium: boolean) =>
    devices.filter((device) => device.isIridium === isIridium).map(({ uid }) => uid);
  await rejectOthers(change, listUids(false), 'cellular');
  await rejectOthers(change, listUids(true), 'iridium');
}
