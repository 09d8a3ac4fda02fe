import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { useServerClock } from '#/live/clock-store.ts';
import { saveFile } from '#/ui/field/save-file.ts';

export type Rejection = ReplyAt<'GET /rejections'>['entries'][number];
export type RejectionDetail = ReplyAt<'GET /rejections/:id'>;
export type DeviceError = ReplyAt<'GET /device-errors'>['entries'][number];
export type RejectionFilter = CallAt<'GET /rejections/export'>['query'];
export type ErrorFilter = CallAt<'GET /device-errors/export'>['query'];

const meta = { isShownInPlace: true };

/** The start of a page: below this place, or at the newest row. */
interface PageStart {
  readonly before?: string;
}
const NEWEST: PageStart = {};
const startBelow = ({ next }: { readonly next: string | null }): PageStart | null =>
  next === null ? null : { before: next };

/** Loaded each time it is opened: there is no event for new rows. */
const options = { initialPageParam: NEWEST, meta, staleTime: 0, placeholderData: keepPreviousData };

export const rejectionsQuery = (filter: RejectionFilter) =>
  infiniteQueryOptions({
    ...options,
    queryKey: ['GET /rejections', filter],
    queryFn: ({ pageParam, signal }) => callApi('GET /rejections', { query: { ...filter, ...pageParam }, signal }),
    getNextPageParam: startBelow,
  });

export const deviceErrorsQuery = (filter: ErrorFilter) =>
  infiniteQueryOptions({
    ...options,
    queryKey: ['GET /device-errors', filter],
    queryFn: ({ pageParam, signal }) => callApi('GET /device-errors', { query: { ...filter, ...pageParam }, signal }),
    getNextPageParam: startBelow,
  });

export const rejectionQuery = (id: number) => ({ ...queryApi('GET /rejections/:id', { params: { id } }), meta });

/** Spreadsheets recognise UTF-8 by this mark; reading the response as text removes it. */
const BYTE_ORDER_MARK = '\uFEFF';

function saveCsv(name: string, csv: string): void {
  const today = formatUtcSecond(Date.now() + useServerClock.getState().offsetMs).slice(0, 10);
  saveFile(`${name}-${today}.csv`, BYTE_ORDER_MARK + csv, 'text/csv;charset=utf-8');
}

const nameOf = (what: string, uid: unknown) => (typeof uid === 'number' ? `${uid}-${what}` : what);

export async function exportRejections(filter: RejectionFilter): Promise<void> {
  saveCsv(nameOf('rejected-messages', filter.uid), await callApi('GET /rejections/export', { query: filter }));
}

export async function exportDeviceErrors(filter: ErrorFilter): Promise<void> {
  saveCsv(nameOf('device-errors', filter.uid), await callApi('GET /device-errors/export', { query: filter }));
}
