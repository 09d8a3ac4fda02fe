import type { QueryClient } from '@tanstack/react-query';
import type { DataOf } from '#/live/hub-event.ts';
import { changePassages, isReadingPassages, type HistoryPage, type PassageRow } from '../history.data.ts';
import { hasRecord } from './passages.view.ts';

export type PassageUpdate = Pick<DataOf<'ReceivePassageUpdate'>, 'uid' | 'passageIds' | 'passage'>;

/** The page with the updated passage, or without it. */
export function updatePassages(
  page: HistoryPage<PassageRow>,
  { passageIds, passage }: PassageUpdate,
): HistoryPage<PassageRow> {
  const rows = page.rows.flatMap((row) => {
    if (!hasRecord(row, passageIds)) return [row];
    return passage ? [passage] : [];
  });
  return { rows, count: page.count - (page.rows.length - rows.length) };
}

/** Whether the change adds, removes or moves rows of a page. */
export function movesRows({ rows }: HistoryPage<PassageRow>, { passageIds, passage }: PassageUpdate): boolean {
  const before = rows.find((row) => hasRecord(row, passageIds));
  return passage === null || before?.passageTimeStamp !== passage.passageTimeStamp;
}

/** Applies a change of a passage to the shown rows. Returns whether the pages must be reloaded as well. */
export function takePassageUpdate(queryClient: QueryClient, update: PassageUpdate): boolean {
  // A page that is loading may have been read before this change.
  let isStale = isReadingPassages(queryClient, update.uid);
  changePassages(queryClient, update.uid, (page) => {
    isStale ||= movesRows(page, update);
    return updatePassages(page, update);
  });
  return isStale;
}
