import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';

export type DownloadSession = ReplyAt<'GET /pigrun/GetDownloadRecordedPassageDataRequestDetail/:sessionId'>;

export const sessionQuery = (sessionId: number) => ({
  ...queryApi('GET /pigrun/GetDownloadRecordedPassageDataRequestDetail/:sessionId', { params: { sessionId } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});

export const queueDetailQuery = (cId: number) => ({
  ...queryApi('GET /pigrun/GetCommandQueueDetail/:cId', { params: { cId } }),
  meta: { isShownInPlace: true },
});
