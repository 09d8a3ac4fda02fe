import type { Uid } from '@waymark/domain/ids';
import { z } from 'zod';
import type { Change } from '../../../platform/database/change.ts';

// Notices to every node after the commit.

/** Missing packets of these devices must be requested again. */
export const DOWNLOAD_WISHES_CHANNEL = 'download-wishes';
/** Delayed download events are pending for the consoles. */
export const DOWNLOAD_NEWS_CHANNEL = 'download-news';

/** A notice is limited to 8,000 bytes; more devices than this are sent as "all". */
const MOST_NAMED = 400;

const notice = z.object({ uids: z.array(z.number()).nullable() });

/** null: any device. */
export function readWishesNotice(payload: string): readonly number[] | null {
  return notice.parse(JSON.parse(payload)).uids;
}

export async function notifyWishes(change: Change, uids: readonly Uid[]): Promise<void> {
  if (uids.length === 0) return;
  const named = [...new Set(uids)];
  await change.notify(DOWNLOAD_WISHES_CHANNEL, JSON.stringify({ uids: named.length > MOST_NAMED ? null : named }));
}
