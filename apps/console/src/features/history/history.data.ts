import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { historyKey, type HistoryKind } from '#/features/devices/windows/history-reloads.ts';
import type { HistoryFilter } from './history-filter.view.ts';
import { toPageQuery, type HistoryOrder } from './table/history-order.ts';

export type PassageRow = ReplyAt<'GET /apexagm/:uid/getPassageHistoricData'>['passageEventList'][number];
export type HeartbeatRow = ReplyAt<'GET /apexagm/:uid/getHeartbeatHistoricData'>['heartbeatList'][number];
export type InfoRow =
  ReplyAt<'GET /apexagm/:uid/getDeviceInformationResponseHistoricData'>['deviceInformationResponseList'][number];
export type SettingsRow =
  ReplyAt<'GET /apexagm/:uid/getControlSettingsResponseHistoricData'>['controlSettingsResponseList'][number];

export interface HistoryPage<Row> {
  readonly rows: readonly Row[];
  /** Number of rows on all pages. */
  readonly count: number;
}

type ReadCall = ReturnType<typeof toCall>;
const toCall = (uid: number, order: HistoryOrder, filter: HistoryFilter, signal: AbortSignal) => ({
  params: { uid },
  query: toPageQuery(order, filter),
  signal,
});

/** Loaded again each time it is opened. Failures are shown in place of the rows, or beside them. */
function defineHistory<Row>(kind: HistoryKind, read: (call: ReadCall) => Promise<HistoryPage<Row>>) {
  return (uid: number, order: HistoryOrder, filter: HistoryFilter) =>
    queryOptions({
      queryKey: [...historyKey(kind, uid), order, filter],
      queryFn: ({ signal }) => read(toCall(uid, order, filter, signal)),
      staleTime: 0,
      meta: { isShownInPlace: true },
    });
}

export const passagesQuery = defineHistory('passage', async (call) => {
  const { rowsNumber, passageEventList } = await callApi('GET /apexagm/:uid/getPassageHistoricData', call);
  return { count: rowsNumber, rows: passageEventList };
});

export const heartbeatsQuery = defineHistory('heartbeat', async (call) => {
  const { rowsNumber, heartbeatList } = await callApi('GET /apexagm/:uid/getHeartbeatHistoricData', call);
  return { count: rowsNumber, rows: heartbeatList };
});

export const infosQuery = defineHistory('deviceInfo', async (call) => {
  const reply = await callApi('GET /apexagm/:uid/getDeviceInformationResponseHistoricData', call);
  return { count: reply.rowsNumber, rows: reply.deviceInformationResponseList };
});

export const settingsQuery = defineHistory('settings', async (call) => {
  const reply = await callApi('GET /apexagm/:uid/getControlSettingsResponseHistoricData', call);
  return { count: reply.rowsNumber, rows: reply.controlSettingsResponseList };
});

/** Changes the loaded passages without reloading them. */
export function changePassages(
  queryClient: QueryClient,
  uid: number,
  change: (page: HistoryPage<PassageRow>) => HistoryPage<PassageRow>,
): void {
  queryClient.setQueriesData<HistoryPage<PassageRow>>(
    { queryKey: historyKey('passage', uid) },
    (page) => page && change(page),
  );
}

export function isReadingPassages(queryClient: QueryClient, uid: number): boolean {
  return queryClient.isFetching({ queryKey: historyKey('passage', uid) }) > 0;
}
