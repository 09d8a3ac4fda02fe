import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';

// Told to every node after the commit: something may go to these devices now.
export const COMMANDS_CHANNEL = 'commands';

/** A notice holds 8,000 bytes; more devices than this are told of as "all". */
const MOST_NAMED = 400;

const notice = z.object({ uids: z.array(z.number()).nullable() });

/** null: any device. */
export function readCommandsNotice(payload: string): readonly number[] | null {
  return notice.parse(JSON.parse(payload)).uids;
}

export async function notifyCommands(change: Change, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return;
  const named = [...new Set(uids)];
  await change.notify(COMMANDS_CHANNEL, JSON.stringify({ uids: named.length > MOST_NAMED ? null : named }));
}
