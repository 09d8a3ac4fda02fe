import { keepPreviousData } from '@tanstack/react-query';
import type { ReplyAt } from '../../../api/address.ts';
import { queryApi } from '../../../api/query.ts';

export const HISTORY_PAGE_SIZE = 15;

export type HeartbeatRow = ReplyAt<'GET /apexagm/:uid/getHeartbeatHistoricData'>['heartbeatList'][number];
export type PassageRow = ReplyAt<'GET /apexagm/:uid/getPassageHistoricData'>['passageEventList'][number];

/** Read anew each time it is opened: no event tells of rows. The page before stays until the next is there. */
const options = { meta: { isShownInPlace: true }, staleTime: 0, placeholderData: keepPreviousData };

/** Newest first, which is what the server does unasked. */
const callFor = (uid: number, page: number) => ({ params: { uid }, query: { page, rowsPerPage: HISTORY_PAGE_SIZE } });

export const heartbeatsQuery = (uid: number, page: number) => ({
  ...queryApi('GET /apexagm/:uid/getHeartbeatHistoricData', callFor(uid, page)),
  ...options,
});

export const passagesQuery = (uid: number, page: number) => ({
  ...queryApi('GET /apexagm/:uid/getPassageHistoricData', callFor(uid, page)),
  ...options,
});
