import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';

// Notifies every node after the commit that commands may now be sent to these devices.
export const COMMANDS_CHANNEL = 'commands';

/** A notice is limited to 8,000 bytes; more devices than this are sent as "all". */
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
