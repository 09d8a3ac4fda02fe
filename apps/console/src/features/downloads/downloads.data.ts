import { keepPreviousData } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';
import type { DataOf } from '#/live/hub-event.ts';

/** The progress of the download of one device. */
export type DownloadRow = DataOf<'ReceiveDownloadRecordedPassageData'>;
export type DownloadPage = ReplyAt<'GET /pigrun/downloads'>;
export type DownloadedFile = DownloadPage['downloadList'][number];

export const FILES_PAGE_SIZE = 15;

export const DOWNLOAD_EVENTS = ['ReceiveDownloadRecordedPassageData', 'ReceiveDownloadRecordedRawData'] as const;

/** Newest first; uid null: of all devices. Events keep a shown page up to date. */
export const downloadsQuery = (uid: number | null, page: number) => ({
  ...queryApi('GET /pigrun/downloads', { query: { ...(uid !== null && { uid }), page, rowsPerPage: FILES_PAGE_SIZE } }),
  staleTime: 0,
  placeholderData: keepPreviousData,
  meta: { isShownInPlace: true },
});
