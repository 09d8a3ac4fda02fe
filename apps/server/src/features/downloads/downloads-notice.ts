import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';

// Told to every node after the commit.

/** Packets of these devices are to be asked for again. */
export const DOWNLOAD_WISHES_CHANNEL = 'download-wishes';
/** There is something to tell consoles, once the time for it has come. */
export const DOWNLOAD_NEWS_CHANNEL = 'download-news';

/** A notice holds 8,000 bytes; more devices than this are told of as "all". */
const MOST_NAMED = 400;

const notice = z.object({ uids: z.array(z.number()).nullable() });

/** null: any device. */
export function readWishesNotice(payload: string): readonly number[] | null {
  return notice.parse(JSON.parse(payload)).uids;
}

export async function notifyWishes(change: Change, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return;
  const named = [...new Set(uids)];
  await change.notify(DOWNLOAD_WISHES_CHANNEL, JSON.stringify({ uids: named.length > MOST_NAMED ? null : named }));
}
