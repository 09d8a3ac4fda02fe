import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { saveFile } from '#/ui/field/save-file.ts';

export type AuditEntry = ReplyAt<'GET /audit'>['entries'][number];
export type ErrorEntry = ReplyAt<'GET /admin/error-log'>['entries'][number];
export type AuditFilter = CallAt<'GET /audit/export'>['query'];
export type ErrorFilter = Pick<CallAt<'GET /admin/error-log'>['query'], 'logId' | 'startDate' | 'endDate'>;

const meta = { isShownInPlace: true };

/** The start of a page: after this entry, or at the newest. */
interface PageStart {
  readonly before?: number;
}
const NEWEST: PageStart = {};

const startAfter = (id: number | undefined): PageStart | null => (id === undefined ? null : { before: id });

/**
 * Loaded again each time it is opened: there is no event for entries. The previous result stays until the next has
 * loaded.
 */
const options = { initialPageParam: NEWEST, meta, staleTime: 0, placeholderData: keepPreviousData };

export const groupsQuery = { ...queryApi('GET /admin/group'), meta };

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    ...options,
    queryKey: ['GET /audit', filter],
    queryFn: ({ pageParam, signal }) => callApi('GET /audit', { query: { ...filter, ...pageParam }, signal }),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? startAfter(entries.at(-1)?.id) : null),
  });

export const errorsQuery = (filter: ErrorFilter) =>
  infiniteQueryOptions({
    ...options,
    queryKey: ['GET /admin/error-log', filter],
    queryFn: ({ pageParam, signal }) => callApi('GET /admin/error-log', { query: { ...filter, ...pageParam }, signal }),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? startAfter(entries.at(-1)?.logId) : null),
  });

/** Spreadsheets recognise UTF-8 by this mark; reading the response as text removes it. */
const BYTE_ORDER_MARK = '\uFEFF';

export async function exportAudit(filter: AuditFilter): Promise<void> {
  const csv = await callApi('GET /audit/export', { query: filter });
  const today = formatUtcSecond(Date.now() + useServerClock.getState().offsetMs).slice(0, 10);
  saveFile(`audit_${today}.csv`, BYTE_ORDER_MARK + csv, 'text/csv;charset=utf-8');
}
